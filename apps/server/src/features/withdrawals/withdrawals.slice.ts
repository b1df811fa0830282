import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { DbTx } from '../../platform/db/database.ts';
import { toldPerTrouble } from '../../platform/jobs/told-per-trouble.ts';
import { type Application, apply } from './apply.ts';
import { checkPending } from './check-pending.ts';
import { importDenyListCommand } from './import-deny-list.ts';
import { offlineCommands } from './offline.commands.ts';
import { readUnsettled, readWaiting, sentPayment } from './payout/payments.store.ts';
import { payout } from './payout/payout.ts';
import type { PayoutDeps, Screening } from './payout/payout-ports.ts';
import { byDenyList } from './payout/screen.ts';
import { signOnline } from './payout/sign-online.ts';
import { waitingCommand } from './waiting.command.ts';
import type { NetworkName } from './withdrawal-coins.ts';
import { withdrawalDeeds } from './withdrawal-deeds.ts';
import { type CommandDeps, withdrawalCommands } from './withdrawals.commands.ts';
import { type WithdrawalRouteDeps, withdrawalRoutes } from './withdrawals.routes.ts';
import type { Withdrawal } from './withdrawals.store.ts';

export type SignPort = PayoutDeps['sign'];

export interface WithdrawalsDeps
  extends Omit<WithdrawalRouteDeps, 'isOffered'>,
    Omit<CommandDeps, 'startPayment' | 'isPaymentLost'>,
    Omit<PayoutDeps, 'sign' | 'screenings' | 'alarm' | 'tell' | 'reach'> {
  clock: Clock;
  /** Whoever holds the keys; without one nothing can be withdrawn. */
  sign: SignPort | null;
  /** Screenings besides the operator's own list. */
  screenings?: readonly ((dbTx: DbTx, withdrawal: Withdrawal) => Promise<Screening>)[];
  alarm(words: string): void;
  /** What goes its way and is worth a line. */
  tell(words: string): void;
  reach?(point: string): void;
}

export function withdrawalsSlice({ sign, screenings = [], reach = () => undefined, ...given }: WithdrawalsDeps) {
  const told = toldPerTrouble(given.alarm);
  const known = toldPerTrouble(given.tell);
  const paying = payout(
    {
      ...given,
      screenings: [byDenyList, ...screenings],
      sign: signOnline(
        given.database,
        given.clock,
        sign ?? (() => Promise.reject(new Error('nobody is there who signs'))),
      ),
      alarm: told.alarm,
      tell: known.alarm,
      reach,
    },
    given.clock,
  );
  const isOffered = async (network: NetworkName) => sign !== null && !('closed' in (await given.openChain(network)));
  const deps = { ...given, isOffered, startPayment: paying.startPayment, isPaymentLost: paying.isPaymentLost };
  const opsCommands: Record<string, Command> = {
    ...withdrawalCommands(deps),
    ...offlineCommands(deps),
    'withdrawal:waiting': waitingCommand(given.database),
  };
  return {
    handlers: withdrawalRoutes(deps),
    /** The use case without HTTP, in the caller's transaction. */
    apply: (dbTx: DbTx, wish: Application) => apply(dbTx, deps, wish),
    deeds: withdrawalDeeds(deps),
    commands: { 'import:deny-list': importDenyListCommand(given.checkAddress) },
    opsCommands,
    jobs: paying.jobs,
    /** Follows what is out, by itself: a node or a signer that is slow holds up nothing else. */
    watchers: sign === null ? [] : [told.rounds(known.rounds(paying.tick))],
    /** Payments that are signed and not in the books yet: any of them may be in a block. */
    readUnsettled: async (dbTx: DbTx, network: NetworkName) => (await readUnsettled(dbTx, network)).map(sentPayment),
    /** What approved withdrawals will still take, by coin. */
    readWaiting,
    bookChecks: [checkPending],
  };
}

import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { DbTx } from '../../platform/db/database.ts';
import { alertDeduplicator } from '../../platform/jobs/alert-deduplicator.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { type Application, apply } from './apply.ts';
import { checkPending } from './check-pending.ts';
import { importDenyListCommand } from './import-deny-list.ts';
import { offlineCommands } from './offline.commands.ts';
import { readUnsettledExports, sentExport } from './payout/exports.store.ts';
import { readUnsettled, readWaiting, sentPayment } from './payout/payments.store.ts';
import { payout } from './payout/payout.ts';
import type { PayoutDeps, Screening } from './payout/payout-ports.ts';
import { byDenyList } from './payout/screen.ts';
import { signOnline } from './payout/sign-online.ts';
import { approveByRule, askRule, ruleJob } from './rule/approve-by-rule.ts';
import { ruleCommands } from './rule/rule.commands.ts';
import type { RulePorts } from './rule/set-rule.ts';
import { signByRule } from './rule/sign-by-rule.ts';
import { waitingCommand } from './waiting.command.ts';
import type { NetworkName } from './withdrawal-coins.ts';
import { withdrawalDeeds } from './withdrawal-deeds.ts';
import { type CommandDeps, withdrawalCommands } from './withdrawals.commands.ts';
import { type WithdrawalRouteDeps, withdrawalRoutes } from './withdrawals.routes.ts';
import type { Withdrawal } from './withdrawals.store.ts';

export type SignPort = PayoutDeps['sign'];

export interface WithdrawalsDeps
  extends Omit<WithdrawalRouteDeps, 'isOffered' | 'askRule'>,
    Omit<CommandDeps, 'startPayment' | 'failPayment' | 'freeInputs'>,
    RulePorts,
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

const nobodySigns: SignPort = () => Promise.reject(new Error('nobody is there who signs'));

export function withdrawalsSlice({ sign, screenings = [], reach = () => undefined, ...given }: WithdrawalsDeps) {
  const told = alertDeduplicator(given.alarm);
  const known = alertDeduplicator(given.tell);
  const paying = payout(
    {
      ...given,
      screenings: [byDenyList, ...screenings],
      sign: signByRule(given, signOnline(given.database, given.clock, sign ?? nobodySigns)),
      alarm: told.report,
      tell: known.report,
      reach,
    },
    given.clock,
  );
  const isOffered = async (network: NetworkName) => sign !== null && !('closed' in (await given.openChain(network)));
  const { startPayment, failPayment, freeInputs } = paying;
  const deps = { ...given, askRule, isOffered, startPayment, failPayment, freeInputs };
  const opsCommands: Record<string, Command> = {
    ...withdrawalCommands(deps),
    ...offlineCommands(deps),
    ...ruleCommands(deps),
    'withdrawal:waiting': waitingCommand(given.database),
  };
  return {
    handlers: withdrawalRoutes(deps),
    /** The use case without HTTP, in the caller's transaction. */
    apply: (dbTx: DbTx, wish: Application) => apply(dbTx, deps, wish),
    deeds: withdrawalDeeds(deps),
    commands: { 'import:deny-list': importDenyListCommand(given.checkAddress) },
    opsCommands,
    jobs: {
      ...paying.jobs,
      [ruleJob]: (async (payload) => {
        await approveByRule(deps, BigInt((payload as { id: string }).id));
      }) satisfies Job,
    },
    /** Follows what is out, by itself: a node or a signer that is slow holds up nothing else. */
    watchers: sign === null ? [] : [told.rounds(known.rounds(paying.tick))],
    /** Payments that are signed, or may be by a file, and not in the books yet: any of them may be in a block. */
    readUnsettled: async (dbTx: DbTx, network: NetworkName) => [
      ...(await readUnsettled(dbTx, network)).map(sentPayment),
      ...(network === 'BITCOIN' ? await readUnsettledExports(dbTx) : []).map(sentExport),
    ],
    /** What approved withdrawals will still take, by coin. */
    readWaiting,
    bookChecks: [checkPending],
  };
}

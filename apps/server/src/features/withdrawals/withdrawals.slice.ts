import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { DbTx } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import { toldPerTrouble } from '../../platform/jobs/told-per-trouble.ts';
import { readUnsettled, readWaiting, sentPayment } from '../payouts/payment.repository.ts';
import type { PayoutDeps, Screening } from '../payouts/payout-ports.ts';
import { payout } from '../payouts/process-payout.ts';
import { readUnsettledExports, sentExport } from '../payouts/recovery/exported-payment.repository.ts';
import { offlineCommands } from '../payouts/recovery/offline-signing.commands.ts';
import { importDenyListCommand } from '../payouts/screening/deny-list.ts';
import { byDenyList } from '../payouts/screening/screen-payout.ts';
import { signByRule } from '../payouts/sign/sign-auto-approved.ts';
import { signOnline } from '../payouts/sign/sign-online.ts';
import type { NetworkName } from './domain/coins.ts';
import { checkPending } from './pending-book-check.ts';
import { type Application, apply } from './request/submit.ts';
import { type WithdrawalRouteDeps, withdrawalRoutes } from './request/withdrawal.routes.ts';
import { ruleCommands } from './review/auto-approval.commands.ts';
import { approveByRule, askRule, ruleJob } from './review/auto-approval.ts';
import { waitingCommand } from './review/pending-withdrawals.command.ts';
import { type CommandDeps, withdrawalCommands } from './review/review.commands.ts';
import type { RulePorts } from './review/set-auto-approval-policy.ts';
import { withdrawalDeeds } from './staff-actions.ts';
import type { Withdrawal } from './withdrawal.repository.ts';

export type SignPort = PayoutDeps['sign'];
export type TakenBackPort = PayoutDeps['reportTakenBack'];

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
  const told = toldPerTrouble(given.alarm);
  const known = toldPerTrouble(given.tell);
  const paying = payout(
    {
      ...given,
      screenings: [byDenyList, ...screenings],
      sign: signByRule(given, signOnline(given.database, given.clock, sign ?? nobodySigns)),
      alarm: told.alarm,
      tell: known.alarm,
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

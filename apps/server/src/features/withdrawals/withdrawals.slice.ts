import type { Input } from '@lode/contract';
import type { ConsoleInput } from '@lode/contract/console';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { checkWithdrawals } from './check-withdrawals.ts';
import { type AutoApprovalConsoleDeps, autoApprovalConsole } from './console/auto-approval.console.ts';
import { listWithdrawals } from './console/list-withdrawals.ts';
import { type WithdrawalConsoleDeps, withdrawalsConsole } from './console/withdrawals.console.ts';
import { checkPendingBalance } from './pending-book-check.ts';
import { readCustomerHolds } from './request/customer-holds.ts';
import {
  cancelJob,
  cancelJobOf,
  cancellationRounds,
  type FinishDeps,
  finishCancellation,
} from './request/finish-cancellation.ts';
import { readDestination, type Submission, submit } from './request/submit.ts';
import type { Destination } from './request/validate-address.ts';
import { type WithdrawalRouteDeps, withdrawalRoutes } from './request/withdrawal.routes.ts';
import { withdrawalPage } from './request/withdrawal-page.ts';
import { approverKeyCommand } from './review/approver-key.command.ts';
import { autoApprovalCommands } from './review/auto-approval.commands.ts';
import { autoApprovalJob, autoApprover, requestAutoApproval } from './review/auto-approval.ts';
import { findWithdrawalCommand } from './review/find-withdrawal.command.ts';
import { type PageApprovalPorts, pageApprovals } from './review/page-approvals.ts';
import { type PendingPorts, pendingWithdrawalsCommand } from './review/pending-withdrawals.command.ts';
import { type ReviewCommandDeps, reviewCommands } from './review/review.commands.ts';
import type { PolicyPorts } from './review/set-auto-approval-policy.ts';
import { type UnfreezeDeps, unfreezeCommand } from './review/unfreeze.command.ts';
import { readWaitingReviews } from './review/waiting-reviews.repository.ts';
import { staffActions } from './staff-actions.ts';
import { type DestinationDeps, destinationCommands } from './treasury/destination.commands.ts';
import { treasuryPayCommand } from './treasury/treasury-pay.command.ts';
import { readUnsignedAmounts } from './withdrawal.repository.ts';
import { withdrawalsForPayouts } from './withdrawals-for-payouts.ts';

export interface WithdrawalsDeps
  extends Omit<WithdrawalRouteDeps, 'requestAutoApproval' | 'finishCancellation'>,
    FinishDeps,
    ReviewCommandDeps,
    UnfreezeDeps,
    PolicyPorts,
    DestinationDeps,
    WithdrawalConsoleDeps,
    AutoApprovalConsoleDeps,
    PendingPorts {
  clock: Clock;
  log: EventLog;
  /** Runs what is the worker's; null in a process that serves customers only. */
  readonly workerPart: (<T>(work: () => Promise<T>) => Promise<T>) | null;
}

export function withdrawalsSlice(given: WithdrawalsDeps) {
  const { workerPart } = given;
  const finish = workerPart && ((id: bigint) => workerPart(() => finishCancellation(given, id)));
  const deps = { ...given, requestAutoApproval, finishCancellation: finish };
  const autoApprovals = autoApprover(deps);
  const opsCommands: Record<string, Command> = {
    ...reviewCommands(deps),
    ...autoApprovalCommands(deps),
    ...destinationCommands(deps),
    'treasury:pay': treasuryPayCommand(deps),
    'approver:key': approverKeyCommand(deps),
    'customer:unfreeze': unfreezeCommand(deps),
    'withdrawal:waiting': pendingWithdrawalsCommand(given),
    'withdrawal:find': findWithdrawalCommand(given),
  };
  return {
    handlers: withdrawalRoutes(deps),
    consoleHandlers: { ...withdrawalsConsole(deps), ...autoApprovalConsole(deps) },
    /** A part of the staff's list, on the caller's state of the database. */
    listWithdrawals: (db: Queryable, input: ConsoleInput<'withdrawalList'>, atOnce: number) =>
      listWithdrawals({ ...deps, staffReads: db }, input, atOnce),
    /** Asks node and signer: before the transaction of `submit`. */
    readDestination: (destination: Destination) => readDestination(deps, destination),
    /** The use case without HTTP, in the caller's transaction. */
    submit: (dbTx: Transaction, submission: Submission) => submit(dbTx, deps, submission),
    /** One by one, as of a worker beside that of the job. */
    autoApproveAlone: autoApprovals.approveAlone,
    staffActions: staffActions(deps),
    opsCommands,
    jobs: {
      [autoApprovalJob]: (async (payload) => {
        await autoApprovals.approve(BigInt((payload as { id: string }).id));
      }) satisfies Job,
      [cancelJob]: cancelJobOf(given),
    },
    /** Cancellations that waited for the signer. */
    watchers: [cancellationRounds(given)],
    /** Approvals that people give on the signer's page. */
    pageApprovals: (ports: PageApprovalPorts) => pageApprovals({ ...given, ...ports }),
    /** For the payouts slice. */
    forPayouts: withdrawalsForPayouts(given),
    readUnsignedAmounts,
    readWaitingReviews,
    /** What holds a customer's withdrawals now. */
    readHolds: (db: Queryable, customerId: bigint, now: Date) =>
      readCustomerHolds(db, customerId, now, given.holdHours),
    withdrawalPage: (db: Queryable, customerId: bigint, input: Input<'withdrawPage'>) =>
      withdrawalPage(db, given, customerId, input),
    bookChecks: [checkPendingBalance],
    replays: [checkWithdrawals],
  };
}

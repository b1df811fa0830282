import type { Clock } from '../../platform/clock/clock.ts';
import type { Command } from '../../platform/commands/command.ts';
import type { Transaction } from '../../platform/db/database.ts';
import type { Job } from '../../platform/jobs/jobs.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import { payoutPort } from './payout-port.ts';
import { checkPendingBalance } from './pending-book-check.ts';
import { type Submission, submit } from './request/submit.ts';
import { type WithdrawalRouteDeps, withdrawalRoutes } from './request/withdrawal.routes.ts';
import { autoApprovalCommands } from './review/auto-approval.commands.ts';
import { autoApprovalJob, autoApprove, requestAutoApproval } from './review/auto-approval.ts';
import { pendingWithdrawalsCommand } from './review/pending-withdrawals.command.ts';
import { type CommandDeps, reviewCommands } from './review/review.commands.ts';
import type { PolicyPorts } from './review/set-auto-approval-policy.ts';
import { staffActions } from './staff-actions.ts';
import { readUnsignedAmounts } from './withdrawal.repository.ts';

export interface WithdrawalsDeps extends Omit<WithdrawalRouteDeps, 'requestAutoApproval'>, CommandDeps, PolicyPorts {
  clock: Clock;
  log: EventLog;
}

export function withdrawalsSlice(given: WithdrawalsDeps) {
  const deps = { ...given, requestAutoApproval };
  const opsCommands: Record<string, Command> = {
    ...reviewCommands(deps),
    ...autoApprovalCommands(deps),
    'withdrawal:waiting': pendingWithdrawalsCommand(given.database),
  };
  return {
    handlers: withdrawalRoutes(deps),
    /** The use case without HTTP, in the caller's transaction. */
    submit: (dbTx: Transaction, submission: Submission) => submit(dbTx, deps, submission),
    staffActions: staffActions(deps),
    opsCommands,
    jobs: {
      [autoApprovalJob]: (async (payload) => {
        await autoApprove(deps, BigInt((payload as { id: string }).id));
      }) satisfies Job,
    },
    /** For the payouts slice. */
    payoutPort: payoutPort(given),
    readUnsignedAmounts,
    bookChecks: [checkPendingBalance],
  };
}

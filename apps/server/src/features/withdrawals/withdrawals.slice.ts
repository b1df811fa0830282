import type { DbTx } from '../../platform/db/database.ts';
import { type Application, apply } from './apply.ts';
import { checkPending } from './check-pending.ts';
import { type CommandDeps, withdrawalCommands } from './withdrawals.commands.ts';
import { type WithdrawalRouteDeps, withdrawalRoutes } from './withdrawals.routes.ts';

export interface WithdrawalsDeps extends WithdrawalRouteDeps, CommandDeps {}

export function withdrawalsSlice(deps: WithdrawalsDeps) {
  return {
    handlers: withdrawalRoutes(deps),
    /** The use case without HTTP, in the caller's transaction. */
    apply: (dbTx: DbTx, wish: Application) => apply(dbTx, deps, wish),
    opsCommands: withdrawalCommands(deps),
    bookChecks: [checkPending],
  };
}

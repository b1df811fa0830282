import type { Command } from '../../platform/commands/command.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { checkByHand } from './check-by-hand.ts';
import { checkPoolPayments } from './check-pool-payments.ts';
import { poolsConsole } from './console/pools.console.ts';
import type { ExplainDeps } from './explain.ts';
import { poolListCommand, poolPaymentCommand } from './pool.commands.ts';
import { readPoolPayments } from './pool-payments.store.ts';
import { readPoolStanding } from './pool-standing.store.ts';
import { suspenseExplainCommand, suspenseListCommand } from './suspense.commands.ts';
import { byHandCommand, poolUndoCommand, reopenCommand } from './treasury.commands.ts';

export interface SuspenseDeps extends ExplainDeps, StaffPorts, ProposalPorts {
  staffReads: Queryable;
}

export function suspenseSlice(deps: SuspenseDeps) {
  const opsCommands: Record<string, Command> = {
    'pool:list': poolListCommand(deps),
    'pool:payment': poolPaymentCommand(deps),
    'pool:undo': poolUndoCommand(deps),
    'suspense:list': suspenseListCommand(deps),
    'suspense:settle': suspenseExplainCommand(deps),
    'suspense:reopen': reopenCommand(deps),
    'treasury:pay-in': byHandCommand('IN', deps),
    'treasury:take-out': byHandCommand('OUT', deps),
  };
  return {
    opsCommands,
    consoleHandlers: poolsConsole(deps.staffReads),
    bookChecks: [checkPoolPayments, checkByHand],
    listArrivals: deps.listArrivals,
    readPoolStanding,
    readPoolPayments,
  };
}

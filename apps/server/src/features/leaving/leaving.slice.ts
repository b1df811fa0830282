import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { checkDepartures } from './check-departures.ts';
import type { LeavingDeps } from './leave.ts';
import { leaveCommand, standingCommand } from './leaving.commands.ts';

export function leavingSlice(deps: LeavingDeps & StaffPorts & ProposalPorts) {
  return {
    opsCommands: { 'customer:standing': standingCommand(deps), 'customer:leave': leaveCommand(deps) },
    replays: [checkDepartures],
  };
}

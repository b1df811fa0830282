import type { Command } from '../../platform/commands/command.ts';
import type { ProposalPorts, StaffPorts } from '../../platform/staff/authority.ts';
import { coinUpFundCommand } from './coin-up-fund.command.ts';
import { coinUpStatusCommand } from './coin-up-status.command.ts';
import { coinUpMinimumCommand, coinUpRateCommand, coinUpSwitchCommand } from './coin-up-terms.commands.ts';
import type { PayDeps } from './run/pay-interest.ts';
import type { RatePorts } from './set-rate.ts';

export type CoinUpCommandDeps = PayDeps & StaffPorts & ProposalPorts & RatePorts;

export function coinUpCommands(deps: CoinUpCommandDeps): Record<string, Command> {
  return {
    'coin-up:fund': coinUpFundCommand(deps),
    'coin-up:rate': coinUpRateCommand(deps),
    'coin-up:minimum': coinUpMinimumCommand(deps),
    'coin-up:switch': coinUpSwitchCommand(deps),
    'coin-up:status': coinUpStatusCommand(deps),
  };
}

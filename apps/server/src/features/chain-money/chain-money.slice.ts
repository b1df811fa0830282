import { type ChainMoneyPorts, chainMoneyConsole } from './chain-money.console.ts';
import { type RecordDeps, recordLevels } from './record-levels.ts';

/** Where the house's coins lie: the worker writes it down, the console shows it. */
export function chainMoneySlice(deps: RecordDeps & ChainMoneyPorts) {
  return { watchers: [recordLevels(deps)], consoleHandlers: chainMoneyConsole(deps) };
}

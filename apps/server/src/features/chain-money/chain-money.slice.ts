import { type ChainMoneyPorts, chainMoneyConsole, readCoins } from './chain-money.console.ts';
import { type RecordDeps, recordLevels } from './record-levels.ts';

/** Where the house's coins lie: the worker writes it down, the console shows it. */
export function chainMoneySlice(deps: RecordDeps & ChainMoneyPorts) {
  return {
    watchers: [recordLevels(deps)],
    consoleHandlers: chainMoneyConsole(deps),
    /** Levels of the wallets and how far each chain is followed. */
    readCoins: async (now: Date) => (await readCoins(deps, now)).coins,
  };
}

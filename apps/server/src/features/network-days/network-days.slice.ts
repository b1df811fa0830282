import { BitcoinChain } from '@lode/chain-bitcoin';
import { minedCoins } from '@lode/money';
import type { ChainNodes } from '../../platform/chains/chain-nodes.ts';
import type { Command } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import { choice, optional } from '../../platform/commands/option.ts';
import type { ConsoleImport } from '../../platform/console-import.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { SubsidyRule } from './day-bounds.ts';
import { importNetworkDays, previewNetworkDays } from './import-network-days.ts';
import { networkDaysConsole } from './network-days.console.ts';
import {
  importPoolReport,
  type PoolReportColumn,
  poolReportColumns,
  previewPoolReport,
  replayPoolReport,
} from './pool-report.ts';
import { type NetworkDayColumn, networkDayColumns } from './read-network-days.ts';
import { replayNetworkDay } from './replay.ts';
import { type NodeDaysDeps, takeNodeDays } from './take-node-days.ts';

export interface NetworkDaysDeps extends Omit<NodeDaysDeps, 'openReader'> {
  subsidies: SubsidyRule;
  nodes: Pick<ChainNodes, 'open'>;
  staffReads: Queryable;
}

export function networkDaysSlice({ nodes, staffReads, subsidies, ...deps }: NetworkDaysDeps) {
  async function openReader(): Promise<BitcoinChain | null> {
    const chain = await nodes.open('BITCOIN');
    return chain instanceof BitcoinChain ? chain : null;
  }
  return {
    /** Reads the days that are over from the node, where there is one. */
    watchers: [takeNodeDays({ ...deps, openReader })],
    /** Lets a past day stand for a date of the demo. */
    replayNetworkDay,
    replayPoolReport,
    consoleHandlers: networkDaysConsole(staffReads),
    importing: {
      NETWORK_DAYS: {
        columns: { required: networkDayColumns },
        hasCoin: true,
        run: (into, lines, { coin, now }) => importNetworkDays(into, lines, coin, now, subsidies),
        preview: (lines, newLines, { coin, now }) => previewNetworkDays(lines, newLines, coin, now, subsidies),
      } satisfies ConsoleImport<NetworkDayColumn>,
      POOL_REPORT: {
        columns: { required: poolReportColumns },
        run: (into, lines, { now }) => importPoolReport(into, lines, now),
        preview: (lines, newLines, { now }) => previewPoolReport(lines, newLines, now),
      } satisfies ConsoleImport<PoolReportColumn>,
    },
    commands: {
      'import:network-days': importCommand({
        summary: 'Brings in network days: blocks, difficulty, subsidies and fees',
        example: 'days.csv --coin DOGE',
        columns: { required: networkDayColumns },
        options: { coin: optional(choice(minedCoins, 'the mined coin'), 'BTC') },
        run: (lines, { coin = 'BTC' }, { database, clock }) =>
          importNetworkDays(database, lines, coin, clock.now(), subsidies),
      }),
      'import:pool-report': importCommand({
        summary: "Brings in the pool's report of what machines mined",
        example: 'report.csv',
        columns: { required: poolReportColumns },
        options: {},
        run: (lines, _input, { database, clock }) => importPoolReport(database, lines, clock.now()),
      }),
    } satisfies Record<string, Command>,
  };
}

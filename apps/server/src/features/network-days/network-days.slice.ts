import { BitcoinChain } from '@lode/chain-bitcoin';
import type { ChainNodes } from '../../platform/chains/chain-nodes.ts';
import { type Command, UsageError } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import { importNetworkDays } from './import-network-days.ts';
import { type MinedCoin, networkDayColumns } from './network-day.ts';
import { importPoolReport, poolReportColumns, replayPoolReport } from './pool-report.ts';
import { replayNetworkDay } from './replay.ts';
import { type NodeDaysDeps, takeNodeDays } from './take-node-days.ts';

export interface NetworkDaysDeps extends Omit<NodeDaysDeps, 'openReader'> {
  nodes: Pick<ChainNodes, 'open'>;
}

export function networkDaysSlice({ nodes, ...deps }: NetworkDaysDeps) {
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
    commands: {
      'import:network-days': importCommand({
        columns: { required: networkDayColumns },
        options: ['coin'],
        run: ({ database, clock }, lines, { coin = 'BTC' }) =>
          importNetworkDays(database, lines, minedCoin(coin), clock.now()),
      }),
      'import:pool-report': importCommand({
        columns: { required: poolReportColumns },
        run: ({ database, clock }, lines) => importPoolReport(database, lines, clock.now()),
      }),
    } satisfies Record<string, Command>,
  };
}

function minedCoin(text: string): MinedCoin {
  if (text === 'BTC' || text === 'ETH' || text === 'DOGE') return text;
  throw new UsageError('--coin is one of BTC, ETH, DOGE');
}

import type { ChainAdapter, ChainSum } from '@lode/chain';
import { divFloor, formatAmount, ledgerScale } from '@lode/money';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import { lookIntoAccount } from '../../platform/chains/hot-account.ts';
import { type Command, readArguments } from '../../platform/commands/command.ts';
import { type Database, one, type Queryable, query } from '../../platform/db/database.ts';
import { readLying } from './sweeps.store.ts';

export interface HotWalletDeps {
  database: Database;
  nodes: Pick<ChainNodes, 'open'>;
  /** What approved withdrawals will still take, by coin. */
  readWaiting(db: Queryable): Promise<Map<string, bigint>>;
}

/** `npm run ops -- hot-wallet`: where to send coins, what is there, what waits for it. Exit code 1: something waits in vain. */
export function hotWalletCommand({ database, nodes, readWaiting }: HotWalletDeps): Command {
  return async ({ print, fail }, args) => {
    readArguments(args, {});
    const waiting = await readWaiting(database);
    let exitCode = 0;
    for (const network of networks) {
      const chain = await nodes.open(network);
      if (isClosed(chain)) {
        fail(`${network} is not open: ${chain.closed}`);
        exitCode = 1;
        continue;
      }
      print(`hot ${network} ${chain.ownAddress('house', 0).address}`);
      const lines = network === 'ERC20' ? await account(database, chain, waiting) : await outputs(database, waiting);
      for (const line of lines.tell) print(line);
      for (const line of lines.short) fail(line);
      if (lines.short.length > 0) exitCode = 1;
    }
    return exitCode;
  };
}

interface Lines {
  tell: string[];
  short: string[];
}

const textOf = (coin: ChainSum['coin'], amount: bigint): string => `${formatAmount(amount, coin)} ${coin}`;
const inUnits = (wei: bigint): bigint => divFloor(wei, 10n ** BigInt(18 - ledgerScale('ETH')));

async function account(database: Database, chain: ChainAdapter, waiting: Map<string, bigint>): Promise<Lines> {
  const { usdt, wei, reserved } = await lookIntoAccount(database, chain, chain.ownAddress('house', 0));
  const lying = await readLying(database);
  const wanted = (waiting.get('USDT') ?? 0n) + reserved.usdt;
  const tell = [
    `  holds ${textOf('USDT', usdt)} and ${textOf('ETH', inUnits(wei))}`,
    `  promised to payments under way: ${textOf('USDT', reserved.usdt)} and at most ${textOf('ETH', inUnits(reserved.wei))}`,
    `  approved withdrawals wait for ${textOf('USDT', waiting.get('USDT') ?? 0n)}`,
    `  ${textOf('USDT', lying.amount)} of credited deposits lie at ${lying.addresses} customers' addresses`,
  ];
  const short: string[] = [];
  if (wanted > usdt) short.push(`  lacks ${textOf('USDT', wanted - usdt)}`);
  if (wei <= reserved.wei) short.push('  lacks ETH for gas');
  return { tell, short };
}

const spendable = query<{ amount: bigint }>(
  'sweeps.spendable-bitcoin',
  'select coalesce(sum(amount), 0)::bigint as amount from spendable_output',
);

/** On Bitcoin payments spend customers' deposits as they lie: nothing has to be brought together. */
async function outputs(database: Database, waiting: Map<string, bigint>): Promise<Lines> {
  const { amount } = await one(database, spendable);
  const wanted = waiting.get('BTC') ?? 0n;
  const tell = [`  can spend ${textOf('BTC', amount)}`, `  approved withdrawals wait for ${textOf('BTC', wanted)}`];
  return { tell, short: wanted > amount ? [`  lacks ${textOf('BTC', wanted - amount)}, and fees`] : [] };
}

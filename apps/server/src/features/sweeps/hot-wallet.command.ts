import { type ChainAdapter, type ChainSum, hotAddress, numberIn } from '@lode/chain';
import { divFloor, formatAmount, ledgerScale } from '@lode/money';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import { lookIntoAccount } from '../../platform/chains/hot-account.ts';
import { houseAddressNumbers } from '../../platform/chains/house-addresses.ts';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { type Database, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { readLying } from './sweeps.store.ts';

export interface HotWalletDeps {
  database: Database;
  nodes: Pick<ChainNodes, 'open'>;
  /** The sum that approved withdrawals will still take, by coin. */
  readonly readWaiting: (db: Queryable) => Promise<Map<string, bigint>>;
}

/** Exit code 1: a hot wallet cannot pay what is approved; 2: none is known to be short, but a network is not open. */
export function hotWalletCommand({ database, nodes, readWaiting }: HotWalletDeps): Command {
  return defineCommand({
    group: 'Withdrawals',
    summary: 'Shows where to send coins, what is there and what waits for it',
    options: {},
    example: '',
    effects: 'reads',
    fields: {
      network: 'BITCOIN or ERC20',
      address: 'of its hot wallet: coins from outside are the treasury’s',
      pool: 'where the pool pays: coins from outside wait in SUSPENSE for pool:payment',
    },
    async run(_input, { print, fail }) {
      const waiting = await readWaiting(database);
      let [isShort, isUnknown] = [false, false];
      for (const network of networks) {
        const chain = await nodes.open(network);
        if (isClosed(chain)) {
          fail(`${network} is not open: ${chain.closed}`, { network });
          isUnknown = true;
          continue;
        }
        const ownAddress = (index: number) => chain.ownAddress('house', numberIn(chain.generation ?? 0, index)).address;
        const address = ownAddress(houseAddressNumbers.funding);
        print(`hot ${network} ${address}`, { network, address });
        if (network === 'BITCOIN') {
          const pool = ownAddress(houseAddressNumbers.pool);
          print(`pool ${network} ${pool}`, { network, pool });
        }
        const { state, shortages } =
          network === 'ERC20'
            ? await describeAccount(database, chain, waiting)
            : await describeOutputs(database, waiting);
        for (const line of state) print(line, { network });
        for (const line of shortages) fail(line, { network });
        if (shortages.length > 0) isShort = true;
      }
      if (isShort) return 1;
      return isUnknown ? 2 : 0;
    },
  });
}

interface WalletLines {
  state: string[];
  shortages: string[];
}

const textOf = (coin: ChainSum['coin'], amount: bigint): string => `${formatAmount(amount, coin)} ${coin}`;
const inUnits = (wei: bigint): bigint => divFloor(wei, 10n ** BigInt(18 - ledgerScale('ETH')));

async function describeAccount(
  database: Database,
  chain: ChainAdapter,
  waiting: Map<string, bigint>,
): Promise<WalletLines> {
  const { usdt, wei, reserved } = await lookIntoAccount(database, chain, hotAddress(chain));
  const lying = await readLying(database);
  const needed = (waiting.get('USDT') ?? 0n) + reserved.usdt;
  const state = [
    `  holds ${textOf('USDT', usdt)} and ${textOf('ETH', inUnits(wei))}`,
    `  promised to payments under way: ${textOf('USDT', reserved.usdt)} and at most ${textOf('ETH', inUnits(reserved.wei))}`,
    `  approved withdrawals wait for ${textOf('USDT', waiting.get('USDT') ?? 0n)}`,
    `  ${textOf('USDT', lying.amount)} of credited deposits lie at ${lying.addresses} customers' addresses`,
  ];
  const shortages: string[] = [];
  if (needed > usdt) shortages.push(`  lacks ${textOf('USDT', needed - usdt)}`);
  if (wei <= reserved.wei) shortages.push('  lacks ETH for gas');
  return { state, shortages };
}

const spendable = query(
  'sweeps.spendable-bitcoin',
  'select coalesce(sum(amount), 0)::bigint as amount from spendable_output',
).as<{ amount: bigint }>();

/** On Bitcoin payments spend customers' deposits directly: there is no sweep. */
async function describeOutputs(database: Database, waiting: Map<string, bigint>): Promise<WalletLines> {
  const { amount } = await one(database, spendable);
  const needed = waiting.get('BTC') ?? 0n;
  const state = [`  can spend ${textOf('BTC', amount)}`, `  approved withdrawals wait for ${textOf('BTC', needed)}`];
  return { state, shortages: needed > amount ? [`  lacks ${textOf('BTC', needed - amount)}, and fees`] : [] };
}

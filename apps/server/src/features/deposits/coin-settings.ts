import type { Network } from '@lode/chain';
import type { Data } from '@lode/contract';
import { type Amount, coins, displayScale, parseAmount } from '@lode/money';
import { type ChainNodes, isClosed, networks } from '../../platform/chains/chain-nodes.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { coinOf, type DepositCoin } from './deposit-state.ts';
import { readFollowed } from './watcher.store.ts';

const words = ['deposit.min', 'withdraw.min', 'withdraw.max', 'withdraw.day', 'withdraw.fee'] as const;
type Word = (typeof words)[number];
export type CoinSettingKey = `${Word}.${DepositCoin}`;

export interface SettingPort {
  /** The values in force at a time, each a decimal in full scale of its coin. */
  readonly settingsAt: (
    db: Queryable,
    keys: readonly CoinSettingKey[],
    at: Date,
  ) => Promise<Record<CoinSettingKey, string>>;
}

/** Smallest deposit of a network in force at a time. */
export async function depositMin(
  db: Queryable,
  { settingsAt }: SettingPort,
  network: Network,
  at: Date,
): Promise<Amount> {
  const coin = coinOf[network];
  const key = `deposit.min.${coin}` as const;
  return parseAmount((await settingsAt(db, [key], at))[key], coin);
}

/** Whether deposits on a network are looked for. A node that is down for a moment does not close it. */
export async function openNetworks(db: Queryable, nodes: ChainNodes): Promise<Set<Network>> {
  const followed = await readFollowed(db);
  const opened = await Promise.all(networks.map(async (network) => ({ network, chain: await nodes.open(network) })));
  return new Set(
    opened.filter(({ network, chain }) => followed.has(network) && !isClosed(chain)).map(({ network }) => network),
  );
}

/** Every coin with its networks: what the client must know before it offers to move any. */
export async function coinSettings(
  db: Queryable,
  ports: SettingPort & { nodes: ChainNodes },
  now: Date,
): Promise<Data<'coinSettings'>> {
  const keys = Object.values(coinOf).flatMap((coin) => words.map((word) => `${word}.${coin}` as const));
  const values = await ports.settingsAt(db, keys, now);
  const open = await openNetworks(db, ports.nodes);
  const networksOf = (coin: string) =>
    networks
      .filter((network) => coinOf[network] === coin)
      .map((network) => ({
        network,
        depositMin: values[`deposit.min.${coinOf[network]}`],
        confirmations: ports.nodes.confirmations(network),
        withdrawMin: values[`withdraw.min.${coinOf[network]}`],
        withdrawMax: values[`withdraw.max.${coinOf[network]}`],
        dailyLimit: values[`withdraw.day.${coinOf[network]}`],
        fee: values[`withdraw.fee.${coinOf[network]}`],
        enabled: open.has(network),
      }));
  return {
    coins: coins.map((coin) => ({
      coin,
      precision: displayScale(coin),
      networks: networksOf(coin),
    })),
  };
}

import { type ChainAdapter, ChainUnavailable, hotAddress, type OwnAddress, WrongChain } from '@lode/chain';
import { divFloor, ledgerScale } from '@lode/money';
import { type ChainNodes, isClosed } from '../../platform/chains/chain-nodes.ts';
import { lookIntoAccount } from '../../platform/chains/hot-account.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Tick } from '../../platform/jobs/ticking.ts';
import { type Level, readBitcoin, readLying, writeLevels } from './levels.store.ts';

export interface RecordDeps {
  database: Database;
  nodes: Pick<ChainNodes, 'open'>;
  /** The cold wallet's addresses that are watched. */
  readonly readColdAddresses: (
    database: Database,
    chain: ChainAdapter,
  ) => Promise<{ number: number; address: string; key: string }[]>;
}

/** It sums all outputs that are kept. */
const pauseMs = 10 * 60_000;
const inUnits = (wei: bigint): bigint => divFloor(wei, 10n ** BigInt(18 - ledgerScale('ETH')));

/** Every ten minutes. A node that does not respond leaves the levels of its network as they were, with their time. */
export function recordLevels(deps: RecordDeps): Tick {
  let readAt = -Infinity;
  return async (now) => {
    // A clock that was set back must not stop it.
    if (Math.abs(now.getTime() - readAt) < pauseMs) return;
    const { hot, cold } = await readBitcoin(deps.database);
    const levels: Level[] = [
      { coin: 'BTC', place: 'HOT', amount: hot, reserved: 0n },
      { coin: 'BTC', place: 'COLD', amount: cold, reserved: 0n },
      ...(await readAccount(deps)),
    ];
    await writeLevels(deps.database, levels, now);
    readAt = now.getTime();
  };
}

async function readAccount({ database, nodes, readColdAddresses }: RecordDeps): Promise<Level[]> {
  const chain = await nodes.open('ERC20');
  if (isClosed(chain)) return [];
  try {
    const { usdt, wei, reserved } = await lookIntoAccount(database, chain, hotAddress(chain));
    const coldAddresses = (await readColdAddresses(database, chain)).map(
      (one): OwnAddress => ({ branch: 'house', index: one.number, ...one }),
    );
    const cold = coldAddresses.length === 0 ? [] : await chain.holdings(coldAddresses);
    return [
      { coin: 'USDT', place: 'HOT', amount: usdt, reserved: reserved.usdt },
      { coin: 'USDT', place: 'COLD', amount: sumOf(cold, 'USDT'), reserved: 0n },
      { coin: 'USDT', place: 'DEPOSIT_ADDRESSES', amount: await readLying(database), reserved: 0n },
      { coin: 'ETH', place: 'HOT', amount: inUnits(wei), reserved: inUnits(reserved.wei) },
    ];
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain) return [];
    throw error;
  }
}

const sumOf = (sums: Awaited<ReturnType<ChainAdapter['holdings']>>, coin: string): bigint =>
  sums.find((sum) => sum.coin === coin)?.atomic ?? 0n;

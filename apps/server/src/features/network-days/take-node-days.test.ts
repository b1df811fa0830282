// A day read from a node's own blocks is the day that a file of the same blocks would bring in; it comes once, when it is over for
// the chain, and only from the chain that counts.
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { TestBitcoind, testSeed } from '@lode/chain-bitcoin/testing';
import { formatAmount } from '@lode/money';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { recordingLog } from '../../testing/recording-log.ts';
import { importNetworkDays } from './import-network-days.ts';
import type { NetworkDay } from './network-day.ts';
import { takeNodeDays } from './take-node-days.ts';

const seconds = (time: string): number => Date.parse(`${time}Z`) / 1_000;
let test: TestDatabase;
let node: TestBitcoind;
let chain: BitcoinChain;
let log = recordingLog();

beforeAll(async () => {
  test = await createTestDatabase();
  node = await TestBitcoind.start([`-mocktime=${seconds('2026-03-01T00:00:00')}`]);
  const { extendedPublicKey: accountKey } = signingAccount(testSeed, 'regtest');
  chain = new BitcoinChain({ url: node.url, chain: 'regtest', accountKey, timeoutMs: 60_000 });
  await mineAt('2026-03-01T12:00:00', 110);
  for (const hour of ['03', '09', '15', '21']) {
    await node.call('setmocktime', [seconds(`2026-03-02T${hour}:00:00`)]);
    await node.pay(await node.text('getnewaddress'), '0.25');
    await node.mine(2);
  }
});
afterAll(async () => {
  chain.close();
  await node.stop();
  await test.drop();
});

async function mineAt(time: string, blocks: number): Promise<void> {
  await node.call('setmocktime', [seconds(time)]);
  await node.mine(blocks);
}

const taker = (countedChain = 'regtest', openReader: () => Promise<BitcoinChain | null> = async () => chain) =>
  takeNodeDays({
    database: test.database,
    openReader,
    countedChain,
    log,
    raiseAlert: async () => true,
    announceAlert: () => {},
  });

const days = async () =>
  (
    await test.database.query({
      text: `select date, blocks, subsidy_sum, fee_sum, epochs, source, first_height, last_height, first_hash, last_hash
             from network_day order by date`,
    })
  ).rows;

/** The day counted independently, from the coinbases of all blocks. */
async function counted(
  date: string,
): Promise<Pick<NetworkDay, 'blocks' | 'subsidySum' | 'feeSum'> & { heights: number[] }> {
  const heights: number[] = [];
  let paid = 0n;
  let subsidySum = 0n;
  const tip = Number(await node.call('getblockcount'));
  for (let height = 1; height <= tip; height += 1) {
    const hash = await node.text('getblockhash', [height]);
    const block = (await node.call('getblock', [hash, 2], { exactDecimals: true })) as {
      time: number;
      tx: { vout: { value: string }[] }[];
    };
    if (new Date(block.time * 1_000).toISOString().slice(0, 10) !== date) continue;
    heights.push(height);
    paid += block.tx[0]!.vout.reduce((sum, { value }) => sum + BigInt(value.replace('.', '')), 0n);
    subsidySum += 5_000_000_000n >> BigInt(Math.floor(height / 150));
  }
  return { blocks: heights.length, subsidySum, feeSum: paid - subsidySum, heights };
}

describe('a day of the node', () => {
  const overAt = new Date('2026-03-03T02:00:00Z');

  it('is not taken while the chain has not passed it, nor from a chain that does not count, nor without a node', async () => {
    await mineAt('2026-03-03T00:00:10', 4);
    await taker()(overAt);
    const before = await days();
    expect(before.map(({ date }) => date)).not.toContain('2026-03-02');
    await mineAt('2026-03-03T00:30:00', 12);
    await taker('main')(overAt);
    await taker('regtest', async () => null)(overAt);
    expect(await days()).toEqual(before);
  });

  it('is taken once, with the heights and hashes of its edges', async () => {
    log = recordingLog();
    const take = taker();
    await take(overAt);
    const { blocks, subsidySum, feeSum, heights } = await counted('2026-03-02');
    const day = (await days()).find(({ date }) => date === '2026-03-02');
    expect(day).toEqual({
      date: '2026-03-02',
      blocks,
      subsidy_sum: subsidySum,
      fee_sum: feeSum,
      epochs: [{ difficulty: '0.00000001', seconds: 86_400 }],
      source: 'node',
      first_height: heights[0],
      last_height: heights.at(-1),
      first_hash: await node.text('getblockhash', [heights[0]]),
      last_hash: await node.text('getblockhash', [heights.at(-1)]),
    });
    expect(blocks).toBe(8);
    expect(feeSum > 0n).toBe(true);
    expect(log.events).toContainEqual(expect.objectContaining({ event: 'network-day.read', date: '2026-03-02' }));
    log = recordingLog();
    await take(new Date(overAt.getTime() + 120_000));
    expect(log.events).toEqual([]);
  });

  it('equals a file of the same blocks, to the last unit', async () => {
    const { blocks, subsidySum, feeSum } = await counted('2026-03-02');
    const values = {
      date: '2026-03-02',
      blocks: String(blocks),
      difficulty: '0.00000001',
      subsidySum: formatAmount(subsidySum, 'BTC'),
      feeSum: formatAmount(feeSum, 'BTC'),
    };
    const file = (changed: Partial<typeof values> = {}) =>
      importNetworkDays(test.database, [{ line: 2, values: { ...values, ...changed } }], 'BTC', overAt, 'ANY_YEAR');
    expect(await file()).toMatchObject({ outcome: 'imported', imported: 0, alreadyThere: 1 });
    const other = formatAmount(feeSum + 1n, 'BTC');
    expect(await file({ feeSum: other })).toMatchObject({ outcome: 'refused' });
  });
});

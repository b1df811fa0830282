// Proves that a mining day read from a node is what the blocks say: by their own times, with the node's own sums, and with real
// epochs; and that no day is read that could still change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BitcoinChain } from './bitcoin-chain.ts';
import { signingAccount } from './keys.ts';
import { plainDifficulty } from './network-day.ts';
import { testSeed } from './testing/bitcoin-harness.ts';
import { TestBitcoind } from './testing/bitcoind.ts';
import { brokenNode } from './testing/broken-node.ts';

const { extendedPublicKey: accountKey } = signingAccount(testSeed, 'regtest');
const at = (time: string): number => Date.parse(`${time}Z`) / 1_000;

describe('on a real node', () => {
  let node: TestBitcoind;
  let chain: BitcoinChain;
  beforeAll(async () => {
    // A wallet looks at no block that is older than itself.
    node = await TestBitcoind.start([`-mocktime=${at('2026-03-01T00:00:00')}`]);
    chain = new BitcoinChain({ url: node.url, chain: 'regtest', accountKey });
    await mineAt('2026-03-01T12:00:00', 120);
    for (const hour of ['01', '05', '09', '13', '17', '21']) {
      await node.call('setmocktime', [at(`2026-03-02T${hour}:30:00`)]);
      if (hour !== '01') await node.pay(await node.text('getnewaddress'), '0.5');
      await node.mine(1);
    }
    await mineAt('2026-03-02T23:59:59', 1);
  });
  afterAll(async () => {
    chain.close();
    await node.stop();
  });

  async function mineAt(time: string, blocks: number): Promise<void> {
    await node.call('setmocktime', [at(time)]);
    await node.mine(blocks);
  }

  it('is null while the day is not over for the chain, then it is whole', async () => {
    expect(await chain.networkDay('2026-03-02')).toBeNull();
    // The clock has passed the day, but a block with a time of that day could still come.
    await mineAt('2026-03-03T00:00:00', 5);
    expect(await chain.networkDay('2026-03-02')).toBeNull();
    await mineAt('2026-03-03T00:10:00', 6);
    const day = await chain.networkDay('2026-03-02');

    // The same, from the coinbases: what a file of that day would say.
    const blocks = await blocksOf('2026-03-02');
    const paid = blocks.reduce((sum, { paid: coinbase }) => sum + coinbase, 0n);
    expect(blocks).toHaveLength(7);
    const subsidySum = blocks.reduce((sum, { height }) => sum + subsidyAt(height), 0n);
    expect(day).toEqual({
      coin: 'BTC',
      date: '2026-03-02',
      blocks: 7,
      subsidySum,
      feeSum: paid - subsidySum,
      firstHeight: blocks[0]!.height,
      firstHash: blocks[0]!.hash,
      lastHeight: blocks.at(-1)!.height,
      lastHash: blocks.at(-1)!.hash,
      epochs: [{ difficulty: '0.00000001', seconds: 86_400 }],
      source: 'node',
    });
    expect(day!.feeSum > 0n).toBe(true);
  });

  it('counts a halving inside the day, each block with its own subsidy', async () => {
    await mineAt('2026-03-04T06:00:00', 20);
    await mineAt('2026-03-05T00:00:00', 12);
    const blocks = await blocksOf('2026-03-04');
    const subsidies = new Set(blocks.map(({ height }) => subsidyAt(height)));
    expect(subsidies.size).toBe(2);
    const day = await chain.networkDay('2026-03-04');
    expect(day?.subsidySum).toBe(blocks.reduce((sum, { height }) => sum + subsidyAt(height), 0n));
  });

  it('is null for a day without a block, and refuses what is no date', async () => {
    await mineAt('2026-03-09T00:00:00', 12);
    expect(await chain.networkDay('2026-03-07')).toBeNull();
    for (const date of ['2026-3-1', '2026-02-30T', 'today', '2026-13-01']) {
      await expect(chain.networkDay(date)).rejects.toThrow(TypeError);
    }
  });

  /** Walks over the whole chain, knowing nothing of how a day is found. */
  async function blocksOf(date: string) {
    const tip = Number(await node.call('getblockcount'));
    const found: { height: number; hash: string; paid: bigint }[] = [];
    for (let height = 1; height <= tip; height += 1) {
      const hash = await node.text('getblockhash', [height]);
      const block = (await node.call('getblock', [hash, 2], { exactDecimals: true })) as {
        time: number;
        tx: { vout: { value: string }[] }[];
      };
      if (new Date(block.time * 1_000).toISOString().slice(0, 10) !== date) continue;
      const paid = block.tx[0]!.vout.reduce((sum, { value }) => sum + BigInt(value.replace('.', '')), 0n);
      found.push({ height, hash, paid });
    }
    return found;
  }

  /** Regtest halves every 150 blocks. */
  const subsidyAt = (height: number): bigint => 5_000_000_000n >> BigInt(Math.floor(height / 150));
});

describe('on a scripted node', () => {
  interface Scripted {
    time: number;
    bits?: string;
    difficulty?: string;
  }

  /** A node of nothing but headers. Median times as the rules have them. */
  async function dayOf(blocks: readonly Scripted[], date: string) {
    const hashOf = (height: number): string => height.toString(16).padStart(64, '0');
    const median = (height: number): number => {
      const times = blocks.slice(Math.max(0, height - 10), height + 1).map(({ time }) => time);
      return times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
    };
    const answers: Record<string, (params: unknown[]) => unknown> = {
      getblockchaininfo: () => ({ chain: 'regtest' }),
      getbestblockhash: () => hashOf(blocks.length - 1),
      getblockhash: ([height]) => hashOf(height as number),
      getblockheader: ([hash]) => {
        const height = Number.parseInt(hash as string, 16);
        const { time, bits = '1d00ffff', difficulty = '1' } = blocks[height]!;
        const confirmations = blocks.length - height;
        const previousblockhash = height === 0 ? undefined : hashOf(height - 1);
        return { hash, height, time, bits, difficulty, mediantime: median(height), confirmations, previousblockhash };
      },
      getblockstats: () => ({ subsidy: 625_000_000, totalfee: 12_345 }),
    };
    const { url, close } = await brokenNode((request) => {
      const { method, params } = JSON.parse(request.slice(request.indexOf('{'))) as {
        method: string;
        params: unknown[];
      };
      return JSON.stringify({ result: answers[method]!(params), error: null });
    });
    const chain = new BitcoinChain({ url, chain: 'regtest', accountKey });
    try {
      return await chain.networkDay(date);
    } finally {
      chain.close();
      await close();
    }
  }

  const day = '2024-05-09';
  const start = at(`${day}T00:00:00`);
  /** A block every ten minutes from two days before to four hours after. */
  const regular = (change: (height: number, time: number) => Partial<Scripted> = () => ({})): Scripted[] =>
    Array.from({ length: 456 }, (_, height) => {
      const time = start - 172_800 + height * 600;
      return { time, ...change(height, time) };
    });

  it('has 144 blocks in a regular day, and heights of its edges', async () => {
    expect(await dayOf(regular(), day)).toMatchObject({
      blocks: 144,
      firstHeight: 288,
      lastHeight: 431,
      subsidySum: 144n * 625_000_000n,
      feeSum: 144n * 12_345n,
    });
  });

  it('splits at the block that ends an epoch, and the seconds add up', async () => {
    const epochs = (await dayOf(
      regular((height) =>
        height >= 330 ? { bits: '1c00ffff', difficulty: '88104191118793.16' } : { difficulty: '83148355189239.77' },
      ),
      day,
    ))!.epochs;
    // Block 329 was found (329 − 288) · 600 seconds into the day.
    expect(epochs).toEqual([
      { difficulty: '83148355189239.77', seconds: 24_600 },
      { difficulty: '88104191118793.16', seconds: 61_800 },
    ]);
  });

  it('belongs to the new epoch whole when the old one ended with the last block of the day before', async () => {
    const blocks = regular((height) => (height >= 288 ? { bits: '1c00ffff', difficulty: '2' } : {}));
    expect((await dayOf(blocks, day))!.epochs).toEqual([{ difficulty: '2', seconds: 86_400 }]);
  });

  it("counts blocks by their own time where times run backwards over the day's edges", async () => {
    const blocks = regular((height, time) => {
      if (height === 285) return { time: time + 3_600 };
      if (height === 290) return { time: start - 60 };
      return {};
    });
    const read = await dayOf(blocks, day);
    expect(read).toMatchObject({ blocks: 144, firstHeight: 285, lastHeight: 431 });
    expect(read!.epochs).toEqual([{ difficulty: '1', seconds: 86_400 }]);
  });
});

it.each([
  ['15546745765529.31', '15546745765529.31'],
  ['4.656542373906925e-10', '0.00000001'],
  ['1', '1'],
  ['8.8104191118793160e+13', '88104191118793.16'],
  ['0.123456785', '0.12345679'],
])('a difficulty of %s is written %s', (text, plain) => {
  expect(plainDifficulty(text)).toBe(plain);
});

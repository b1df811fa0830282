/**
 * R7: the events of both chains are delivered twice, out of order, late, or not at all, to two watchers of each at once. At
 * the end every deposit stands where it stands for watchers who heard everything once and in order. The controls lose a part
 * without a word.
 */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Network, Payment, ScannedBlock } from '@lode/chain';
import { ChainUnavailable } from '@lode/chain';
import { type ScriptedEvm, startScriptedEvm } from '@lode/chain-evm/testing';
import { needed, startTwoChains } from '../../apps/server/src/features/deposits/testing/deposit-fixture.ts';
import type { DepositFixture } from '../../apps/server/src/features/deposits/testing/random-life.ts';
import { seededRandom } from '../random.ts';
import type { Context, Options } from './proofs.ts';

interface TwoChains {
  evm: ScriptedEvm;
  /** Bitcoin, then Ethereum, of one app. */
  sides: readonly [DepositFixture, DepositFixture];
}

type Random = ReturnType<typeof seededRandom>;

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}

/** Three in ten are delivered twice, all in random order. */
function doubled<T>(list: readonly T[], random: Random): T[] {
  return shuffled([...list, ...list.filter(() => random.below(10) < 3)], random);
}

interface Noise {
  /** Blocks, and the events delivered in them. */
  delivered: Record<Network, number>;
  isQuiet: boolean;
}
/** The chain whose events are partly lost without an error. */
type Loss = Network | null;

/** Late: the newest blocks are not delivered yet. */
const behind = (noise: Noise, random: Random): number => (noise.isQuiet ? 0 : random.below(4));
const isTwentieth = (random: Random): boolean => random.below(20) === 0;
/** Often enough that a control leaves something out, whatever order the watchers ask in. */
const isLeftOut = (random: Random): boolean => random.below(4) === 0;

function makeBitcoinNoisy({ chain }: DepositFixture, noise: Noise, random: Random, isLossy: boolean): void {
  const { scan, scanMempool, tip } = { scan: chain.scan, scanMempool: chain.scanMempool, tip: chain.tip };
  const spoil = (payments: readonly Payment[]) =>
    isLossy ? payments.filter(() => !isLeftOut(random)) : doubled(payments, random);
  chain.beforeCall = () => {
    if (!noise.isQuiet && isTwentieth(random)) throw new ChainUnavailable('BITCOIN', 'down', 'no answer');
  };
  chain.scan = async (height, watched): Promise<ScannedBlock | null> => {
    const block = await scan.call(chain, height, watched);
    if (block === null) return null;
    const payments = spoil(block.payments);
    noise.delivered.BITCOIN += 1 + payments.length;
    return { ...block, payments };
  };
  chain.scanMempool = async (watched) => doubled(await scanMempool.call(chain, watched), random);
  chain.tip = async () => {
    const newest = await tip.call(chain);
    return chain.blocks.at(Math.max(0, newest.height - behind(noise, random)))?.block ?? newest;
  };
}

function makeEthereumNoisy(evm: ScriptedEvm, noise: Noise, random: Random, isLossy: boolean): void {
  const spoil = (logs: readonly unknown[]) => (isLossy ? logs.filter(() => !isLeftOut(random)) : doubled(logs, random));
  evm.respond = (method, truth, [first, second]) => {
    if (!noise.isQuiet && isTwentieth(random)) throw new Error('no answer');
    if (method === 'eth_getBlockByNumber' && second === true && truth !== null) noise.delivered.ERC20 += 1;
    if (method === 'eth_getBlockByNumber' && first === 'latest') {
      const { height } = evm.blocks.tip;
      const { block } = evm.blocks.at(height - behind(noise, random)) ?? { block: evm.blocks.tip };
      return { ...(truth as object), ...asReported(block) };
    }
    if (method === 'eth_getLogs') {
      // A node that has not got so far answers with nothing instead of an error.
      const logs = !noise.isQuiet && isTwentieth(random) ? [] : spoil(truth as unknown[]);
      noise.delivered.ERC20 += logs.length;
      return logs;
    }
    if (method === 'eth_getBlockReceipts' && truth !== null) {
      const receipts = (truth as { logs: unknown[] }[]).map((one) => ({ ...one, logs: spoil(one.logs) }));
      noise.delivered.ERC20 += receipts.flatMap(({ logs }) => logs).length;
      return shuffled(receipts, random);
    }
    return truth;
  };
}

function asReported({ height, hash, parentHash, time }: ScannedBlock['block']) {
  return { number: `0x${height.toString(16)}`, hash, parentHash, timestamp: `0x${time.toString(16)}` };
}

/** The same payments and blocks for both, in the same order. */
async function deliver(
  [inOrder, noisy]: [TwoChains, TwoChains],
  events: number,
  noise: Noise,
  random: Random,
): Promise<void> {
  const look = async () => {
    const clock = inOrder.sides[0].app.clock.now();
    const usual = inOrder.sides.map(({ look: one }) => one());
    await Promise.all([...usual, ...watchers.map((watcher) => watcher(clock))]);
  };
  const watchers = noisy.sides.flatMap((side) => [side.watcher(undefined, 2), side.watcher(undefined, 3)]);
  const keys: string[][][] = [];
  for (const { sides } of [inOrder, noisy]) {
    const [{ app }] = sides;
    const customers = [await app.createCustomer(), await app.createCustomer(), await app.createCustomer()];
    const places: string[][] = [[], []];
    // One after the other: in that order both hand out the same addresses.
    for (const one of customers)
      for (const side of [0, 1] as const) places[side]?.push((await sides[side].placeOf(one)).key);
    keys.push(places);
  }
  assert.deepEqual(keys[1], keys[0]);
  let logAt = 5_000;
  while (noise.delivered.BITCOIN + noise.delivered.ERC20 < events) {
    for (const side of [0, 1] as const) {
      for (let payment = random.below(5); payment > 0; payment--) {
        const outputs = Array.from({ length: 1 + random.below(3) }, () => ({
          key: random.pick(keys[0]?.[side] ?? []),
          amount: BigInt(2_000 + random.below(30_000)) * inOrder.sides[side].unit,
        }));
        for (const { sides } of [inOrder, noisy]) sides[side].pay(...outputs);
      }
      const blocks = random.below(3);
      for (const { sides } of [inOrder, noisy]) sides[side].mine(blocks);
    }
    await look();
    if (noise.delivered.BITCOIN + noise.delivered.ERC20 >= logAt) {
      console.log(`R7: ${logAt} events after ${Math.round(performance.now() / 1000)} s`);
      logAt += 5_000;
    }
  }
  noise.isQuiet = true;
  // A small sum waits for the customer's next deposit, and which looks come between the two is chance: the last takes all along.
  for (const { sides } of [inOrder, noisy]) {
    for (const [side, one] of sides.entries()) {
      for (const key of keys[0]?.[side] ?? []) one.pay({ key, amount: 20_000n * one.unit });
      one.mine(needed);
    }
  }
  for (let time = 0; time < 3; time++) await look();
}

async function endOf({ sides: [{ app, assertBooks }] }: TwoChains) {
  await assertBooks();
  const { rows } = await app.database.query<{ network: Network }>({
    text: `select network, customer_id, txid, output_index, amount, status, height, block_hash, transfer_id is not null as is_credited
           from deposit order by network, txid, output_index`,
  });
  const balances = await app.database.query({ text: 'select account, posted from ledger.balance order by account' });
  return { deposits: rows, balances: balances.rows };
}

async function twoWorlds(seed: number, loss: Loss, events: number, onEnd: Context['onEnd']) {
  const random = seededRandom(seed);
  const start = async (): Promise<TwoChains> => {
    const evm = await startScriptedEvm();
    onEnd(() => evm.close());
    const sides = await startTwoChains(evm);
    onEnd(() => sides[0].app.stop());
    return { evm, sides };
  };
  const [inOrder, noisy] = [await start(), await start()];
  const noise: Noise = { delivered: { BITCOIN: 0, ERC20: 0 }, isQuiet: false };
  makeBitcoinNoisy(noisy.sides[0], noise, random, loss === 'BITCOIN');
  makeEthereumNoisy(noisy.evm, noise, random, loss === 'ERC20');
  await deliver([inOrder, noisy], events, noise, random);
  return { expected: await endOf(inOrder), found: await endOf(noisy), delivered: noise.delivered };
}

export async function simulateEvents({ seed, sizes: { events } }: Options, { prove }: Context): Promise<void> {
  await prove(
    `R7: ${events} events of both chains, doubled, shuffled, late and lost: the same end as in order`,
    async (onEnd) => {
      const { expected, found, delivered } = await twoWorlds(seed, null, events, onEnd);
      console.log(
        `R7: ${delivered.BITCOIN} events of Bitcoin, ${delivered.ERC20} of Ethereum, ${expected.deposits.length} deposits`,
      );
      assert.deepEqual(found, expected);
      for (const network of ['BITCOIN', 'ERC20'] as const) {
        assert.ok(delivered[network] > events / 5, `${delivered[network]} events of ${network}`);
        assert.ok(expected.deposits.filter((one) => one.network === network).length > 10, `deposits of ${network}`);
      }
    },
  );
  for (const network of ['BITCOIN', 'ERC20'] as const) {
    await prove(`R7, control: what ${network} leaves out without a word is noticed`, async (onEnd) => {
      const { expected, found } = await twoWorlds(seed, network, 300, onEnd);
      assert.ok(!isDeepStrictEqual(found, expected), 'what was left out was not noticed');
    });
  }
}

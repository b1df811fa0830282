/**
 * R7: what a node tells is told twice, out of order, late, or not at all, to two watchers at once. At the end every deposit
 * stands where it stands for a watcher who heard everything once and in order. The control loses a part without a word.
 */
import type { Payment, ScannedBlock } from '@lode/chain';
import { ChainUnavailable } from '@lode/chain';
import { afterEach, expect, it } from 'vitest';
import { needed, startDepositWorld } from '../../apps/server/src/features/deposits/testing/deposit-world.ts';
import type { DepositWorld } from '../../apps/server/src/features/deposits/testing/random-life.ts';
import { seededRandom } from '../random.ts';
import { seed, sizes } from './sizes.ts';

const worlds: DepositWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.app.stop();
});

type Random = ReturnType<typeof seededRandom>;

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random.below(rest.length), 1)[0] as T);
}

/** Three in ten are told twice, all of them in any order. */
function doubled<T>(list: readonly T[], random: Random): T[] {
  return shuffled([...list, ...list.filter(() => random.below(10) < 3)], random);
}

interface Noise {
  told: number;
  isQuiet: boolean;
}

/** Makes a world's node a bad witness: `spoil` is what it does to the payments of a block. */
function makeNoisy({ chain }: DepositWorld, random: Random, spoil: (payments: readonly Payment[]) => Payment[]): Noise {
  const noise: Noise = { told: 0, isQuiet: false };
  const { scan, scanMempool, tip } = { scan: chain.scan, scanMempool: chain.scanMempool, tip: chain.tip };
  chain.beforeCall = () => {
    // One call in twenty gets no answer.
    if (!noise.isQuiet && random.below(20) === 0) throw new ChainUnavailable('BITCOIN', 'down', 'no answer');
  };
  chain.scan = async (height, watched): Promise<ScannedBlock | null> => {
    const block = await scan.call(chain, height, watched);
    if (block === null) return null;
    const payments = spoil(block.payments);
    noise.told += 1 + payments.length;
    return { ...block, payments };
  };
  chain.scanMempool = async (watched) => doubled(await scanMempool.call(chain, watched), random);
  chain.tip = async () => {
    const newest = await tip.call(chain);
    // Late: the newest blocks are not told of yet.
    const late = noise.isQuiet ? 0 : random.below(4);
    return chain.blocks.at(Math.max(0, newest.height - late))?.block ?? newest;
  };
  return noise;
}

/** The same payments and blocks for every world, in the same order. */
async function tell(all: readonly DepositWorld[], noise: Noise, random: Random): Promise<void> {
  const watchers = all.map((world, index) =>
    index === 0 ? [world.watcher()] : [world.watcher(undefined, 2), world.watcher(undefined, 3)],
  );
  const keys: string[][] = [];
  for (const world of all) {
    const customers = [await world.addCustomer(), await world.addCustomer(), await world.addCustomer()];
    keys.push(customers.map(({ key }) => key));
  }
  expect(keys[1]).toEqual(keys[0]);
  const [customers = []] = keys;
  const look = () =>
    Promise.all(
      all.flatMap((world, index) => (watchers[index] ?? []).map((watcher) => watcher(world.app.clock.now()))),
    );
  while (noise.told < sizes.events) {
    for (let payment = random.below(5); payment > 0; payment--) {
      const outputs = Array.from({ length: 1 + random.below(3) }, () => ({
        key: random.pick(customers),
        amount: BigInt(2_000 + random.below(30_000)),
      }));
      for (const world of all) world.pay(...outputs);
    }
    const blocks = random.below(3);
    for (const world of all) world.mine(blocks);
    await look();
  }
  noise.isQuiet = true;
  for (const world of all) world.mine(needed);
  await look();
  await look();
}

async function endOf({ app, assertBooks }: DepositWorld): Promise<unknown> {
  await assertBooks();
  const { rows } = await app.database.query({
    text: `select customer_id, txid, output_index, amount, status, height, block_hash, transfer_id is not null as is_credited
           from deposit order by txid, output_index`,
  });
  const balances = await app.database.query({ text: 'select account, posted from ledger.balance order by account' });
  return { deposits: rows, balances: balances.rows };
}

async function twoWorlds(spoil: (random: Random) => (payments: readonly Payment[]) => Payment[]) {
  const random = seededRandom(seed);
  const [inOrder, noisy] = [await startDepositWorld(), await startDepositWorld()];
  worlds.push(inOrder, noisy);
  const noise = makeNoisy(noisy, random, spoil(random));
  await tell([inOrder, noisy], noise, random);
  return { expected: await endOf(inOrder), found: await endOf(noisy) };
}

it(`R7: ${sizes.events} events, doubled, shuffled, late and lost: the same end as in order`, async () => {
  const { expected, found } = await twoWorlds((random) => (payments) => doubled(payments, random));
  expect(found).toEqual(expected);
  expect((expected as { deposits: unknown[] }).deposits.length).toBeGreaterThan(20);
});

it('R7, control: payments that are left out without a word are noticed', async () => {
  const { expected, found } = await twoWorlds((random) => (payments) => payments.filter(() => random.below(20) > 0));
  expect(found).not.toEqual(expected);
});

import assert from 'node:assert/strict';
import { needed, type startDepositFixture } from './deposit-fixture.ts';

export type DepositFixture = Awaited<ReturnType<typeof startDepositFixture>>;

/** Repeatable chance. */
function dice(seed: number) {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

class Killed extends Error {}

/** Payments, blocks and forks at random, with two watchers that die at random places. Ends with everything final. */
export async function live(world: DepositFixture, seed: number, rounds: number) {
  const roll = dice(seed);
  const customers = [await world.addCustomer(), await world.addCustomer(), await world.addCustomer()];
  const places = new Set<string>();
  let killIn = 3;
  let forks = 0;
  const fresh = () =>
    world.watcher((point) => {
      places.add(point);
      killIn -= 1;
      if (killIn === 0) throw new Killed();
    }, 2);
  let watchers = [fresh(), fresh()];
  const look = async () => {
    const both = await Promise.allSettled(watchers.map((watcher) => watcher(world.app.clock.now())));
    for (const [at, one] of both.entries()) {
      if (one.status === 'fulfilled') continue;
      if (!(one.reason instanceof Killed)) throw one.reason;
      // What is killed remembers nothing.
      watchers = watchers.map((watcher, i) => (i === at ? fresh() : watcher));
      killIn = 1 + roll(12);
    }
  };
  for (let round = 0; round < rounds; round += 1) {
    const { blocks } = world;
    const customer = customers[roll(3)] as (typeof customers)[number];
    const what = roll(6);
    if (what <= 1) world.pay({ key: customer.key, amount: BigInt(1_000 + roll(20_000)) * world.unit });
    else if (what <= 4) world.mine(1 + roll(2));
    else {
      const deep = 1 + roll(6);
      forks += 1;
      const gone = Array.from({ length: deep }, (_, i) => blocks.at(blocks.tip.height - i)?.txs ?? []).flat();
      const back = gone.filter(() => roll(2) === 0);
      blocks.reorganise(deep, [back, ...Array.from({ length: deep }, () => [])]);
    }
    await look();
  }
  killIn = Number.POSITIVE_INFINITY;
  world.blocks.mempool.clear();
  world.pay();
  world.mine(needed);
  await look();
  return { customers, places, forks };
}

/** What the chain itself says: per customer all that was ever credited is there to stay, and what stands is credited once. */
export async function compareWithChain(
  world: DepositFixture,
  customers: Awaited<ReturnType<typeof live>>['customers'],
): Promise<void> {
  await world.assertBooks();
  const standing = new Map(world.blocks.transactions().map(({ tx, block }) => [tx.txid, { tx, block }]));
  const tip = world.blocks.tip.height;
  for (const customer of customers) {
    const { rows } = await world.app.database.query<{
      txid: string;
      status: string;
      amount: bigint;
      transfer_id: bigint | null;
      block_hash: string | null;
    }>({
      text: 'select txid, status, amount, transfer_id, block_hash from deposit where customer_id = $1',
      values: [customer.id],
    });
    const onChain = [...standing.values()].filter(({ tx }) => tx.outputs.some(({ key }) => key === customer.key));
    for (const { tx, block } of onChain) {
      const row = rows.find(({ txid }) => txid === tx.txid);
      assert.equal(row?.block_hash, block.hash);
      const isFinal = tip - block.height + 1 >= needed;
      if (isFinal) assertOneOf(row?.status, 'CREDITED', 'BELOW_MINIMUM');
    }
    for (const row of rows) if (!standing.has(row.txid)) assertOneOf(row.status, 'ORPHANED', 'SEEN');
    const credited = rows
      .filter(({ transfer_id }) => transfer_id !== null)
      .reduce((sum, { amount }) => sum + amount, 0n);
    assert.equal(await world.held(customer), credited);
    const small = rows.filter(({ status }) => status === 'BELOW_MINIMUM').reduce((sum, { amount }) => sum + amount, 0n);
    assert.ok(small < 10_000n * world.unit, `${small} wait for the next deposit`);
  }
}

function assertOneOf(found: string | undefined, ...allowed: string[]): void {
  assert.ok(found !== undefined && allowed.includes(found), `${found} is not ${allowed.join(' or ')}`);
}

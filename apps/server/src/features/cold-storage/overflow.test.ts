// What the hot wallet has too much goes into cold storage by itself: a real bitcoind, the product's own signer, its own policy.
import { descriptorOfOthers } from '@lode/chain-bitcoin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coldTransferSigner } from '../../platform/chains/cold-transfer-signer.ts';
import { startColdFixture } from './testing/cold-fixture.ts';

const start = 180_000;
const bounds = { upper: '1.00000000', target: '0.40000000', perDay: '5.00000000' };
let world: Awaited<ReturnType<typeof startColdFixture>>;
beforeAll(async () => {
  world = await startColdFixture();
}, start);
afterAll(() => world?.stop(), start);

const fund = async (amount: string): Promise<void> => {
  const { txid } = await world.bitcoind.pay(world.chain.ownAddress('house', 0).address, amount);
  await world.mine(3);
  // Without it the tests below would wait for nothing, and name another reason.
  const { rows } = await world.app.owner.query({ text: 'select from house_arrival where txid = $1', values: [txid] });
  expect(rows, `${txid} in the books`).toHaveLength(1);
};

const alerts = async (): Promise<string[]> => {
  const { rows } = await world.app.owner.query<{ message: string }>({
    text: `select message from alert where kind = 'cold-refused' and resolved_at is null`,
  });
  return rows.map(({ message }) => message);
};

it('is off by default, and refuses bounds that are out of order', { timeout: start }, async () => {
  await world.trust();
  await fund('2');
  await world.look(2);
  expect(await world.transfers()).toEqual([]);
  await expect(world.bounds({ ...bounds, target: '1.00000000' })).rejects.toThrow('below upper');
  await expect(world.bounds({ ...bounds, perDay: '0.50000000' })).rejects.toThrow('perDay');
});

it('sends what is above the target to the next cold address, and custody is equal at every block', {
  timeout: start,
}, async () => {
  await world.bounds(bounds);
  await world.look(2);
  expect(await world.transfers()).toEqual(['OVERFLOW 0 160000000 open']);
  await world.assertAll();
  for (let block = 0; block < 4; block += 1) {
    await world.mine();
    await world.assertAll();
  }
  expect(await world.transfers()).toEqual(['OVERFLOW 0 160000000 true']);
  expect(await world.coldSatoshi()).toBe(160_000_000n);
  const { rows } = await world.app.owner.query({
    text: 'select from house_arrival where goes_to = $1',
    values: ['SUSPENSE'],
  });
  expect(rows).toEqual([]);
  // At the target nothing more goes; the change is spendable.
  await world.look(3);
  expect(await world.transfers()).toHaveLength(1);
});

it.each(['cold:built', 'cold:answered', 'cold:stored', 'cold:sent', 'cold:final', 'cold:before-commit'])(
  'a worker that ends at %s sends once',
  { timeout: start },
  async (point) => {
    const before = await world.coldSatoshi();
    const known = (await world.transfers()).length;
    await world.bounds(null);
    await fund('1');
    await world.bounds({ ...bounds, perDay: '50.00000000' });
    let hasEnded = false;
    for (let round = 0; round < 3 && !hasEnded; round += 1) hasEnded = await world.dyingRound(point);
    for (let block = 0; block < 4; block += 1) {
      await world.bitcoind.mine(1);
      hasEnded ||= await world.dyingRound(point);
    }
    expect(hasEnded).toBe(true);
    await world.look(2);
    await world.mine(4);
    const made = (await world.transfers()).slice(known);
    expect(made).toEqual([expect.stringMatching(/^OVERFLOW \d+ \d+ true$/)]);
    expect((await world.coldSatoshi()) - before).toBe(BigInt(made[0]?.split(' ')[2] ?? 0));
    await world.assertAll();
  },
);

it('pays nothing when the signer’s policy has another wallet, frees the inputs, and tries again later', {
  timeout: start,
}, async () => {
  await world.bounds(null);
  await world.trust('1000000000', descriptorOfOthers);
  const before = await world.coldSatoshi();
  await fund('1.5');
  await world.bounds({ ...bounds, perDay: '50.00000000' });
  await world.look(4);
  const last = (await world.transfers()).at(-1);
  expect(last).toMatch(/ false$/);
  expect(await alerts()).toEqual([
    expect.stringMatching(/^the signer does not sign cold:\d+ of 1\.[0-9]{8} BTC: .*not the cold address/),
  ]);
  await world.mine(4);
  expect(await world.coldSatoshi()).toBe(before);
  const { rows } = await world.app.owner.query({
    text: `select from outpoint_reservation r join cold_transfer t on t.id = r.cold_transfer_id where t.is_paid = false`,
  });
  expect(rows).toEqual([]);
  await world.assertAll();
  await world.trust();
  // What was given up here was ended there first: a request that comes late is signed no more.
  const { rows: given } = await world.app.owner.query<{ id: bigint }>({
    text: 'select max(id) as id from cold_transfer',
  });
  const late = {
    id: `cold:${given[0]?.id}`,
    network: 'BITCOIN' as const,
    coldNumber: 0,
    paying: 0,
    payload: 'cHNidP8B',
  };
  expect(await coldTransferSigner(world.signer.client).sign(late)).toMatchObject({
    refused: expect.stringContaining('abandoned or finalised'),
  });
  expect((await world.transfers()).at(-1)).toBe(last);
  world.app.clock.advance({ minutes: 11 });
  await world.look(2);
  await world.mine(4);
  expect((await world.transfers()).at(-1)).toMatch(/^OVERFLOW \d+ \d+ true$/);
  expect(await alerts()).toEqual([]);
  await world.assertAll();
});

it('leaves what approved withdrawals still take', { timeout: start }, async () => {
  await world.bounds(null);
  world.app.clock.advance({ minutes: 11 });
  const customer = await world.customer('1.2');
  await world.withoutNode(async () => {
    await world.approve(await world.applied(customer, await world.receiver(), '1.1'));
  });
  const known = (await world.transfers()).length;
  await world.bounds({ ...bounds, perDay: '50.00000000' });
  await world.dyingRound('none');
  expect(await world.transfers()).toHaveLength(known);
  // Paid, it is above the bound no more; with another deposit it is.
  await world.app.runJobs();
  await world.mine(4);
  expect(await world.transfers()).toHaveLength(known);
  await fund('0.9');
  await world.look();
  expect(await world.transfers()).toHaveLength(known + 1);
});

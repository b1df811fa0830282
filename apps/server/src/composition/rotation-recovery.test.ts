// What goes wrong during a rotation on Bitcoin: fees that are too low, lost blocks, many inputs, a signer that refuses, a thief. A real bitcoind.
import { writeFile } from 'node:fs/promises';
import type { BitcoinChain } from '@lode/chain-bitcoin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRotationFixture } from '../features/key-rotation/testing/rotation-fixture.ts';
import type { TestCustomer } from '../testing/app.ts';
import { dyingRotationRound } from '../testing/dying-rotation-round.ts';
import { withdrawalActions } from '../testing/withdrawal-actions.ts';

const start = 300_000;
let world: Awaited<ReturnType<typeof startRotationFixture>>;
let customer: TestCustomer;
/** Of the first keys. */
let old: { customer: string; house: string };
beforeAll(async () => {
  world = await startRotationFixture();
  customer = await world.app.createMoneyCustomer();
  old = {
    customer: await world.addressOf(customer, 'BTC'),
    house: (await world.chainOf('BITCOIN')).ownAddress('house', 0).address,
  };
  await world.rotate();
}, start);
afterAll(() => world?.stop(), start);

interface Move {
  id: string;
  state: string;
  attempts: number;
  signed: number;
  inputs: number;
  hash: string | null;
}
const moves = async (): Promise<Move[]> => {
  const { rows } = await world.app.owner.query<Move>({
    text: `select t.id::text, coalesce(t.is_paid::text, 'open') as state, count(p.attempt)::int as attempts, count(p.bytes)::int as signed,
        coalesce(max(cardinality(p.outpoints)), 0)::int as inputs, max(p.block_hash) as hash
      from cold_transfer t left join cold_payment p on p.transfer_id = t.id where t.kind = 'ROTATION' group by t.id order by t.id`,
  });
  return rows;
};
const pay = async (...amounts: string[]): Promise<void> => {
  for (const amount of amounts) await world.bitcoind.pay(old.house, amount);
};
const state = () => world.run('keys:state');
/** What came in is posted, and nothing else happens. */
const follow = async (): Promise<void> => {
  for (let round = 0; round < 2; round += 1)
    for (const watcher of world.app.slices.deposits.watchers) await watcher(world.app.clock.now());
};
const stuck = async (blocks: number): Promise<void> => {
  await world.bitcoind.mineEmpty(blocks);
  await world.look();
};

it('moves more inputs than one transaction takes', { timeout: start }, async () => {
  for (let at = 0; at < 205; at += 1) {
    await pay('0.001');
    if (at % 20 === 19) await world.bitcoind.mine(1);
  }
  await world.bitcoind.mine(4);
  await world.mine(12);
  const made = await moves();
  expect(made.every(({ state: one }) => one === 'true')).toBe(true);
  expect(Math.max(...made.map(({ inputs }) => inputs))).toBe(200);
  expect((await state()).exit).toBe(0);
  await world.assertAll();
  const sent = (await world.bitcoind.call('listtransactions', ['*', 1_000])) as Record<string, unknown>[];
  const arrived = sent.filter((one) => one.address === old.house && Number(one.confirmations) > 0);
  expect(made.reduce((sum, { inputs }) => sum + inputs, 0)).toBe(arrived.length);
});

it('goes into another block after a reorganisation, and nothing is posted again', { timeout: start }, async () => {
  await pay('0.25');
  await world.mine(10);
  const before = (await moves()).at(-1);
  expect(before?.state).toBe('true');
  const height = Number(await world.bitcoind.call('getblockcount'));
  const { height: at } = (await world.bitcoind.call('getblockheader', [before?.hash])) as { height: number };
  await world.bitcoind.reorganise(height - at + 1, height - at + 2);
  await world.look();
  await world.look();
  expect((await state()).exit).toBe(1);
  await world.mine(4);
  const after = (await moves()).at(-1);
  expect([after?.id, after?.attempts]).toEqual([before?.id, 1]);
  expect(after?.hash).not.toBe(before?.hash);
  expect((await state()).exit).toBe(0);
  await world.assertAll();
});

it('what waits for a block across the next rotation is replaced, and what it leaves is moved', {
  timeout: start,
}, async () => {
  const actions = withdrawalActions(world.app, { coin: 'BTC', network: 'BITCOIN' });
  const known = (await moves()).length;
  await world.bitcoind.pay(await world.addressOf(customer, 'BTC'), '0.5');
  await world.mine(4);
  const receiver = await world.bitcoind.text('getnewaddress');
  const id = await actions.approved(customer, receiver, '0.1');
  await pay('0.2');
  await world.bitcoind.mine(1);
  for (let block = 0; block < 4; block += 1) {
    await stuck(1);
    await world.app.runJobs();
  }
  // A payment and a move are signed and wait; a further move is only built.
  expect((await actions.record(customer, id)).thirdStatus).toBe('IN_PAYMENT');
  expect((await moves()).slice(known)).toMatchObject([{ state: 'open', signed: 1 }]);
  const { txid } = await world.bitcoind.pay(old.house, '0.15');
  await world.bitcoind.call('generateblock', [await world.bitcoind.text('getnewaddress'), [txid]]);
  await world.bitcoind.mineEmpty(2);
  await follow();
  expect(await dyingRotationRound(world, 'rotation:built')).toBe(true);
  await world.rotate();
  expect((await moves()).slice(known).map((one) => [one.state, one.signed])).toEqual([
    ['open', 1],
    ['false', 0],
  ]);
  expect((await state()).printed.join('\n')).toMatch(
    new RegExp(`BTC that are kept for withdrawals: ${id} \\([0-9.]+ BTC\\); withdrawal:fail frees`),
  );
  world.app.clock.advance({ minutes: 61 });
  const chain = (await world.chainOf('BITCOIN')) as BitcoinChain;
  const { feeRate } = chain;
  chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 25_000n });
  await stuck(1);
  await world.app.runJobs();
  await stuck(1);
  chain.feeRate = feeRate;
  expect((await moves()).slice(known)[0]).toMatchObject({ state: 'open', attempts: 2, signed: 2 });
  const { rows } = await world.app.owner.query({ text: 'select from withdrawal_payment where txid is not null' });
  expect(rows).toHaveLength(2);
  await world.mine(12);
  await world.app.runJobs();
  expect((await actions.record(customer, id)).thirdStatus).toBe('SUCCESS');
  expect(Number(await world.bitcoind.call('getreceivedbyaddress', [receiver, 1]))).toBeCloseTo(0.0998, 8);
  expect((await state()).printed.join('\n')).not.toContain('cannot be retired');
  expect((await state()).exit).toBe(0);
  await world.assertAll();
});

it('asks a signer that refuses now and then only, and goes on when it signs', { timeout: start }, async () => {
  const known = (await moves()).length;
  const limit = async (internalCostPerDay: string): Promise<void> => {
    const policy = JSON.parse(await world.signer.command('show'));
    const file = `${world.signer.dataDir}/limited-policy.json`;
    await writeFile(file, JSON.stringify({ ...policy, bitcoin: { ...policy.bitcoin, internalCostPerDay } }));
    await world.signer.command('policy:set', '--file', file);
  };
  const { internalCostPerDay } = JSON.parse(await world.signer.command('show')).bitcoin;
  await limit('0');
  await pay('0.3');
  await world.mine(8);
  for (let round = 0; round < 5; round += 1) await world.look();
  // Each refusal ends a transfer at the signer for good, and such ends are counted.
  expect((await moves()).slice(known).map((one) => one.state)).toEqual(['false']);
  expect((await state()).printed.join('\n')).toContain('no move spends');
  await limit(internalCostPerDay);
  world.app.clock.advance({ minutes: 11 });
  await world.mine(6);
  expect((await moves()).slice(known).map((one) => one.state)).toEqual(['false', 'true']);
  await world.assertAll();
});

it('says what is left and why: below its fee', { timeout: start }, async () => {
  await pay('0.00000400');
  await world.mine(6);
  const { exit, printed } = await state();
  expect([exit, printed.join('\n')]).toEqual([
    1,
    expect.stringMatching(
      /generation 0 cannot be retired: BITCOIN: 0\.00000400 BTC at \d+ addresses of generation 0 are left, of them 0\.00000400 BTC in 1 outputs that no move spends/,
    ),
  ]);
  expect(printed.join('\n')).not.toContain('generation 1 cannot');
  expect((await world.both('keys:retire', '--generation', '0')).failed.join()).toContain('no move spends');
  expect(await world.both('keys:retire', '--generation', '1')).toMatchObject({ exit: 0 });
  // With others it is worth its fee.
  await pay('0.1');
  await world.mine(8);
  expect((await state()).exit).toBe(0);
  await world.assertAll();
});

it('what a thief has left of a move goes on at once, and the theft is all that custody lacks', {
  timeout: start,
}, async () => {
  const known = (await moves()).length;
  await pay('0.3', '0.2', '0.1');
  // Seen and final for the watcher, and the worker ends before the node has the move.
  await world.bitcoind.mine(3);
  await follow();
  const stolen = (await world.outputs()).filter(({ amount }) => amount === 30_000_000n);
  expect(stolen).toHaveLength(1);
  for (const point of ['rotation:built', 'cold:stored'])
    expect([point, await dyingRotationRound(world, point)]).toEqual([point, true]);
  expect((await moves()).slice(known)).toMatchObject([{ state: 'open', signed: 1, inputs: 3 }]);
  const [lost] = (await moves()).slice(known);
  const free = () => world.run('cold:free', '--id', lost?.id ?? '', '--by', 'finance', '--reason', 'seen');
  expect((await free()).failed.join()).toContain('ended without being paid');
  await world.steal(stolen);
  await world.mine(12);
  expect((await moves()).slice(known)).toMatchObject([
    { state: 'false', inputs: 3 },
    { state: 'true', inputs: 2 },
  ]);
  expect((await state()).exit).toBe(0);
  await world.assertAll({ lost: 30_000_000n });
  // The input that is gone stays reserved: nothing is built with it.
  expect((await free()).failed.join()).toContain('abandon it at the signer first');
  await world.signer.command('release', '--payment', `cold:${lost?.id}`, '--reason', 'test');
  expect(await free()).toMatchObject({ exit: 0, printed: ['everything it would spend is spent'] });
});

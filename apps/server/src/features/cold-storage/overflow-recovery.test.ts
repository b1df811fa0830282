// An overflow whose fee is too low, whose block is gone, whose process was killed, or whose input was spent elsewhere: a real bitcoind.
import type { BitcoinChain } from '@lode/chain-bitcoin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mortalProcess } from '../../testing/mortal-process.ts';
import { startColdFixture } from './testing/cold-fixture.ts';

const start = 180_000;
const bounds = { upper: '1.00000000', target: '0.40000000', perDay: '50.00000000' };
let world: Awaited<ReturnType<typeof startColdFixture>>;
beforeAll(async () => {
  world = await startColdFixture();
  await world.trust();
}, start);
afterAll(() => world?.stop(), start);

const fund = async (...amounts: string[]): Promise<void> => {
  await world.bounds(null);
  for (const amount of amounts) await world.bitcoind.pay(world.chain.ownAddress('house', 0).address, amount);
  await world.mine(4);
  await world.bounds(bounds);
};
const attempts = async () => {
  const { rows } = await world.app.owner.query<{ outpoints: string[]; isSigned: boolean; hash: string | null }>({
    text: `select outpoints, bytes is not null as "isSigned", block_hash as hash from cold_payment
      where transfer_id = (select max(id) from cold_transfer) order by attempt`,
  });
  return rows;
};
const last = async () => (await world.transfers()).at(-1);

it.each(['cold:stored', 'cold:sent', 'cold:before-commit'])(
  'a process that is killed at %s sends once',
  { timeout: start },
  async (point) => {
    await fund('1.5');
    const before = await world.coldSatoshi();
    const known = (await world.transfers()).length;
    const environment = { BITCOIN_RPC_URL: world.bitcoind.url, DATA_DIR: world.signer.dataDir };
    const work = await mortalProcess('apps/server/src/testing/cold-process.ts', world.app.databaseUrl, environment);
    let isKilled = false;
    for (let round = 0; round < 6 && !isKilled; round += 1) {
      const { signal, code, complaint } = await work([world.app.clock.now().toISOString(), point]);
      if (signal !== 'SIGKILL' && code !== 0) throw new Error(complaint);
      isKilled = signal === 'SIGKILL';
      if (!isKilled) await world.bitcoind.mine(1);
    }
    expect(isKilled).toBe(true);
    await world.look(2);
    await world.mine(4);
    const made = (await world.transfers()).slice(known);
    expect(made).toEqual([expect.stringMatching(/^OVERFLOW \d+ \d+ true$/)]);
    expect((await world.coldSatoshi()) - before).toBe(BigInt(made[0]?.split(' ')[2] ?? 0));
    await world.assertAll();
  },
);

it('is bumped after an hour from the same inputs, and its fee is the one in the block', {
  timeout: start,
}, async () => {
  await fund('1.5');
  await world.look(2);
  world.app.clock.advance({ minutes: 61 });
  const { feeRate } = world.chain;
  world.chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 60_000n });
  await world.look(3);
  world.chain.feeRate = feeRate;
  const made = await attempts();
  expect(made.map(({ isSigned }) => isSigned)).toEqual([true, true]);
  expect(made[1]?.outpoints).toEqual(made[0]?.outpoints);
  await world.assertAll();
  await world.mine(4);
  expect(await last()).toMatch(/ true$/);
  expect((await attempts()).map(({ hash }) => hash !== null)).toEqual([false, true]);
  await world.assertAll();
});

it('goes into another block after a reorganisation, and nothing is posted again', { timeout: start }, async () => {
  await fund('1.5');
  await world.look(2);
  await world.mine(3);
  expect(await last()).toMatch(/ true$/);
  const [before] = await attempts();
  const cold = await world.coldSatoshi();
  await world.bitcoind.reorganise(3, 4);
  await world.look(2);
  await world.mine(4);
  const [after] = await attempts();
  expect(after?.hash).not.toBe(before?.hash);
  expect(await world.coldSatoshi()).toBe(cold);
  await world.assertAll();
});

it('gives back the inputs that another transaction did not spend, when the signer has abandoned it', {
  timeout: start,
}, async () => {
  await fund('1.1', '1.2');
  for (let round = 0; round < 2; round += 1) if (await world.dyingRound('cold:stored')) break;
  const [made] = await attempts();
  expect(made?.outpoints.length).toBeGreaterThan(1);
  const id = (await world.transferIds()).at(-1) ?? '';
  const free = () => world.run('cold:free', '--id', id, '--by', 'finance');
  expect((await free()).failed.join()).toContain('ended without being paid');
  await world.signer.command('release', '--payment', `cold:${id}`, '--reason', 'test');
  const spent = await spendElsewhere(made?.outpoints ?? []);
  await world.bounds(null);
  await world.mine(4);
  expect(await last()).toMatch(/ false$/);
  const done = await free();
  expect(done).toMatchObject({ exit: 0, printed: [expect.stringContaining('free again')] });
  expect(done.printed.join()).not.toContain(spent);
  const { rows } = await world.app.owner.query<{ outpoint: string }>({
    text: 'select outpoint from outpoint_reservation where cold_transfer_id = $1',
    values: [id],
  });
  expect(rows).toEqual([{ outpoint: spent }]);
});

/** A transaction of the hot wallet that the product knows nothing of spends one of these inputs. */
async function spendElsewhere(outpoints: readonly string[]): Promise<string> {
  const chain: BitcoinChain = world.chain;
  const [spent = ''] = outpoints;
  const [txid = '', index = ''] = spent.split(':');
  const { value } = (await world.bitcoind.call('gettxout', [txid, Number(index)])) as { value: number };
  const amount = BigInt(Math.round(value * 1e8));
  const { rows } = await world.app.owner.query<{ branch: 'house' | 'customer'; number: number }>({
    text: 'select branch, number from own_output where txid = $1 and index = $2',
    values: [txid, Number(index)],
  });
  const { branch, number } = rows[0] ?? { branch: 'house', number: 0 };
  const built = await chain.build({
    to: chain.ownAddress('house', 7).key,
    coin: 'BTC',
    amount: amount - 1_000n,
    source: {
      kind: 'OUTPUTS',
      outputs: [{ txid, index: Number(index), amount, owner: chain.ownAddress(branch, number) }],
      change: chain.ownAddress('house', 0),
    },
    rate: { unit: 'SAT_PER_KVB', rate: 5_000n },
  });
  if ('refused' in built) throw new Error(built.refused);
  const to = { branch: 'house' as const, index: 7 };
  const request = { kind: 'CONSOLIDATE' as const, id: 'consolidate:1', network: 'BITCOIN' as const, to };
  const answer = await world.signer.client.sign({ ...request, payload: built.payload });
  if (!('signed' in answer)) throw new Error(answer.detail);
  await chain.broadcast(chain.finish(built, answer.signed));
  return spent;
}

// What is under way on Ethereum when the seed is rotated: an overflow, a sweep, and the last ether. A real anvil.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { coldAddress } from '../features/cold-storage/testing/cold-usdt-fixture.ts';
import { startRotationFixture } from '../features/key-rotation/testing/rotation-fixture.ts';
import { dyingRotationRound } from '../testing/dying-rotation-round.ts';

const start = 300_000;
const ether = 10n ** 18n;
let world: Awaited<ReturnType<typeof startRotationFixture>>;
beforeAll(async () => {
  world = await startRotationFixture();
  const added = await world.both('cold:add', '--network', 'ERC20', '--descriptor', coldAddress);
  if (added.exit !== 0) throw new Error(added.failed.join());
  await world.signer.setCold('ERC20', { descriptor: coldAddress, perDay: '90000000000' });
}, start);
afterAll(() => world?.stop(), start);

const bounds = async (value: object | null): Promise<void> => {
  world.app.clock.advance({ seconds: 1 });
  const people = ['--by', 'admin', '--approved-by', 'approver', '--reason', 'seen'];
  const changed = await world.run(
    'setting:change',
    '--key',
    'hot.bounds.USDT',
    '--value',
    JSON.stringify(value),
    ...people,
  );
  if (changed.exit !== 0) throw new Error(changed.failed.join());
};
const hot = async () => {
  const chain = await world.chainOf('ERC20');
  return chain.ownAddress('house', (chain.generation ?? 0) * 100_000_000);
};
const fund = async ({ usdt, wei }: { usdt: bigint; wei: bigint }): Promise<void> => {
  const { address } = await hot();
  await world.anvil.ether(address, wei);
  await world.anvil.issue(address, usdt);
  await world.mine(4);
};
const lines = async (text: string): Promise<string[]> =>
  (await world.app.owner.query<{ line: string }>({ text })).rows.map(({ line }) => line);
const overflows = () =>
  lines(`select concat_ws(' ', t.amount, coalesce(t.is_paid::text, 'open'), count(p.bytes)) as line from cold_transfer t
    left join cold_payment p on p.transfer_id = t.id where t.kind = 'OVERFLOW' group by t.id order by t.id`);
/** Attempts, and those that are signed, of the newest of a kind. */
const attempts = (kind: string) =>
  lines(`select concat_ws(' ', count(*), count(p.txid)) as line from sweep_payment p
    where sweep_id = (select max(id) from sweep where kind = '${kind}')`);
const until = async (kind: string): Promise<void> => {
  for (let block = 0; block < 20; block += 1) {
    const [found] =
      await lines(`select concat(count(p.txid)) as line from sweep s join sweep_payment p on p.sweep_id = s.id
      where s.kind = '${kind}' and s.ended_at is null`);
    if (found !== '0' && found !== undefined) return;
    await world.anvil.mine();
    await world.look();
  }
  throw new Error(`no ${kind} was signed`);
};
const cold = async (): Promise<bigint> => {
  const chain = await world.chainOf('ERC20');
  const check = chain.checkAddress(coldAddress);
  if (!check.valid) throw new Error(check.reason);
  const sums = await chain.holdings([{ branch: 'house', index: 0, address: coldAddress, key: check.key }]);
  return sums.find(({ coin }) => coin === 'USDT')?.atomic ?? 0n;
};
/** The network asks for more, until the returned function is called. */
async function dearer(times: bigint, by: bigint): Promise<() => void> {
  const chain = await world.chainOf('ERC20');
  const { feeRate } = chain;
  chain.feeRate = async () => {
    const rate = await feeRate.call(chain);
    if (rate.unit !== 'WEI_PER_GAS') throw new Error(rate.unit);
    const { maxFee, maxPriorityFee } = rate;
    return { ...rate, maxFee: (maxFee * times) / by, maxPriorityFee: (maxPriorityFee * times) / by };
  };
  return () => {
    chain.feeRate = feeRate;
  };
}
const done = async (): Promise<void> => {
  await world.mine(24);
  expect((await world.moves()).filter((one) => one.endsWith('open'))).toEqual([]);
  expect((await world.run('keys:state')).printed.join('\n')).not.toContain('cannot be retired');
  expect((await world.run('keys:state')).exit).toBe(0);
  await world.assertAll();
};

it('an overflow that is signed arrives, and the rotation moves what it has left', { timeout: start }, async () => {
  await fund({ usdt: 2_000_000_000n, wei: ether });
  await bounds({ upper: '1000.000000', target: '400.000000', perDay: '50000.000000' });
  await world.look();
  await world.look();
  expect(await overflows()).toEqual(['1600000000 open 1']);
  await world.rotate();
  await done();
  expect(await overflows()).toEqual(['1600000000 true 1']);
  expect(await cold()).toBe(1_600_000_000n);
});

it('an overflow that is only built is signed with the earlier key, or planned anew', { timeout: start }, async () => {
  await bounds(null);
  await fund({ usdt: 1_000_000_000n, wei: 0n });
  await bounds({ upper: '1000.000000', target: '400.000000', perDay: '50000.000000' });
  expect(await dyingRotationRound(world, 'cold:built')).toBe(true);
  expect((await overflows()).at(-1)).toBe('1000000000 open 0');
  await world.rotate();
  await done();
  expect((await overflows()).slice(1)).toEqual(['1000000000 true 1']);
  expect(await cold()).toBe(2_600_000_000n);
});

it('a sweep that waits for a block is replaced at a higher fee, to the hot wallet that it was signed for', {
  timeout: start,
}, async () => {
  await bounds(null);
  const customer = await world.app.createMoneyCustomer();
  await world.anvil.issue(await world.addressOf(customer, 'USDT'), 200_000_000n);
  await until('SWEEP');
  await world.rotate();
  world.app.clock.advance({ minutes: 11 });
  const restore = await dearer(5n, 4n);
  await world.look();
  await world.look();
  restore();
  expect(await attempts('SWEEP')).toEqual(['2 2']);
  await done();
  expect((await world.moves()).filter((one) => one.startsWith('SWEEP'))).toEqual(['SWEEP true']);
  expect((await world.wallet(customer)).USDT).toBe(200_000_000n);
});

it('the last ether waits for lower fees: a higher one could not be paid', { timeout: start }, async () => {
  await world.rotate();
  await until('ROTATE_ETH');
  const [txid = ''] = await lines(`select txid as line from sweep_payment order by sweep_id desc limit 1`);
  const restore = await dearer(8n, 1n);
  for (let round = 0; round < 2; round += 1) {
    world.app.clock.advance({ minutes: 11 });
    await world.look();
    await world.look();
  }
  restore();
  expect(await attempts('ROTATE_ETH')).toEqual(['1 1']);
  // A node that has forgotten it is given the same bytes again.
  await world.anvil.ask('anvil_dropTransaction', txid);
  expect(await world.anvil.ask('eth_getTransactionByHash', txid)).toBeNull();
  await world.look();
  expect(await world.anvil.ask('eth_getTransactionByHash', txid)).not.toBeNull();
  await done();
  expect(await attempts('ROTATE_ETH')).toEqual(['1 1']);
});

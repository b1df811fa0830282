// Refills of the hot wallet that were proposed before a rotation: what they pay to the earlier hot wallet is recognised and moved.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ColdHolders, createColdHolders } from '@lode/chain-bitcoin/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRotationFixture } from '../features/key-rotation/testing/rotation-fixture.ts';

const start = 300_000;
let world: Awaited<ReturnType<typeof startRotationFixture>>;
let holders: ColdHolders;
let folder: string;
beforeAll(async () => {
  world = await startRotationFixture();
  folder = await mkdtemp(join(tmpdir(), 'lode-refill-'));
  holders = await createColdHolders(world.bitcoind);
  const added = await world.both('cold:add', '--network', 'BITCOIN', '--descriptor', holders.descriptor);
  if (added.exit !== 0) throw new Error(added.failed.join());
  const [first = ''] = (await world.bitcoind.call('deriveaddresses', [holders.descriptor, [0, 0]])) as string[];
  await world.bitcoind.pay(first, '3');
  await world.mine(4);
}, start);
afterAll(async () => {
  await world?.stop();
  await rm(folder, { recursive: true, force: true });
}, start);

let files = 0;
const path = (): string => join(folder, `${++files}.psbt`);
const alone = (name: string, ...args: string[]) => world.run(name, ...args, '--by', 'finance', '--reason', 'seen');
async function signedRefill(amount: string): Promise<string> {
  expect(await world.both('cold:refill', '--amount', amount)).toMatchObject({ exit: 0 });
  const file = path();
  expect(await alone('cold:refill-export', '--file', file)).toMatchObject({ exit: 0 });
  return holders.sign(1, await holders.sign(0, await readFile(file, 'utf8')));
}
const transfers = async (): Promise<string[]> => {
  const { rows } = await world.app.owner.query<{ line: string }>({
    text: `select concat_ws(' ', kind, coalesce(is_paid::text, 'open')) as line from cold_transfer order by id`,
  });
  return rows.map(({ line }) => line);
};
const state = () => world.run('keys:state');

it('is signed after the rotation, pays the earlier hot wallet, and goes on from there', {
  timeout: start,
}, async () => {
  const psbt = await signedRefill('1');
  await world.rotate();
  const { exit, printed } = await state();
  expect([exit, printed.join('\n')]).toEqual([1, expect.stringContaining('1 refills are under way')]);
  expect((await world.both('keys:retire', '--generation', '0')).failed.join()).toContain('1 refills');
  const file = path();
  await writeFile(file, psbt);
  expect(await alone('cold:refill-submit', '--file', file)).toMatchObject({ exit: 0 });
  await world.mine(12);
  expect(await transfers()).toEqual(['REFILL true', 'ROTATION true']);
  expect((await state()).exit).toBe(0);
  await world.assertAll();
});

it('was cancelled before the rotation, and is sent by its holders after it', { timeout: start }, async () => {
  const psbt = await signedRefill('0.5');
  expect(await alone('cold:refill-cancel')).toMatchObject({ exit: 0 });
  await world.rotate();
  await world.mine(8);
  // Its files are to be destroyed: it hinders no retirement, and is watched.
  expect((await state()).exit).toBe(0);
  expect(await world.both('keys:retire', '--generation', '0')).toMatchObject({ exit: 0 });
  expect(await world.both('keys:retire', '--generation', '1')).toMatchObject({ exit: 0 });
  const { hex } = (await world.bitcoind.call('finalizepsbt', [psbt])) as { hex: string };
  await world.bitcoind.call('sendrawtransaction', [hex]);
  await world.mine(12);
  expect((await transfers()).filter((one) => one.startsWith('REFILL'))).toEqual(['REFILL true', 'REFILL true']);
  expect((await transfers()).every((one) => one.endsWith('true'))).toBe(true);
  expect((await state()).exit).toBe(0);
  await world.assertAll();
});

it('was cancelled and lost its coins to the next one, whose change is cold and is not moved', {
  timeout: start,
}, async () => {
  const stale = await signedRefill('0.2');
  expect(await alone('cold:refill-cancel')).toMatchObject({ exit: 0 });
  const psbt = await signedRefill('0.3');
  await world.rotate();
  await world.mine(8);
  const file = path();
  await writeFile(file, psbt);
  expect(await alone('cold:refill-submit', '--file', file)).toMatchObject({ exit: 0 });
  await world.mine(12);
  expect((await transfers()).slice(-4)).toEqual(
    expect.arrayContaining(['REFILL false', 'REFILL true', 'ROTATION true']),
  );
  const { hex } = (await world.bitcoind.call('finalizepsbt', [stale])) as { hex: string };
  await expect(world.bitcoind.call('sendrawtransaction', [hex])).rejects.toThrow(/missing|spent/i);
  const { total_amount: cold } = (await world.bitcoind.call('scantxoutset', [
    'start',
    [{ desc: holders.descriptor, range: [0, 200] }],
  ])) as { total_amount: number };
  expect(cold).toBeCloseTo(1.2, 3);
  expect((await state()).exit).toBe(0);
  await world.assertAll();
});

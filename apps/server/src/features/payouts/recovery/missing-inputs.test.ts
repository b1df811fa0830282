// A payment on Bitcoin lost one input to another party for good: two people return its amount, and its remaining inputs are free
// once the signer has abandoned the payment. On a real bitcoind, with the real signer.
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { startBitcoinPayoutFixture } from '../../../testing/bitcoin-payout-fixture.ts';

const start = 180_000;
let world: Awaited<ReturnType<typeof startBitcoinPayoutFixture>>;
let customer: TestCustomer;
beforeAll(async () => {
  world = await startBitcoinPayoutFixture();
}, start);
afterAll(() => world?.stop(), start);

const state = async (id: string) => (await world.record(customer, id)).thirdStatus;

/** A transaction by another holder of the keys that spends one of the product's outputs without its knowledge. */
async function stranger(amount: bigint): Promise<() => Promise<void>> {
  const { app, chain, signer } = world;
  const { rows } = await app.owner.query<{ txid: string; index: number; amount: bigint; number: number }>({
    text: 'select txid, index, amount, number from spendable_output where amount = $1',
    values: [amount],
  });
  const [{ number, ...output } = { number: 0, txid: '', index: 0, amount: 0n }] = rows;
  const house = chain.ownAddress('house', 0);
  const owner = chain.ownAddress('customer', number);
  const unsigned = await chain.build({
    to: house.key,
    coin: 'BTC',
    amount: amount - 1_000n,
    rate: { unit: 'SAT_PER_KVB', rate: 5_000n },
    source: { kind: 'OUTPUTS', outputs: [{ ...output, amount, owner }], change: house },
  });
  if ('refused' in unsigned) throw new Error(unsigned.refused);
  const { payload } = unsigned;
  const to = { branch: 'house' as const, index: 0 };
  const answer = await signer.client.sign({
    kind: 'CONSOLIDATE',
    id: 'consolidate:1',
    network: 'BITCOIN',
    payload,
    to,
  });
  if (!('signed' in answer)) throw new Error(answer.detail);
  const signed = chain.finish(unsigned, answer.signed);
  await signer.command('release', '--payment', 'consolidate:1', '--reason', 'unknown transaction');
  return async () => void (await chain.broadcast(signed));
}

it('its amount returns once, and its remaining inputs are free when the signer has abandoned it', {
  timeout: start,
}, async () => {
  customer = await world.customer('0.4', '0.3');
  const before = await world.balance(customer);
  const sendRival = await stranger(30_000_000n);
  const address = await world.receiver();
  const id = await world.approved(customer, address, '0.5');
  const dying = world.payer({
    failpoint(point) {
      if (point === 'broadcast:before') throw new Error('ended');
    },
  });
  for (let round = 0; round < 4; round += 1) await dying.tick().catch(() => undefined);
  expect(await state(id)).toBe('IN_PAYMENT');
  await sendRival();
  await world.mine(1);
  expect(await world.both('withdrawal:fail', `--id ${id}`)).toMatchObject({ exit: 1 });
  await world.mine(3);
  const failed = await world.both('withdrawal:fail', `--id ${id}`);
  expect(failed).toMatchObject({ exit: 0 });
  expect(failed.printed.join()).toContain(`withdrawal:free --id ${id}`);
  expect(await world.balance(customer)).toBe(before);

  // More than what the stranger left: it waits for the other input.
  const next = await world.receiver();
  const other = await world.approved(customer, next, '0.35');
  await world.look(4);
  expect(await state(other)).toBe('APPROVAL_TO_BE_SIGNED');

  const free = () => world.ops('withdrawal:free', `--id ${id} --by finance`);
  const refused = await free();
  const [, paymentId = ''] = /release --payment (\S+) /.exec(refused.failed.join()) ?? [];
  expect(paymentId).toContain(`withdrawal:${id}`);
  // What two people could only hope for before: the signer itself says that it gives it to others.
  expect(
    await world.signer.command('release', '--payment', paymentId, '--reason', 'an input was spent elsewhere'),
  ).toContain('is abandoned');
  const freed = await free();
  expect(freed).toMatchObject({ exit: 0 });
  expect(freed.printed.join()).toMatch(/free again: [0-9a-f]{64}:[0-9]+$/);
  expect((await free()).printed.join()).toContain('everything it would spend is spent');
  await world.look(3);
  await world.mine(4);
  expect(await state(other)).toBe('SUCCESS');
  expect(await state(id)).toBe('FAILED');
  expect([await world.received(address), await world.received(next)]).toEqual([0, 0.3498]);
  expect(await world.ops('withdrawal:free', `--id ${other} --by finance`)).toMatchObject({ exit: 1 });
  const { withdrawals, deposits } = world.app.slices;
  await assertBooksBalance(world.app.database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
});

// What a taken-over server could write: a withdrawal with another transfer's money, or with another address than the one it shows.
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { customerAccount, houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { TestCustomer } from '../../testing/app.ts';
import { bitcoinAddress, otherBitcoinAddress, startWithdrawalFixture } from '../../testing/withdrawal-fixture.ts';

let world: Awaited<ReturnType<typeof startWithdrawalFixture>>;
let customer: TestCustomer;
let keys = 0;
const date = '2026-03-10';
beforeAll(async () => {
  world = await startWithdrawalFixture();
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
});

const wallet = (id: bigint) => customerAccount(id, 'OUTPUT_ACCOUNT', 'BTC');
const pending = houseAccount('WITHDRAWAL_PENDING', 'BTC');

async function posted(db: Queryable, posting: Partial<Posting>, key = `minted:${++keys}`): Promise<bigint> {
  const { clock } = world.app;
  const usual = { from: wallet(customer.id), to: pending, type: 'WITHDRAW', amount: 1_000_000n, date } as const;
  const transfer = { key, input: null, kind: 'withdrawal', businessDate: date, postedAt: clock.now() };
  return (await postTransfer(db, { ...transfer, postings: [{ ...usual, ...posting } as Posting] })).transferId;
}

/** As the server's own role. */
async function insert(
  db: Queryable,
  transferId: bigint,
  { text = bitcoinAddress, keyOf = bitcoinAddress, hasStep = true } = {},
): Promise<string> {
  const check = checkBitcoinAddress(keyOf, 'regtest');
  if (!check.valid) throw new Error(check.reason);
  const { rows } = await db.query<{ id: bigint }>({
    text: `insert into withdrawal (customer_id, coin, network, address, address_key, amount, fee, date, applied_at, transfer_id)
           values ($1, 'BTC', 'BITCOIN', $2, $3, 1000000, 20000, $4, $5, $6) returning id`,
    values: [customer.id, text, check.key, date, world.app.clock.now(), transferId],
  });
  const id = String(rows[0]?.id);
  if (!hasStep) return id;
  const step = `insert into withdrawal_step (withdrawal_id, step, at) values ($1, 'APPLIED', $2)`;
  await db.query({ text: step, values: [id, world.app.clock.now()] });
  return id;
}

/** In one transaction, which is rolled back when the database refuses a row. */
const inTransaction = <T>(work: (dbTx: Transaction) => Promise<T>) => world.app.database.transaction(work);

describe('a withdrawal whose transfer is not its own', () => {
  it.each<[string, (dbTx: Transaction) => Promise<bigint>]>([
    ['another amount', (dbTx) => posted(dbTx, { amount: 1n })],
    ['another customer', async (dbTx) => posted(dbTx, { from: wallet((await world.customer()).id) })],
    ['another type', (dbTx) => posted(dbTx, { to: houseAccount('CASH', 'BTC'), type: 'ADJUST_OUTPUT' })],
    ['no transfer', async () => 999_999n],
  ])('is refused: of %s', async (_what, transfer) => {
    await expect(inTransaction(async (dbTx) => insert(dbTx, await transfer(dbTx)))).rejects.toThrow(
      'did not take the amount of this withdrawal',
    );
  });

  it('is taken with the posting that it says', async () => {
    const id = await inTransaction(async (dbTx) => insert(dbTx, await posted(dbTx, {})));
    expect(await world.record(customer, id)).toMatchObject({ amount: '0.01000000', status: 'WAITING' });
    await world.assertBooks();
  });

  it('hides no other from its customer where it has no step', async () => {
    const id = await inTransaction(async (dbTx) => insert(dbTx, await posted(dbTx, {}), { hasStep: false }));
    expect(await world.record(customer, id)).toMatchObject({ steps: [] });
    const all = await world.app.call('withdrawPage', {}, customer.caller);
    expect(all).toMatchObject({ code: 200 });
  });
});

describe('the end of a withdrawal', () => {
  it.each<[string, (dbTx: Transaction, id: string, back: Partial<Posting>) => Promise<bigint>]>([
    ['no transfer', async () => 999_999n],
    ['a transfer of another key', (dbTx, _id, back) => posted(dbTx, back)],
    [
      'a transfer to another customer',
      async (dbTx, id, back) =>
        posted(dbTx, { ...back, to: wallet((await world.customer()).id) }, `withdrawal-end:${id}`),
    ],
    ['a part of it', (dbTx, id, back) => posted(dbTx, { ...back, amount: 1n }, `withdrawal-end:${id}`)],
  ])('is refused with %s', async (_what, transfer) => {
    const { id } = await world.applied(customer, 'BTC', '0.01');
    const back = { from: pending, to: wallet(customer.id), type: 'WITHDRAW_RETURN' } as const;
    const end = inTransaction(async (dbTx) => {
      const transferId = await transfer(dbTx, id, back);
      const text = `update withdrawal set phase = 'REJECTED', end_transfer_id = $2 where id = $1`;
      await dbTx.query({ text, values: [id, transferId] });
    });
    await expect(end).rejects.toThrow(`does not end withdrawal ${id} as REJECTED`);
  });
});

it('shows the address that is paid to the customer and to both approvers, whatever text stands beside it', async () => {
  const swapped = { text: bitcoinAddress, keyOf: otherBitcoinAddress };
  const id = await inTransaction(async (dbTx) => insert(dbTx, await posted(dbTx, {}), swapped));
  expect(await world.record(customer, id)).toMatchObject({ address: otherBitcoinAddress });
  const give = async (name: string, address: string, by: string) =>
    (await world.ops(name, `--id ${id} --address-ends ${address.slice(-6)} --by ${by} --reason seen`)).exit;
  expect(await give('withdrawal:propose', bitcoinAddress, 'finance')).not.toBe(0);
  expect(await give('withdrawal:propose', otherBitcoinAddress, 'finance')).toBe(0);
  expect(await give('withdrawal:approve', bitcoinAddress, 'approver')).not.toBe(0);
  expect(await give('withdrawal:approve', otherBitcoinAddress, 'approver')).toBe(0);
});

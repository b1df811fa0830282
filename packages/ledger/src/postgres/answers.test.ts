// Precedence of refusals (README): of several wrongs at once the same one is returned, by every call and by the model.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { placeHold } from '../testing/holds.ts';
import { LedgerModel } from '../testing/ledger-model.ts';
import { postBatch } from '../testing/post-batch.ts';
import { account, deposit, output, pending, subscription, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { assertBooksBalance } from './check-books.ts';
import { postTransfer, type Transfer } from './post-transfer.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => assertBooksBalance(db.app));
afterAll(() => db.drop());

const answer = async (call: () => unknown): Promise<string> => {
  try {
    await call();
    return 'done';
  } catch (error) {
    return (error as Error).name;
  }
};

/** The model's result; throws unless PostgreSQL gives the same. */
async function outcomeOf(model: LedgerModel, transfer: Transfer): Promise<string> {
  const said = await answer(() => model.post(transfer));
  expect(await answer(() => postTransfer(db.app, transfer))).toBe(said);
  return said;
}

/** A customer with `rest` left, who has posted `event` (key `first`) for 10 before. */
async function spent(customer: bigint, rest: bigint) {
  const model = new LedgerModel();
  const name = `answers ${customer}`;
  const first: Transfer = { ...withdrawal(`${name} first`, customer, 10n), kind: name, sourceId: 'event' };
  await outcomeOf(model, deposit(`${name} funds`, customer, 10n + rest));
  await outcomeOf(model, first);
  const held = { key: name, account: output(customer), amount: 1n, reason: 'test', at: first.postedAt };
  return { model, first, other: { ...first, key: `${name} other` }, held };
}

const line = (customer: bigint, amount: bigint) => withdrawal('', customer, amount).postings[0]!;

/** One line between a customer and the house is another path inside PostgreSQL than several, or than one between two customers' accounts. */
const shapes: readonly [name: string, postings: (customer: bigint) => Transfer['postings']][] = [
  ['one line', (customer) => [line(customer, 50n)]],
  ['one line between two kept accounts', (customer) => subscription('', customer, 50n).postings],
  ['several lines', (customer) => [line(customer, 1n), line(customer, 49n)]],
  [
    'a dip that a later line makes up for',
    (customer) => [
      { ...line(customer, 50n), to: account(customer, 'COIN_UP_ACCOUNT') },
      { ...line(customer, 50n), from: account(customer, 'COIN_UP_ACCOUNT'), to: output(customer) },
    ],
  ],
];

it.each(shapes)('money is judged last: %s', async (name, postingsOf) => {
  const customer = 100n + BigInt(shapes.findIndex(([shape]) => shape === name));
  const { model, first, other } = await spent(customer, 5n);
  const short = { postings: postingsOf(customer) };
  expect(await outcomeOf(model, { ...first, ...short })).toBe('done');
  expect(await outcomeOf(model, { ...first, ...short, input: 'another' })).toBe('KeyReused');
  expect(await outcomeOf(model, { ...other, ...short })).toBe('KeyReused');
  expect(await outcomeOf(model, { ...other, ...short, input: 'another' })).toBe('KeyReused');
  // Control: it is too much.
  expect(await outcomeOf(model, { ...other, ...short, sourceId: 'another event' })).toBe('InsufficientFunds');
  expect(await outcomeOf(model, { ...other, ...short, sourceId: null })).toBe('InsufficientFunds');
});

it('what is held is money: keys and events come before it', async () => {
  const { model, first, other, held } = await spent(110n, 1n);
  model.placeHold(held);
  await placeHold(db.app, held);
  const short = { postings: [line(110n, 1n)] };
  expect(await outcomeOf(model, { ...first, ...short, input: 'another' })).toBe('KeyReused');
  expect(await outcomeOf(model, { ...other, ...short })).toBe('KeyReused');
  expect(await outcomeOf(model, { ...other, ...short, sourceId: null })).toBe('InsufficientFunds');
});

it('a malformed posting is refused first', async () => {
  const { model, first } = await spent(111n, 0n);
  const nothing = { postings: [line(111n, 0n)] };
  expect(await outcomeOf(model, { ...first, ...nothing })).toBe('MalformedPosting');
  expect(await outcomeOf(model, { ...first, ...nothing, input: 'another' })).toBe('MalformedPosting');
});

it('a batch says the same', async () => {
  const { first } = await spent(112n, 0n);
  const short = { ...first, postings: [line(112n, 50n)] };
  expect(await answer(() => postBatch(db.app, { ...short, input: 'another' }))).toBe('KeyReused');
  expect(await answer(() => postBatch(db.app, { ...short, key: 'answers 112 batch' }))).toBe('InsufficientFunds');
});

it('who waits for the one that posts the event hears of it, although the money is gone by then', async () => {
  const { first, other } = await spent(115n, 10n);
  const mine = { ...first, key: 'answers 115 mine', sourceId: 'raced' };
  const theirs = {
    ...other,
    key: 'answers 115 theirs',
    sourceId: 'raced',
    postings: [{ ...line(115n, 10n), to: pending }],
  };
  const holder = await db.app.connect();
  try {
    await holder.query('begin');
    await postTransfer(holder, mine);
    const waits = answer(() => postTransfer(db.app, theirs));
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await db.app.query({ text: waiting })).rowCount).toBe(1);
    await holder.query('commit');
    expect(await waits).toBe('KeyReused');
  } finally {
    holder.release();
  }
});

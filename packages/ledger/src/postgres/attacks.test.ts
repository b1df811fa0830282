// The database itself refuses whatever would break the books: raw SQL as the server's role, and as the tables' owner.
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { placeHold } from '../testing/holds.ts';
import { at, day, deposit, output, withdrawal } from '../testing/sample-transfers.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { assertBooksBalance } from './check-books.ts';
import { postTransfer } from './post-transfer.ts';

const notAllowed = '42501';
const notThroughTheDoor = 'LD000';

let db: TestDatabase;
let before: unknown;

beforeAll(async () => {
  db = await createTestDatabase();
  await postTransfer(db.app, deposit('funding', 1n, 1000n));
  await postTransfer(db.app, withdrawal('spending', 1n, 10n));
  await placeHold(db.app, { key: 'hold', account: output(1n), amount: 5n, reason: 'test', at });
  before = await everything();
});
afterAll(async () => {
  expect(await everything()).toEqual(before);
  await assertBooksBalance(db.app);
  await db.drop();
});

const everything = async () =>
  (
    await db.app.query({
      text: `select (select json_agg(t) from ledger.transfer t) as transfers, (select json_agg(p) from ledger.posting p) as postings,
                    (select json_agg(b) from ledger.balance b) as balances, (select json_agg(h) from ledger.hold h) as holds`,
    })
  ).rows;

/** The error code of a statement run alone, inside a transaction that is rolled back. */
async function codeOf(who: 'app' | 'owner', text: string, prepare?: string): Promise<string> {
  const client: pg.PoolClient = await db[who].connect();
  try {
    await client.query('begin');
    if (prepare) await client.query(prepare);
    return await client.query(text).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const tables = ['transfer', 'posting', 'balance', 'hold'];
const attacks = [
  ...tables.map((table) => `delete from ledger.${table}`),
  ...tables.map((table) => `truncate ledger.${table} cascade`),
  `update ledger.transfer set kind = 'other'`,
  `update ledger.posting set amount = amount + 1`,
  `update ledger.balance set posted = posted + 1`,
  `update ledger.balance set held = 0`,
  `update ledger.hold set amount = 1`,
  `insert into ledger.transfer (key, input_hash, kind, business_date, posted_at) values ('x', sha256('x'), 'x', '${day}', now())`,
  `insert into ledger.posting (transfer_id, line, debit, credit, customer, type, amount, credit_after, date)
     values (1, 2, -11, 111, 1, 'RECHARGE_BTC', 1, 1001, '${day}')`,
  `insert into ledger.balance (account, posted) values (211, 1000000)`,
  `insert into ledger.hold (key, account, amount, reason, placed_at) values ('x', 111, 1, 'x', now())`,
  `merge into ledger.balance b using (select 1) s on b.account = 111 when matched then update set posted = 0`,
];

describe('the server’s role', () => {
  it.each(attacks)('cannot %s', async (attack) => {
    expect(await codeOf('app', attack)).toBe(notAllowed);
  });

  it.each([
    'alter table ledger.posting disable trigger all',
    'drop trigger append_only on ledger.posting',
    'drop table ledger.posting',
    'create table ledger.mine ()',
    `create function ledger.is_stored(text) returns boolean language sql as 'select true'`,
    'alter function ledger.check_books set search_path = public',
    'set session_replication_role = replica',
    `copy ledger.posting from program 'true'`,
    `select ledger.post_lines('x', sha256('x'), 'x', null, '${day}', now(), '{-11}', '{111}', '{RECHARGE_BTC}', '{1}', '{${day}}', '{null}', null, null)`,
    `select ledger.refuse_shortage(1)`,
  ])('cannot %s', async (attack) => {
    expect(await codeOf('app', attack)).toMatch(/^42/);
  });

  it.each(attacks)('cannot with the search path of the functions: %s', async (attack) => {
    expect(await codeOf('app', attack, 'set local search_path = ledger, pg_temp')).toBe(notAllowed);
  });

  it('cannot slip a table of its own under the functions', async () => {
    const client = await db.app.connect();
    try {
      await client.query('begin');
      await client.query('create temp table balance (account bigint, posted bigint, held bigint)');
      await client.query('insert into balance values (211, 1000000, 0)');
      await client.query('set local search_path = pg_temp, ledger');
      const attempt = client.query(
        `select * from ledger.post_transfer('slip', sha256('x'), 'x', null, '${day}', now(), 211, -81, 'WITHDRAW', 1, '${day}', null)`,
      );
      await expect(attempt).rejects.toMatchObject({ code: 'LD001' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

describe('the owner of the tables', () => {
  it.each(attacks)('cannot %s', async (attack) => {
    expect(await codeOf('owner', attack)).toBe(notThroughTheDoor);
  });

  it('cannot write even a wrong row through the door: what the functions write is checked by the tables', async () => {
    const posting = (values: string) =>
      `insert into ledger.posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id) values (${values})`;
    const door = 'set local search_path = ledger, pg_temp';
    const rest = `'RECHARGE_BTC', 1, null, 1, '${day}', null`;
    expect(await codeOf('owner', posting(`1, 2, -11, 111, 1, ${rest}`), door)).toBe('done');
    // Two coins, two customers, one account twice, unknown house accounts, no amount, a balance below zero.
    expect(await codeOf('owner', posting(`1, 2, -12, 111, 1, ${rest}`), door)).toBe('23514');
    expect(await codeOf('owner', posting(`1, 2, 211, 111, 1, ${rest}`), door)).toBe('23514');
    expect(await codeOf('owner', posting(`1, 2, 111, 111, 1, ${rest}`), door)).toBe('23514');
    expect(await codeOf('owner', posting(`1, 2, -151, 111, 1, ${rest}`), door)).toBe('23514');
    expect(await codeOf('owner', posting(`1, 2, -1, 111, 1, ${rest}`), door)).toBe('23514');
    expect(await codeOf('owner', posting(`1, 2, 0, -10, null, ${rest}`), door)).toBe('23514');
    expect(await codeOf('owner', posting(`1, 2, -11, 111, 1, 'RECHARGE_BTC', 0, null, 1, '${day}', null`), door)).toBe(
      '23514',
    );
    expect(await codeOf('owner', posting(`1, 2, -11, 111, 1, 'RECHARGE_BTC', 1, null, -1, '${day}', null`), door)).toBe(
      '23514',
    );
    expect(await codeOf('owner', posting(`1, 1, -11, 111, 1, ${rest}`), door)).toBe('23505');
    const balance = (values: string) => `insert into ledger.balance (account, posted, held) values (${values})`;
    expect(await codeOf('owner', balance('211, -1, 0'), door)).toBe('23514');
    expect(await codeOf('owner', balance('211, 1, 2'), door)).toBe('23514');
    expect(await codeOf('owner', balance('211, 1, -1'), door)).toBe('23514');
    expect(await codeOf('owner', balance('212, 1, 0'), door)).toBe('23514');
  });
});

describe('the functions', () => {
  const post = (values: string) =>
    `select * from ledger.post_transfer('attack', sha256('x'), 'x', null, '${day}', now(), ${values})`;
  it.each([
    ['an unknown customer account', `-12, 112, 'ELE_RECHARGE', 1, '${day}', null`, '23514'],
    ['an unknown house account', `-145, -11, 'TREASURY_MOVE', 1, '${day}', null`, '23514'],
    ['an unknown house account beside a customer', `111, -145, 'WITHDRAW', 1, '${day}', null`, '23514'],
    ['two coins', `-12, 111, 'RECHARGE_BTC', 1, '${day}', null`, '23514'],
    ['two coins of one customer', `111, -82, 'WITHDRAW', 1, '${day}', null`, '23514'],
    ['two customers', `111, 211, 'RECHARGE_BTC', 1, '${day}', null`, '23514'],
    ['one account twice', `111, 111, 'RECHARGE_BTC', 1, '${day}', null`, '23514'],
    ['a negative amount', `-11, 111, 'RECHARGE_BTC', -1, '${day}', null`, /LD001|23514/],
    ['a negative amount from a customer', `111, -81, 'WITHDRAW', -1, '${day}', null`, '23514'],
    ['no amount', `111, -81, 'WITHDRAW', 0, '${day}', null`, '23514'],
    ['a null amount', `111, -81, 'WITHDRAW', null, '${day}', null`, /23502|LD001/],
    ['a null account', `null, 111, 'WITHDRAW', 1, '${day}', null`, /235/],
    ['no accounts', `null, null, 'WITHDRAW', 1, '${day}', null`, /235/],
    ['no type', `111, -81, null, 1, '${day}', null`, '23502'],
    ['no date', `111, -81, 'WITHDRAW', 1, null, null`, '23502'],
    ['more than is there', `111, -81, 'WITHDRAW', 986, '${day}', null`, 'LD001'],
    [
      'a further line of nothing',
      `-11, 111, 'RECHARGE_BTC', 1, '${day}', null, null, array[null]::ledger.transfer_line[]`,
      /235/,
    ],
    [
      'a further line of another customer’s money',
      `-11, 111, 'RECHARGE_BTC', 1, '${day}', null, null, '{"(111,211,WITHDRAW,1,${day},)"}'`,
      '23514',
    ],
    ['a correction of nothing', `-11, 111, 'RECHARGE_BTC', 1, '${day}', null, null, null, 999999999`, 'LD003'],
    ['more than a balance can hold', `-11, 111, 'RECHARGE_BTC', 9223372036854775807, '${day}', null`, '22003'],
  ])('refuse %s', async (_flaw, values, code) => {
    expect(await codeOf('app', post(values))).toMatch(code);
  });
});

describe('a group whose lists are numbered from elsewhere than one', () => {
  // Judged by its order, the first transfer is of customer 1, who has it; by its subscript it is of customer 2, who has nothing.
  const lists = {
    keys: '{x,y}',
    debits: '{111,211}',
    amounts: '{900,900}',
  };
  const post = (others: Partial<typeof lists>) => {
    const { keys, debits, amounts } = { ...lists, ...others };
    return `select ids from ledger.post_group('${keys}', array[sha256('x'), sha256('y')], '{x,x}', '{null,null}', '{${day},${day}}',
      array[now(), now()], '${debits}', '{-81,-81}', '{WITHDRAW,WITHDRAW}', '${amounts}', '{${day},${day}}', '{null,null}', '{null,null}')`;
  };
  const withoutBalance = post({ debits: '[0:1]={111,211}' });

  it.each([
    ['another customer', withoutBalance],
    ['another amount', post({ amounts: '[0:1]={5,990}' })],
    ['more accounts than keys', post({ debits: '{111,211,311}' })],
    ['other keys', post({ keys: '[2:3]={x,y}' })],
    ['keys in a square', post({ keys: '{{x,y}}' })],
    ['no keys', post({ keys: '{}' })],
  ])('posts nothing: %s', async (_flaw, group) => {
    expect(await codeOf('app', group)).toBe('LD003');
  });

  it('would post what a customer without a balance pays (broken control)', async () => {
    const client = await db.owner.connect();
    try {
      await client.query('begin');
      await client.query(`do $$ begin
        execute replace(pg_get_functiondef('ledger.post_group'::regproc), 'if array_dims(keys) is distinct', 'if false and array_dims(keys) is distinct');
        execute replace(pg_get_functiondef('ledger.post_group'::regproc), ' or (array_dims(hashes)', ' or false and (array_dims(hashes)');
      end $$`);
      await client.query(withoutBalance);
      const { rows } = await client.query(
        `select customer, debit_after from ledger.posting where debit = 211 union all select account, posted from ledger.balance where account = 211`,
      );
      expect(rows).toEqual([{ customer: 2n, debit_after: 90n }]);
    } finally {
      await client.query('rollback');
      client.release();
    }
  });
});

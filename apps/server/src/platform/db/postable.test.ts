// Every posting type between every two accounts, tried by each role with nothing beside it: what can be posted without a document is a
// list that a person reads. What is behind a document is in the tests of taken-over processes.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Part } from '../../testing/caller-role.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { openDatabase } from './database.ts';

let test: TestDatabase;
const ofCustomer = `array['OUTPUT_ACCOUNT', 'ELE_ACCOUNT', 'COIN_UP_ACCOUNT', 'INCOME_ACCOUNT']`;
const ofHouse = `array['CUSTODY', 'CASH', 'TREASURY', 'MINING_RECEIVABLE', 'MINING_VARIANCE', 'ELECTRICITY_REVENUE', 'HOSTING_REVENUE',
  'WITHDRAWAL_PENDING', 'WITHDRAWAL_FEE_REVENUE', 'NETWORK_FEE_EXPENSE', 'INTEREST_FUND', 'PROMOTION_EXPENSE', 'SUSPENSE', 'INTEREST_PAYABLE']`;

/** What stands for the house where both sides are its own. */
const among = ['CUSTODY', 'TREASURY', 'MINING_RECEIVABLE'];

/** Tries all of them under a key and names those that a commit would keep. Each is undone. */
const tryAll = `
  create function pg_temp.try_all(key text, types text[]) returns setof text language plpgsql as $$
  declare
    one record;
  begin
    for one in
      with account as (
        select name, coin, ledger.account_id(10001, name, coin) as id from unnest(${ofCustomer}) name
          cross join lateral (select case name when 'ELE_ACCOUNT' then 'USDT' else 'BTC' end as coin) c
        union all select name, coin, ledger.house_id(name, coin) from unnest(${ofHouse}) name, unnest(array['BTC', 'USDT']) coin
      )
      select type, gives.name as gives, takes.name as takes, gives.id as debit, takes.id as credit
      from account gives join account takes on takes.coin = gives.coin and takes.id <> gives.id
      cross join unnest(enum_range(null::ledger.posting_type)) type
      where (types is null or type::text = any (types)) and (greatest(gives.id, takes.id) > 0
        or gives.coin = 'BTC' and gives.name in ('${among.join(`', '`)}') and takes.name in ('${among.join(`', '`)}'))
    loop
      begin
        perform ledger.post_transfer(key, sha256('x'), 'x', null, current_date, now(), one.debit, one.credit, one.type, 500, current_date, null);
        set constraints all immediate;
        raise exception 'undone';
      exception when others then
        if sqlerrm = 'undone' then return next concat(one.type, ' ', one.gives, ' to ', one.takes); end if;
        if sqlerrm like 'account % has less than is asked of it' then raise; end if;
      end;
    end loop;
  end $$`;

beforeAll(async () => {
  test = await createTestDatabase();
  const give = (from: string, to: string, type: string, number: number) =>
    `select ledger.post_transfer('give-${number}', sha256('x'), 'x', null, current_date, now(), ${from}, ${to}, '${type}', 20000, current_date, null)`;
  const account = (name: string, coin: string) => `ledger.account_id(10001, '${name}', '${coin}')`;
  const house = (name: string, coin: string) => `ledger.house_id('${name}', '${coin}')`;
  for (const text of [
    `insert into customer (account, created_at) values ('13900000001', now())`,
    ...[
      [house('CASH', 'BTC'), account('OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC'],
      [house('CASH', 'USDT'), account('ELE_ACCOUNT', 'USDT'), 'ELE_RECHARGE'],
      [house('MINING_RECEIVABLE', 'BTC'), account('COIN_UP_ACCOUNT', 'BTC'), 'MINING_OUTPUT'],
      [house('MINING_RECEIVABLE', 'BTC'), account('INCOME_ACCOUNT', 'BTC'), 'MINING_OUTPUT'],
      [house('CASH', 'BTC'), house('TREASURY', 'BTC'), 'TREASURY_MOVE'],
      [house('CASH', 'BTC'), house('INTEREST_FUND', 'BTC'), 'FUND_PAID_IN'],
      [house('CASH', 'USDT'), house('TREASURY', 'USDT'), 'TREASURY_MOVE'],
      [house('CASH', 'USDT'), house('INTEREST_FUND', 'USDT'), 'FUND_PAID_IN'],
    ].map(([from = '', to = '', type = ''], number) => give(from, to, type, number)),
    `insert into installation (mode, pepper_fingerprint) values ('production', sha256('p'))`,
  ])
    await test.owner.query({ text });
});
afterAll(() => test.drop());

async function postable(
  part: Part,
  keys: readonly string[],
  types: readonly string[] | null = null,
): Promise<string[]> {
  const login = openDatabase(test.partUrls[part], { max: 1 });
  try {
    return await login.transaction(async (dbTx) => {
      await dbTx.query({ text: tryAll });
      const { rows } = await dbTx.query<{ line: string }>({
        text: 'select distinct line from unnest($1::text[]) key, pg_temp.try_all(key, $2::text[]) line order by 1',
        values: [keys, types],
      });
      return rows.map(({ line }) => line);
    });
  } finally {
    await login.end();
  }
}

const amongHouses = async (): Promise<string[]> => {
  const { rows } = await test.owner.query<{ line: string }>({
    text: `select concat(type, ' ', gives, ' to ', takes) as line from ledger.posting_shape
      where by_worker and gives = any ($1) and takes = any ($1)`,
    values: [among],
  });
  return rows.map(({ line }) => line);
};

it('a process for customers posts nothing without a document, under any of its keys', {
  timeout: 120_000,
}, async () => {
  expect(await postable('public', ['pay-owed:x'])).toEqual([]);
  const others = ['pay-hosting:x', 'withdraw:apply 10001 x', 'withdrawal-end:1', 'deposit:1'];
  expect(await postable('public', others, ['WITHDRAW_RETURN', 'MINING_OUTPUT'])).toEqual([]);
});

it('a worker credits from mining and from fees, and moves what lies with the house by its shapes', {
  timeout: 120_000,
}, async () => {
  const credits = [
    'MINING_OUTPUT MINING_RECEIVABLE to OUTPUT_ACCOUNT',
    'ADJUST_OUTPUT MINING_RECEIVABLE to OUTPUT_ACCOUNT',
    'ADJUST_ELE ELECTRICITY_REVENUE to ELE_ACCOUNT',
    'ADJUST_ELE ELECTRICITY_REVENUE to OUTPUT_ACCOUNT',
    'HOSTING_FEE HOSTING_REVENUE to ELE_ACCOUNT',
    'HOSTING_FEE HOSTING_REVENUE to OUTPUT_ACCOUNT',
  ];
  expect(await postable('worker', ['x'])).toEqual([...credits, ...(await amongHouses())].sort());
});

it('a process for customers posted what a return is named, before that was looked at (broken control)', {
  timeout: 120_000,
}, async () => {
  const { rows } = await test.owner.query<{ text: string }>({
    text: `select pg_get_functiondef('ledger.check_posted'::regproc) as text`,
  });
  const now = rows[0]?.text ?? '';
  const before = now.replace('transfer_id = posted loop', `transfer_id = posted and type <> 'WITHDRAW_RETURN' loop`);
  expect(before).not.toBe(now);
  await test.owner.query({ text: before });
  try {
    expect(await postable('public', ['pay-owed:x'], ['WITHDRAW_RETURN'])).toContain(
      'WITHDRAW_RETURN MINING_RECEIVABLE to OUTPUT_ACCOUNT',
    );
  } finally {
    await test.owner.query({ text: now });
  }
});

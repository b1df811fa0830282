// A database that is upgraded while a night's interest is being paid: what was set aside and not paid leaves the fund, and this release
// pays it, each position once. What was paid before stays as it was, and what is owed stays owed.
import { assertBooksBalance, houseAccount, readBalances } from '@lode/ledger';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../../platform/db/database.ts';
import { migrate } from '../../platform/db/migrate.ts';
import { startDatabaseBefore } from '../../testing/database-before.ts';
import { checkOrders } from './check-orders.ts';
import { checkPositions } from './check-positions.ts';
import { payFunded } from './run/pay-interest.ts';

let before: Awaited<ReturnType<typeof startDatabaseBefore>>;
let database: Database;

beforeAll(async () => {
  before = await startDatabaseBefore('_interest_payable.sql');
  database = before.database;
});
afterAll(() => before.drop());

const run = (text: string, values: unknown[] = []) => database.query({ text, values });

/** A day of two batches of two savers, 100 units each, as the release before wrote it when it set the day aside. */
async function setAside(coin: string, date: string): Promise<void> {
  await run(
    `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry) select $2, id, $1, 1, 100, 0 from customer`,
    [coin, date],
  );
  await run(
    `insert into coin_up_interest_batch (coin, date, batch, first_customer, last_customer, amount)
     values ($1, $2, 0, 10001, 10002, 200), ($1, $2, 1, 10003, 10004, 200)`,
    [coin, date],
  );
  await run(
    `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at, funded_at)
     values ($1, $2, 1, 400, false, $2::date + 1, $2::date + 1)`,
    [coin, date],
  );
  await run(
    `select ledger.place_hold(concat('coin-up:interest:', coin, ':', date, ':', batch), ledger.house_id('INTEREST_FUND', coin), amount, 'interest of a day', date + 1)
     from coin_up_interest_batch where coin = $1 and date = $2`,
    [coin, date],
  );
}

/** As the release before paid a batch: out of the fund. */
async function payOutOfFund(coin: string, date: string, batch: number): Promise<void> {
  const key = `coin-up:interest:${coin}:${date}:${batch}`;
  await run(`select ledger.release_hold($1, $2::date + 1)`, [key, date]);
  await run(
    `with posted as (
       select ledger.post_batch($4, sha256('x'), 'coin-up-interest', $2::date + 1, $2::date + 1, array_agg(ledger.house_id('INTEREST_FUND', $1)),
         array_agg(ledger.account_id(customer_id, 'INCOME_ACCOUNT', $1)), array_agg('INTEREST'::ledger.posting_type), array_agg(amount),
         array_agg($2::date), array_agg(null::bigint)) as transfer
       from coin_up_interest interest
       where coin = $1 and date = $2 and customer_id between 10001 + 2 * $3 and 10002 + 2 * $3
     )
     update coin_up_interest_batch set transfer_id = posted.transfer, paid_at = $2::date + 1 from posted where coin = $1 and date = $2 and batch = $3`,
    [coin, date, batch, key],
  );
}

async function balances() {
  const [usdt, btc] = [houseAccount('INTEREST_FUND', 'USDT'), houseAccount('INTEREST_FUND', 'BTC')];
  const stored = await readBalances(database, [usdt, btc]);
  const { rows } = await run(
    `select ledger.coin_of(account) as coin, sum(amount)::bigint as amount from ledger.entry
     where ledger.name_of(account) = 'INTEREST_PAYABLE' group by 1 having sum(amount) <> 0 order by 1`,
  );
  return { usdt: stored.get(usdt), btc: stored.get(btc), payable: rows };
}

const checked = [
  'a hold is what it was placed for',
  'a day of interest left the fund in its transfer',
  'interest is paid from what left the fund',
  'a batch of interest has its transfer',
  'INTEREST_PAYABLE has what is funded and not paid',
];
/** What the books say of interest; the rest of a company is not here. */
const differences = async () =>
  [...(await checkOrders(database)), ...(await checkPositions(database))].filter(({ check }) =>
    checked.includes(check),
  );

it('goes on with the night that it was in', async () => {
  await run(
    `insert into customer (account, created_at) select '1390000000' || n, '2026-01-01' from generate_series(1, 4) n`,
  );
  for (const coin of ['USDT', 'BTC'])
    await run(
      `select ledger.post_transfer('fund:' || $1, sha256('x'), 'fund', null, '2026-03-01', '2026-03-01', ledger.house_id('CASH', $1),
         ledger.house_id('INTEREST_FUND', $1), 'FUND_PAID_IN', 1000, '2026-03-01', null)`,
      [coin],
    );
  await setAside('USDT', '2026-03-10');
  await payOutOfFund('USDT', '2026-03-10', 0);
  await payOutOfFund('USDT', '2026-03-10', 1);
  await run(`update coin_up_interest_day set paid_at = funded_at`);
  await setAside('USDT', '2026-03-11');
  await payOutOfFund('USDT', '2026-03-11', 0);
  await setAside('BTC', '2026-03-11');
  await run(
    `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at) values ('USDT', '2026-03-12', 1, 400, true, '2026-03-13')`,
  );
  expect(await balances()).toMatchObject({ usdt: { posted: 400n, held: 200n }, btc: { posted: 1000n, held: 400n } });

  await migrate(before.url);
  expect(await balances()).toMatchObject({
    usdt: { posted: 200n, held: 0n },
    btc: { posted: 600n, held: 0n },
    payable: [
      { coin: 'BTC', amount: 400n },
      { coin: 'USDT', amount: 200n },
    ],
  });
  expect(await differences()).toEqual([]);
  await assertBooksBalance(database);

  await payFunded({ database, concurrency: 2, failpoint: () => undefined }, new Date('2026-03-12T01:00:00Z'));
  expect(await balances()).toMatchObject({ usdt: { posted: 200n }, btc: { posted: 600n }, payable: [] });
  const { rows } = await run(
    `select ledger.coin_of(credit) as coin, date, count(*)::int as lines, count(distinct credit)::int as savers, sum(amount)::int as amount
     from ledger.posting where type = 'INTEREST' and credit > 0 group by 1, 2 order by 1, 2`,
  );
  const whole = { lines: 4, savers: 4, amount: 400 };
  expect(rows).toEqual([
    { coin: 'BTC', date: '2026-03-11', ...whole },
    { coin: 'USDT', date: '2026-03-10', ...whole },
    { coin: 'USDT', date: '2026-03-11', ...whole },
  ]);
  expect((await run('select coin, date from coin_up_interest_day where paid_at is null')).rows).toEqual([
    { coin: 'USDT', date: '2026-03-12' },
  ]);
  expect(await differences()).toEqual([]);
  await assertBooksBalance(database);
});

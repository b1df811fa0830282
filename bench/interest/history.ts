import pg from 'pg';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { subscribed } from './seed.ts';

const customersPerTransfer = 5000;

/**
 * Closed days of savings before the first one of the bench: of each position the interest of a day, and its posting, in the product's own
 * tables with their indexes and months. Guards and keys of other tables are passed over, and balances do not follow: the rows are
 * there to lie in the way. On the last of them no customer has a position, as on the day before they subscribe.
 */
export async function addHistory(adminUrl: string, days: number): Promise<void> {
  if (days === 0) return;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`set session_replication_role = 'replica'`);
  const { rows } = await admin.query<{ first: string; last: string }>(
    `select min(id)::text as first, max(id)::text as last from customer group by id / $1::bigint order by 1`,
    [customersPerTransfer],
  );
  for (let ago = days; ago >= 0; ago--) {
    const date = addDays(subscribed, -ago - 1);
    await admin.query('select ledger.open_month($1)', [date]);
    await admin.query('begin');
    await admin.query(`select keep_months('coin-up', $1)`, [date]);
    await admin.query(
      `insert into day_close (kind, date, started_at, inputs, closed_at, seal, tie_out)
       values ('coin-up', $1::date, $1::date + 1, '{}', $1::date + 1, sha256(convert_to($1::date::text, 'utf8')), '[]')`,
      [date],
    );
    await admin.query(
      `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at, funded_at, paid_at)
       select coin, $1::date, 20000, 0, false, $1::date + 1, $1::date + 1, $1::date + 1 from (values ('BTC'), ('USDT')) coins (coin)`,
      [date],
    );
    if (ago > 0) for (const [n, range] of rows.entries()) await writeBatch(admin, date, { n, ...range });
    await admin.query('commit');
  }
  await admin.query(`set session_replication_role = 'origin'`);
  await admin.query('vacuum analyze');
  await admin.end();
}

async function writeBatch(
  admin: pg.Client,
  date: string,
  { n, first, last }: { n: number; first: string; last: string },
): Promise<void> {
  await admin.query(
    `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry)
     select $1::date, customer_id, coin, 100000000, 5479, 1 from coin_up_position where customer_id between $2::bigint and $3::bigint
     order by customer_id, coin`,
    [date, first, last],
  );
  for (const coin of ['BTC', 'USDT']) {
    await admin.query(
      `with posted as (
         insert into ledger.transfer (key, input_hash, kind, business_date, posted_at)
         values ($1::text, sha256(convert_to($1::text, 'utf8')), 'coin-up-interest', $2::date, $2::date + 1) returning id, key
       ), taken as (insert into ledger.transfer_key (key, transfer_id) select key, id from posted
       ), batch as (
         insert into coin_up_interest_batch (coin, date, batch, first_customer, last_customer, amount, transfer_id, paid_at)
         select $5::text, $2::date, $6::int, $3::bigint, $4::bigint, 0, id, $2::date + 1 from posted
       )
       insert into ledger.posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
       select posted.id, row_number() over (order by customer_id), ledger.house_id('INTEREST_PAYABLE', $5::text),
         ledger.account_id(customer_id, 'INCOME_ACCOUNT', $5::text), customer_id, 'INTEREST', 5479, null, 5479, $2::date, null
       from posted cross join coin_up_position where coin = $5::text and customer_id between $3::bigint and $4::bigint`,
      [`history:${date}:${coin}:${n}`, date, first, last, coin, n],
    );
  }
}

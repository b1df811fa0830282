import type pg from 'pg';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { insertTransfer, type Range, writeHistory } from '../lib/history.ts';
import { subscribed } from './seed.ts';

const customersPerTransfer = 5000;

/**
 * Closed days of savings before the first one of the bench: of each position the interest of a day, and its posting. On the last of
 * them no customer has a position, as on the day before they subscribe.
 */
export async function addHistory(adminUrl: string, days: number): Promise<void> {
  if (days === 0) return;
  const until = addDays(subscribed, -1);
  await writeHistory(
    adminUrl,
    { kind: 'coin-up', until, days: days + 1 },
    {
      async prepare(admin) {
        const { rows } = await admin.query<Range>(
          `select min(id)::text as first, max(id)::text as last from customer group by id / $1::bigint order by 1`,
          [customersPerTransfer],
        );
        return rows;
      },
      async writeDay(admin, date, ranges) {
        await admin.query(
          `insert into coin_up_interest_day (coin, date, rate_ppm, amount, was_owed, decided_at, funded_at, paid_at)
           select coin, $1::date, 20000, 0, false, $1::date + 1, $1::date + 1, $1::date + 1 from (values ('BTC'), ('USDT')) coins (coin)`,
          [date],
        );
        if (date !== until) for (const [n, range] of ranges.entries()) await writeBatch(admin, date, { n, ...range });
      },
    },
  );
}

async function writeBatch(admin: pg.Client, date: string, { n, first, last }: Range & { n: number }): Promise<void> {
  await admin.query(
    `insert into coin_up_interest (date, customer_id, coin, principal, amount, carry)
     select $1::date, customer_id, coin, 100000000, 5479, 1 from coin_up_position where customer_id between $2::bigint and $3::bigint
     order by customer_id, coin`,
    [date, first, last],
  );
  for (const coin of ['BTC', 'USDT']) {
    const transfer = await insertTransfer(admin, `history:${date}:${coin}:${n}`, 'coin-up-interest', date);
    await admin.query(
      `insert into coin_up_interest_batch (coin, date, batch, first_customer, last_customer, amount, transfer_id, paid_at)
       values ($1, $2::date, $3, $4, $5, 0, $6, $2::date + 1)`,
      [coin, date, n, first, last, transfer],
    );
    await admin.query(
      `insert into ledger.posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
       select $1::bigint, row_number() over (order by customer_id), ledger.house_id('INTEREST_PAYABLE', $5::text),
         ledger.account_id(customer_id, 'INCOME_ACCOUNT', $5::text), customer_id, 'INTEREST', 5479, null, 5479, $2::date, null
       from coin_up_position where coin = $5::text and customer_id between $3::bigint and $4::bigint`,
      [transfer, date, first, last, coin],
    );
  }
}

import type pg from 'pg';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { insertTransfer, type Range, writeHistory } from '../lib/history.ts';
import { firstDay } from './seed.ts';

const machinesPerTransfer = 10_000;

/** Closed days before the first one of the bench: of each machine an output, a charge that is paid, and the two postings. */
export async function addHistory(adminUrl: string, days: number): Promise<void> {
  if (days === 0) return;
  await writeHistory(
    adminUrl,
    { kind: 'mining', until: addDays(firstDay, -1), days },
    {
      async prepare(admin) {
        await admin.query(
          `insert into output_total (customer_id, coin, net) select customer_id, 'BTC', count(*) * $1::bigint * 50000 from machine group by customer_id
           on conflict (customer_id, coin) do update set net = output_total.net + excluded.net`,
          [days],
        );
        const { rows } = await admin.query<Range>(
          `select min(id)::text as first, max(id)::text as last
           from (select id, (row_number() over (order by customer_id, id) - 1) / $1::int as batch from machine) machine group by batch order by batch`,
          [machinesPerTransfer],
        );
        return rows;
      },
      async writeDay(admin, date, ranges) {
        for (const [n, range] of ranges.entries()) await writeBatch(admin, date, { n, ...range });
      },
    },
  );
}

async function writeBatch(admin: pg.Client, date: string, { n, first, last }: Range & { n: number }): Promise<void> {
  const transfer = (kind: string) => insertTransfer(admin, `history:${date}:${n}:${kind}`, kind, date);
  const [outputs, electricity] = [await transfer('machine-output'), await transfer('electricity')];
  const range = [date, first, last];
  await admin.query(
    `insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate, gross, pool_fee, net)
     select id, $1::date, 'BTC', customer_id, hashrate, 86400, '{86400}', pool_fee_rate, 52000, 2000, 50000
     from machine where id between $2::bigint and $3::bigint order by customer_id, id`,
    range,
  );
  await admin.query(
    `insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount, paid_prepaid,
       owed, charged_at)
     select id, $1::date, customer_id, machine_no, 'BTC', 86400, power_watts, 0.05, 2000000, 2000000, 0, $1::date + 1
     from machine where id between $2::bigint and $3::bigint order by customer_id, id`,
    range,
  );
  await admin.query(
    `insert into ledger.posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
     select $4::bigint, row_number() over (order by customer_id, id), ledger.house_id('MINING_RECEIVABLE', 'BTC'),
       ledger.account_id(customer_id, 'OUTPUT_ACCOUNT', 'BTC'), customer_id, 'MINING_OUTPUT', 50000, null, 50000, $1::date, id
     from machine where id between $2::bigint and $3::bigint`,
    [...range, outputs],
  );
  await admin.query(
    `insert into ledger.posting (transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)
     select $4::bigint, row_number() over (order by customer_id, id), ledger.account_id(customer_id, 'ELE_ACCOUNT', 'USDT'),
       ledger.house_id('ELECTRICITY_REVENUE', 'USDT'), customer_id, 'ELE_CONSUME_USDT', 2000000, 0, null, $1::date, id
     from machine where id between $2::bigint and $3::bigint`,
    [...range, electricity],
  );
  await admin.query(
    `insert into day_close_batch (kind, date, stage, batch, first_customer, last_customer, finished_at, result)
     select 'mining', $1::date, stage, $4::int, min(customer_id), max(customer_id), $1::date + 1,
       jsonb_build_object('outputTransfer', $5::text, 'electricityTransfer', $6::text, 'outputs', count(*))
     from machine cross join (values ('post'), ('tie-out')) stages (stage) where id between $2::bigint and $3::bigint group by stage`,
    [...range, n, outputs, electricity],
  );
}

import pg from 'pg';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { firstDay } from './seed.ts';

const machinesPerTransfer = 10_000;

/**
 * Closed days before the first one of the bench: of each machine an output, a charge that is paid, and the two postings, in the
 * product's own tables with their indexes and months. Guards and keys of other tables are passed over, and balances do not follow:
 * the rows are there to lie in the way.
 */
export async function addHistory(adminUrl: string, days: number): Promise<void> {
  if (days === 0) return;
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`set session_replication_role = 'replica'`);
  const { rows } = await admin.query<{ first: string; last: string }>(
    `select min(id)::text as first, max(id)::text as last
     from (select id, (row_number() over (order by customer_id, id) - 1) / $1::int as batch from machine) machine group by batch order by batch`,
    [machinesPerTransfer],
  );
  for (let ago = days; ago > 0; ago--) {
    const date = addDays(firstDay, -ago);
    await admin.query('select ledger.open_month($1)', [date]);
    await admin.query('begin');
    await admin.query(`select keep_months('mining', $1)`, [date]);
    await admin.query(closedDay, [date]);
    for (const [n, { first, last }] of rows.entries()) await writeBatch(admin, date, { n, first, last });
    await admin.query('commit');
  }
  await admin.query(
    `insert into output_total (customer_id, coin, net) select customer_id, 'BTC', count(*) * $1::bigint * 50000 from machine group by customer_id
     on conflict (customer_id, coin) do update set net = output_total.net + excluded.net`,
    [days],
  );
  await admin.query(`set session_replication_role = 'origin'`);
  await admin.query('vacuum analyze');
  await admin.end();
}

const closedDay = `
  insert into day_close (kind, date, started_at, inputs, closed_at, seal, tie_out)
  values ('mining', $1::date, $1::date + 1, '{}', $1::date + 1, sha256(convert_to($1::date::text, 'utf8')), '[]')`;

async function writeBatch(
  admin: pg.Client,
  date: string,
  { n, first, last }: { n: number; first: string; last: string },
): Promise<void> {
  const transfer = async (kind: string): Promise<string> => {
    const { rows } = await admin.query<{ id: string }>(
      `with posted as (
         insert into ledger.transfer (key, input_hash, kind, business_date, posted_at)
         values ($1::text, sha256(convert_to($1::text, 'utf8')), $2, $3::date, $3::date + 1) returning id, key
       ), taken as (insert into ledger.transfer_key (key, transfer_id) select key, id from posted)
       select id::text as id from posted`,
      [`history:${date}:${n}:${kind}`, kind, date],
    );
    return rows[0]?.id as string;
  };
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

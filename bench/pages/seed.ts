import { customerAccount, houseAccount } from '@lode/ledger';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { type Database, openDatabase } from '../../apps/server/src/platform/db/database.ts';

/** The customer whose lists are paged through has a tenth of all machines. */
export const bigCustomer = 10_001n;
const customers = 901;
const machines = 10_000;
const bigCustomersMachines = 1000;
const firstDay = '2024-01-01';

/**
 * `rows` outputs, and as many ledger records of the same machine-days: a row per machine and day, day after day, as the
 * close of a day writes them. The big customer has charges as well, so that every join of a page finds what it looks for.
 */
export async function seedPages(ownerUrl: string, appUrl: string, rows: number): Promise<void> {
  const days = Math.ceil(rows / machines);
  const owner = openDatabase(ownerUrl, { max: 1 });
  await owner.query({ text: peopleAndMachines(days) });
  await owner.query({ text: months, values: [firstDay, days] });
  // The guards of a closed day ask the day close, which has nothing to do here.
  await owner.query({ text: outputsAndCharges, values: [firstDay, days] });
  // Afterwards: into a closed day nothing is written, and what is not closed is not shown.
  await owner.query({ text: closedDays, values: [firstDay, days] });
  await owner.query({ text: 'vacuum analyze' });
  await owner.end();
  const database = openDatabase(appUrl, { max: 1 });
  await postRecords(database, days);
  await database.end();
  const tidier = openDatabase(ownerUrl, { max: 1 });
  await tidier.query({ text: 'vacuum analyze ledger.posting' });
  await tidier.end();
}

const peopleAndMachines = (days: number) => `
  insert into customer (account, created_at)
    select '139' || lpad(i::text, 8, '0'), now() from generate_series(1, ${customers}) i;
  insert into site (name) values ('bench');
  insert into tariff (site_id, effective_from, price) values (1, '2009-01-03', 0.05);
  insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ('bench', 'BTC', 50, 'TH/s', 1975);
  insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
      pool_fee_rate, start_time, status, status_since, created_at)
    select 'B-' || i, ${bigCustomer} + case when i <= ${bigCustomersMachines} then 0 else 1 + i % ${customers - 1} end,
      1, 1, 'SUBSCRIBE', 'BTC', 50, 'TH/s', 1975, 0.04, '${firstDay}', 'RUNNING', '${firstDay}', now()
    from generate_series(1, ${machines}) i;
  insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at)
    select 'BTC', '${firstDay}'::date + day, 144, 45000000000, 1000000000,
      '[{"difficulty": "15546745765529.31", "seconds": 86400}]', 'import', now()
    from generate_series(0, ${days - 1}) day;
`;

const months = `
  select keep_months('mining', month::date) from generate_series($1::date, $1::date + $2::int, '1 month') month
`;

const outputsAndCharges = `
  with day as (select $1::date + i as date from generate_series(0, $2::int - 1) i),
  output as (
    insert into machine_output (machine_id, date, coin, customer_id, hashrate, running_seconds, epoch_seconds, pool_fee_rate,
      gross, pool_fee, net)
    select id, date, 'BTC', customer_id, 50, 86400, '{86400}', 0.04, 40000, 1600, 38400
    from day cross join machine order by date, id
  )
  insert into electricity_charge (machine_id, date, customer_id, machine_no, coin, running_seconds, power_watts, price, amount,
    paid_prepaid, owed)
  select id, date, customer_id, machine_no, 'BTC', 86400, 1975, 0.05, 2370000, 2370000, 0
  from day cross join machine where customer_id = ${bigCustomer} order by date, id
`;

const closedDays = `
  insert into day_close (kind, date, started_at, inputs, closed_at, seal, tie_out)
    select 'mining', $1::date + day, now(), '{}', now(), sha256('bench'), '{}' from generate_series(0, $2::int - 1) day
`;

/** One transfer a day, as the close of a day posts: every machine's customer is charged something. */
async function postRecords(database: Database, days: number): Promise<void> {
  const { rows } = await database.query<{ id: bigint; customer: bigint }>({
    text: 'select id, customer_id as customer from machine order by customer_id, id',
  });
  const ele = rows.map(({ customer }) => customerAccount(customer, 'ELE_ACCOUNT', 'USDT'));
  const fill = (value: unknown) => rows.map(() => value);
  const post = (key: string, day: string, debits: unknown[], credits: unknown[], type: string, amount: bigint) =>
    database.query({
      text: `select ledger.post_batch($1::text, sha256(convert_to($1::text, 'UTF8')), 'bench', $2::date, $2::date::timestamptz, $3::bigint[], $4::bigint[],
               $5::ledger.posting_type[], $6::bigint[], $7::date[], $8::bigint[])`,
      values: [key, day, debits, credits, fill(type), fill(amount), fill(day), rows.map(({ id }) => id)],
    });
  await post('opening', firstDay, fill(houseAccount('CASH', 'USDT')), ele, 'ELE_RECHARGE', 10n ** 12n);
  for (let day = 0; day < days; day++) {
    const date = addDays(firstDay, day);
    await post(date, date, ele, fill(houseAccount('ELECTRICITY_REVENUE', 'USDT')), 'ELE_CONSUME_USDT', 2_370_000n);
  }
}

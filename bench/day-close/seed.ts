import pg from 'pg';

/** Real machines of early 2020, at real prices of power. */
const models = [
  ['Antminer S9', '13.5', 1323],
  ['Antminer T17', '40', 2200],
  ['Antminer S17 Pro', '50', 1975],
  ['Antminer S17', '53', 2385],
  ['Whatsminer M20S', '68', 3360],
] as const;

const machinesPerCustomer = 5;
/** The days after the fall of 12 March 2020: old machines cost more than they mine. */
export const firstDay = '2020-03-13';

/**
 * Customers with five machines each. Seven in ten have prepaid for a long time, one in ten pays from its output by
 * choice, one in ten because nothing is prepaid, and one in ten has old machines at a dear site that do not earn their
 * power: those owe. One machine in twenty stands still for an hour of the first day.
 */
export async function seedMachines(ownerUrl: string, adminUrl: string, machines: number, days: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const run = (text: string, values: unknown[] = []) => owner.query(text, values);
  await run(
    `insert into customer (account, created_at) select '13' || lpad(i::text, 9, '0'), '2020-01-01' from generate_series(1, $1) i`,
    [Math.ceil(machines / machinesPerCustomer)],
  );
  await run(`insert into site (name) values ('cheap'), ('fair'), ('dear')`);
  await run(`insert into tariff (site_id, effective_from, price) select id, '2020-01-01', 0.025 + 0.02 * id from site`);
  for (const model of models) {
    await run(
      `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ($1, 'BTC', $2, 'TH/s', $3)`,
      [...model],
    );
  }
  await run(
    `insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
       pool_fee_rate, start_time, status, status_since, created_at)
     select 'B' || lpad((customer.id * $1 + n)::text, 9, '0'), customer.id, model.id, site.id, 'SUBSCRIBE', 'BTC', model.hashrate,
       'TH/s', model.power_watts, 0.04, '2020-02-01', 'RUNNING', '2020-02-01', '2020-01-01'
     from customer
     cross join generate_series(1, $1) n
     join machine_model model on model.id = case when customer.id % 10 = 9 then 1 else 1 + (customer.id * 7 + n) % 5 end
     join site on site.id = case when customer.id % 10 = 9 then 3 else 1 + (customer.id + n) % 3 end
     order by customer.id, n`,
    [machinesPerCustomer],
  );
  await run(
    `insert into machine_status_period (machine_id, started_at, ended_at, seq, status, from_status, by, reason, recorded_at)
     select id, started_at::timestamptz, ended_at::timestamptz, seq, period.status, period.from_status, 'import', 'imported', '2020-02-01'
     from machine
     join (values
       (false, '2020-02-01', null, 1, 'RUNNING', null),
       (true, '2020-02-01', $1::date || ' 10:00', 1, 'RUNNING', null),
       (true, $1::date || ' 10:00', $1::date || ' 11:00', 2, 'SUSPEND', 'RUNNING'),
       (true, $1::date || ' 11:00', null, 3, 'RUNNING', 'SUSPEND')
     ) period (paused, started_at, ended_at, seq, status, from_status) on paused = (id % 20 = 0)
     order by id, seq`,
    [firstDay],
  );
  await run(`update machine set status_since = ($1::date || ' 11:00')::timestamptz where id % 20 = 0`, [firstDay]);
  await run(
    `insert into electricity_account (customer_id, pay_mode, promo_remaining)
     select id, case when id % 10 = 7 then 'OUTPUT_FIRST' else 'PREPAID_FIRST' end, case when id % 50 = 0 then 5000000 else 0 end
     from customer where id % 10 = 7 or id % 50 = 0`,
  );
  await giveMoney(owner);
  await addDays(owner, days);
  await owner.end();
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query('vacuum analyze');
  await admin.end();
}

/** Everybody has a balance in both accounts already: nothing of this is anybody's first day. */
async function giveMoney(owner: pg.Client): Promise<void> {
  await owner.query(
    `select ledger.post_batch('seed:' || batch, sha256(convert_to(batch::text, 'utf8')), 'seed', '2020-03-12', '2020-03-12',
       array_agg(from_account), array_agg(to_account), array_agg(type::ledger.posting_type), array_agg(amount),
       array_agg('2020-03-12'::date), array_agg(null::bigint))
     from (
       select id / 5000 as batch, ledger.house_id('CASH', 'USDT') as from_account, ledger.account_id(id, 'ELE_ACCOUNT', 'USDT') as to_account, 'ELE_RECHARGE' as type,
         case when id % 10 in (8, 9) then 1000 else 500000000 end::bigint as amount
       from customer
       union all
       select id / 5000, ledger.house_id('CUSTODY', 'BTC'), ledger.account_id(id, 'OUTPUT_ACCOUNT', 'BTC'), 'RECHARGE_BTC', 1 from customer
       union all
       select id / 5000, ledger.house_id('PROMOTION_EXPENSE', 'USDT'), ledger.account_id(id, 'ELE_ACCOUNT', 'USDT'), 'ELE_INIT', promo_remaining
       from customer join electricity_account on customer_id = id where promo_remaining > 0
     ) gift group by batch`,
  );
}

/** Every day of the bench is 13 March 2020 at its price, the day after the fall. */
async function addDays(owner: pg.Client, days: number): Promise<void> {
  await owner.query(
    `insert into network_day (coin, date, blocks, subsidy_sum, fee_sum, epochs, source, created_at)
     select 'BTC', $1::date + n, 125, 156250000000, 8453514729, '[{"difficulty": "16552923967337.24", "seconds": 86400}]', 'import', '2020-03-12'
     from generate_series(0, $2::int - 1) n`,
    [firstDay, days],
  );
  await owner.query(
    `insert into reference_price (coin, date, usdt, source, created_at)
     select 'BTC', $1::date + n, 5627690000, 'import', '2020-03-12' from generate_series(0, $2::int - 1) n`,
    [firstDay, days],
  );
}

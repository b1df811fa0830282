import pg from 'pg';

/** So many more customers, as many machines, and a member of the staff who may take lists out. */
export async function seedConsole(ownerUrl: string, machines: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const run = (text: string, values: unknown[] = []) => owner.query(text, values);
  await run(`insert into staff (name, role, password_hash, created_at) values ('finance', 'FINANCE', 'none', now())`);
  await run(`insert into site (name) values ('north'), ('south'), ('west')`);
  await run(`insert into tariff (site_id, effective_from, price) select id, '2020-01-01', 0.05 from site`);
  await run(
    `insert into machine_model (name, coin, hashrate, hashrate_unit, power_watts) values ('bench', 'BTC', 50, 'TH/s', 1975)`,
  );
  await run(
    `insert into customer (account, created_at) select '13' || lpad(i::text, 9, '0'), '2020-01-01' from generate_series(1, $1::int) i`,
    [machines],
  );
  await run(
    `with owner as (select min(id) as first, count(*) as count from customer)
     insert into machine (machine_no, customer_id, model_id, site_id, purchase_kind, coin, hashrate, hashrate_unit, power_watts,
       pool_fee_rate, start_time, status, status_since, created_at)
     select 'B' || lpad(i::text, 9, '0'), first + i % count, 1, 1 + i % 3, 'SUBSCRIBE', 'BTC', 50, 'TH/s', 1975, 0.04,
       '2020-02-01', case when i % 20 = 0 then 'SUSPEND' else 'RUNNING' end, '2020-02-01', '2020-01-01'
     from owner cross join generate_series(1, $1::int) i`,
    [machines],
  );
  await run('vacuum analyze');
  await owner.end();
}

import pg from 'pg';

/**
 * The rows of a day written bare: INSERT … SELECT of the very rows that the close wrote, into tables with the same
 * columns and indexes and nothing else. No checks, domains, triggers, foreign keys, row policies; no computing, no
 * locking, no balances, no tie-out.
 */
const bareTables = `
  drop table if exists bare_posting, bare_output, bare_charge;
  create table bare_posting (
    transfer_id bigint, line int, debit bigint, credit bigint, customer bigint, type ledger.posting_type, amount bigint,
    debit_after bigint, credit_after bigint, date date, source_id bigint,
    primary key (transfer_id, line));
  create index on bare_posting (customer, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';
  create index on bare_posting (customer, type, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';
  create table bare_output as table machine_output with no data;
  alter table bare_output add primary key (machine_id, date, coin);
  create index on bare_output (customer_id, date desc, machine_id desc, coin desc);
  create table bare_charge as table electricity_charge with no data;
  alter table bare_charge add primary key (machine_id, date);
  create index on bare_charge (customer_id, date, machine_no) where owed > 0;
  create index on bare_charge (customer_id, date desc)`;

const bareInserts = [
  'insert into bare_posting select * from day_posting',
  'insert into bare_output select * from day_output',
  'insert into bare_charge select * from day_charge',
];

export interface Written {
  postings: number;
  seconds: number;
}

/** Copies the day's rows aside, so that reading them costs the least, and times writing them bare. */
export async function writeBare(adminUrl: string, date: string): Promise<Written> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(bareTables);
  await client.query(`
    drop table if exists day_posting, day_output, day_charge;
    create table day_posting as
      select posting.* from ledger.posting posting
      where transfer_id in (
        select (result ->> 'outputTransfer')::bigint from day_close_batch where date = '${date}' and step = 'settle'
        union all
        select (result ->> 'electricityTransfer')::bigint from day_close_batch where date = '${date}' and step = 'settle')
      order by transfer_id, line;
    create table day_output as select * from machine_output where date = '${date}' order by customer_id, machine_id;
    create table day_charge as select * from electricity_charge where date = '${date}' order by customer_id, machine_id`);
  const { rows } = await client.query('select count(*)::int as postings from day_posting');
  await client.query('checkpoint');
  const started = performance.now();
  await client.query('begin');
  for (const insert of bareInserts) await client.query(insert);
  await client.query('commit');
  const seconds = (performance.now() - started) / 1000;
  await client.query('drop table bare_posting, bare_output, bare_charge, day_posting, day_output, day_charge');
  await client.end();
  return { postings: rows[0].postings, seconds };
}

import pg from 'pg';

/**
 * The rows of a day of interest written bare: INSERT … SELECT of the very rows that the run wrote, into tables with the
 * same columns and indexes and nothing else. No checks, domains, triggers, row policies; no computing, no locking, no
 * balances, no tie-out.
 */
const bareTables = `
  drop table if exists bare_posting, bare_interest;
  create table bare_posting (
    transfer_id bigint, line int, debit bigint, credit bigint, customer bigint, type ledger.posting_type, amount bigint,
    debit_after bigint, credit_after bigint, date date, source_id bigint,
    primary key (transfer_id, line));
  create index on bare_posting (customer, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';
  create index on bare_posting (customer, type, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';
  create table bare_interest as table coin_up_interest with no data;
  alter table bare_interest add primary key (date, customer_id, coin);
  create index on bare_interest (customer_id, coin, date desc)`;

const bareInserts = [
  'insert into bare_posting select * from day_posting',
  'insert into bare_interest select * from day_interest',
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
    drop table if exists day_posting, day_interest;
    create table day_posting as
      select posting.* from ledger.posting posting
      where transfer_id in (
        select transfer_id from coin_up_interest_batch where date = '${date}'
        union all
        select (result ->> 'arrivalTransfer')::bigint from day_close_batch
        where kind = 'coin-up' and date = '${date}' and step = 'settle')
      order by transfer_id, line;
    create table day_interest as select * from coin_up_interest where date = '${date}' order by customer_id, coin`);
  const { rows } = await client.query('select count(*)::int as postings from day_posting');
  await client.query('checkpoint');
  const started = performance.now();
  await client.query('begin');
  for (const insert of bareInserts) await client.query(insert);
  await client.query('commit');
  const seconds = (performance.now() - started) / 1000;
  await client.query('drop table bare_posting, bare_interest, day_posting, day_interest');
  await client.end();
  return { postings: rows[0].postings, seconds };
}

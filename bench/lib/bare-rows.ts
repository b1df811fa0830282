import pg from 'pg';

export interface Written {
  postings: number;
  seconds: number;
}

/** What a run wrote besides postings: `select` the rows of a day in the order in which they were written. */
export interface BareTable {
  name: string;
  like: string;
  /** The primary key and indexes of the real table, over `bare`. */
  indexes: (bare: string) => string[];
  rowsOf: (date: string) => string;
}

const barePosting = `
  create table bare_posting (
    transfer_id bigint, line int, debit bigint, credit bigint, customer bigint, type ledger.posting_type, amount bigint,
    debit_after bigint, credit_after bigint, date date, source_id bigint,
    primary key (transfer_id, line));
  create index on bare_posting (customer, transfer_id desc, line desc) where type <> 'MINING_OUTPUT';
  create index on bare_posting (customer, type, transfer_id desc, line desc) where type <> 'MINING_OUTPUT'`;

/**
 * The rows of a day written bare: INSERT … SELECT of the very rows that the run wrote, into tables with the same columns and
 * indexes and nothing else. No checks, domains, triggers, foreign keys, row policies; no computing, no locking, no
 * balances, no tie-out. The rows are copied aside first, so that reading them costs the least.
 */
export async function writeBareRows(
  adminUrl: string,
  date: string,
  { transfers, tables }: { transfers: string; tables: readonly BareTable[] },
): Promise<Written> {
  const names = ['posting', ...tables.map(({ name }) => name)];
  const drop = `drop table if exists ${names.flatMap((name) => [`bare_${name}`, `day_${name}`]).join(', ')}`;
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query([drop, barePosting, ...tables.flatMap(bareCopy)].join(';\n'));
  await client.query(
    `create table day_posting as select * from ledger.posting where transfer_id in (${transfers}) order by transfer_id, line`,
  );
  for (const { name, rowsOf } of tables) await client.query(`create table day_${name} as ${rowsOf(date)}`);
  const { rows } = await client.query('select count(*)::int as postings from day_posting');
  await client.query('checkpoint');
  const started = performance.now();
  await client.query('begin');
  for (const name of names) await client.query(`insert into bare_${name} select * from day_${name}`);
  await client.query('commit');
  const seconds = (performance.now() - started) / 1000;
  await client.query(drop);
  await client.end();
  return { postings: rows[0].postings, seconds };
}

function bareCopy({ name, like, indexes }: BareTable): string[] {
  const bare = `bare_${name}`;
  return [`create table ${bare} as table ${like} with no data`, ...indexes(bare)];
}

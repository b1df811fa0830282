import pg from 'pg';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';

/** A range of ids that one transfer of a day is for. */
export interface Range {
  first: string;
  last: string;
}

/**
 * Writes closed days straight into the product's own tables, with their indexes and months, oldest first and the last one on `until`.
 * Guards and keys of other tables are passed over, and balances do not follow: the rows are there to lie in the way.
 */
export async function writeHistory(
  adminUrl: string,
  { kind, until, days }: { kind: 'mining' | 'coin-up'; until: string; days: number },
  { prepare, writeDay }: HistoryWriter,
): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  await admin.query(`set session_replication_role = 'replica'`);
  const ranges = await prepare(admin);
  for (let ago = days - 1; ago >= 0; ago--) {
    const date = addDays(until, -ago);
    await admin.query('select ledger.open_month($1)', [date]);
    await admin.query('begin');
    await admin.query('select keep_months($2, $1)', [date, kind]);
    await admin.query(
      `insert into day_close (kind, date, started_at, inputs, closed_at, seal, tie_out)
       values ($2, $1::date, $1::date + 1, '{}', $1::date + 1, sha256(convert_to($1::date::text, 'utf8')), '[]')`,
      [date, kind],
    );
    await writeDay(admin, date, ranges);
    await admin.query('commit');
  }
  await admin.query(`set session_replication_role = 'origin'`);
  await admin.query('vacuum analyze');
  await admin.end();
}

interface HistoryWriter {
  /** Called once, before the first day; the ranges go to each day. */
  prepare: (admin: pg.Client) => Promise<readonly Range[]>;
  writeDay: (admin: pg.Client, date: string, ranges: readonly Range[]) => Promise<void>;
}

/** A transfer without postings, and its key. */
export async function insertTransfer(admin: pg.Client, key: string, kind: string, date: string): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `with posted as (
       insert into ledger.transfer (key, input_hash, kind, business_date, posted_at)
       values ($1::text, sha256(convert_to($1::text, 'utf8')), $2, $3::date, $3::date + 1) returning id, key
     ), taken as (insert into ledger.transfer_key (key, transfer_id) select key, id from posted)
     select id::text as id from posted`,
    [key, kind, date],
  );
  return rows[0]?.id as string;
}

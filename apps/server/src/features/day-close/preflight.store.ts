import { execute, many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CloseKindName, Finding, Trial } from './close-kind.ts';

const claim = query(
  'day-close.claim-preflight',
  `insert into day_close_preflight as run (kind, date, ran_at, findings) values ($1, $2, $3, '[]')
   on conflict (kind, date) do update set ran_at = excluded.ran_at where run.ran_at <= excluded.ran_at - $4 * interval '1 minute'
   returning date`,
).as<{ date: string }>();

/** True for the one process that runs it now. */
export async function claimPreflight(
  db: Queryable,
  kind: CloseKindName,
  { date, now, minutes }: { date: string; now: Date; minutes: number },
): Promise<boolean> {
  return (await maybeOne(db, claim, [kind, date, now, minutes])) !== null;
}

const findingsOf = query(
  'day-close.preflight-findings',
  'select findings from day_close_preflight where kind = $1 and date = $2',
).as<{ findings: Finding[] }>();

export async function readFindings(db: Queryable, kind: CloseKindName, date: string): Promise<Finding[]> {
  return (await maybeOne(db, findingsOf, [kind, date]))?.findings ?? [];
}

const keep = query(
  'day-close.keep-findings',
  'update day_close_preflight set findings = $3 where kind = $1 and date = $2',
);

export async function keepFindings(
  db: Queryable,
  kind: CloseKindName,
  date: string,
  findings: readonly Finding[],
): Promise<void> {
  await execute(db, keep, [kind, date, JSON.stringify(findings)]);
}

const trial = query('day-close.keep-trial', 'update day_close_preflight set trial = $3 where kind = $1 and date = $2');

export async function keepTrial(db: Queryable, kind: CloseKindName, date: string, of: Trial | null): Promise<void> {
  await execute(db, trial, [kind, date, of && JSON.stringify(of)]);
}

const takeOver = query(
  'day-close.take-over-findings',
  `update day_close_preflight run set findings = '[]'
   where kind = $1 and findings <> '[]'
     and exists (select from day_close where day_close.kind = run.kind and day_close.date = run.date and closed_at is not null)
   returning date`,
).as<{ date: string }>();

/** Dates that are closed although something had been found, each returned once. */
export async function takeOverFindings(db: Queryable, kind: CloseKindName): Promise<string[]> {
  return (await many(db, takeOver, [kind])).map(({ date }) => date);
}

import type { DayOutcome, DayWork } from '@lode/contract/record-states';
import { execute, many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CloseKindName, Finding, Trial } from './close-kind.ts';

const insert = query(
  'day-close.order',
  `insert into day_close_order (kind, date, work, ordered_by, ordered_at) values ($1, $2, $3, $4, $5)
   on conflict do nothing returning id`,
).as<{ id: bigint }>();

/** Null: the same is ordered already and not done. */
export async function insertOrder(
  db: Queryable,
  order: { kind: CloseKindName; date: string; work: DayWork; staffId: bigint; at: Date },
): Promise<bigint | null> {
  const { kind, date, work, staffId, at } = order;
  return (await maybeOne(db, insert, [kind, date, work, staffId, at]))?.id ?? null;
}

const open = query(
  'day-close.open-orders',
  'select id, kind, date, work from day_close_order where ended_at is null order by id limit $1',
).as<{ id: bigint; kind: CloseKindName; date: string; work: DayWork }>();

export const readOpenOrders = (db: Queryable, limit: number) => many(db, open, [limit]);

const end = query(
  'day-close.end-order',
  'update day_close_order set ended_at = greatest($2, ordered_at), outcome = $3, findings = $4, trial = $5 where id = $1 and ended_at is null',
);

interface Done {
  findings: readonly Finding[];
  trial: Trial | null;
}

/** Of several workers that did it the first says what came of it. */
export async function endOrder(
  db: Queryable,
  id: bigint,
  { at, outcome, findings, trial }: { at: Date; outcome: DayOutcome } & Done,
): Promise<void> {
  await execute(db, end, [
    id,
    at,
    outcome,
    JSON.stringify(findings.slice(0, keptReasons)),
    trial && JSON.stringify(trial),
  ]);
}

/** Of a list that may name every machine of the house. */
export const keptReasons = 100;

const refuse = query(
  'day-close.keep-refusal',
  `insert into day_close_refusal as known (kind, date, at, count, reasons) values ($1, $2, $3, $4, $5)
   on conflict (kind, date) do update set at = excluded.at, count = excluded.count, reasons = excluded.reasons
     where (known.count, known.reasons) is distinct from (excluded.count, excluded.reasons)`,
);

/** Why a run of a day stopped, and since when for this reason. */
export async function keepRefusal(
  db: Queryable,
  refusal: { kind: CloseKindName; date: string; at: Date; reasons: readonly string[] },
): Promise<void> {
  const { kind, date, at, reasons } = refusal;
  await execute(db, refuse, [kind, date, at, reasons.length, JSON.stringify(reasons.slice(0, keptReasons))]);
}

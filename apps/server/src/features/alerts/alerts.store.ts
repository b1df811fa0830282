import { execute, many, maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Alert } from '../../platform/log/alerts.ts';

/** Rows that one listing shows. */
export const listedAtMost = 200;

const insertAlert = query(
  'alerts.raise',
  `insert into alert (kind, subject, message, raised_at) values ($1, $2, $3, $4)
   on conflict (kind, subject) where resolved_at is null do nothing returning id`,
).as<{ id: bigint }>();

/** True when the alert is new: one kind and subject have at most one open alert. */
export async function insertOpenAlert(db: Queryable, { kind, subject, message }: Alert, now: Date): Promise<boolean> {
  return (await execute(db, insertAlert, [kind, subject, message.slice(0, 1000), now])) > 0;
}

const openOfKind = query(
  'alerts.open-of-kind',
  'select message from alert where kind = $1 and resolved_at is null order by id limit 1',
).as<{ message: string }>();

/** The message of an open alert of the kind; null when there is none. */
export async function findOpenAlert(db: Queryable, kind: string): Promise<string | null> {
  return (await maybeOne(db, openOfKind, [kind]))?.message ?? null;
}

const resolveOpen = query(
  'alerts.resolve',
  'update alert set resolved_at = $3 where kind = any ($1::text[]) and subject = $2 and resolved_at is null',
);

export async function resolveOpenAlerts(
  db: Queryable,
  kinds: readonly string[],
  subject: string,
  now: Date,
): Promise<void> {
  await execute(db, resolveOpen, [kinds, subject, now]);
}

const resolveOne = query(
  'alerts.resolve-by-id',
  'update alert set resolved_at = $2 where id = $1 and resolved_at is null returning kind',
).as<{ kind: string }>();

/** The kind of the resolved alert; null when no open alert has the id. */
export async function resolveAlertById(db: Queryable, id: bigint, now: Date): Promise<string | null> {
  return (await maybeOne(db, resolveOne, [id, now]))?.kind ?? null;
}

export interface OpenAlert extends Alert {
  id: bigint;
  raisedAt: Date;
}

const openAlerts = query(
  'alerts.open',
  `select id, kind, subject, message, raised_at as "raisedAt"
   from alert where resolved_at is null order by id limit ${listedAtMost + 1}`,
).as<OpenAlert>();

/** The oldest first, and one more than a listing shows: then there are more. */
export function readOpenAlerts(db: Queryable): Promise<OpenAlert[]> {
  return many(db, openAlerts);
}

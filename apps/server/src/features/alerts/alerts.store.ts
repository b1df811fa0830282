import { type DbTx, many, maybeOne, statement } from '../../platform/db/database.ts';
import type { Alert } from '../../platform/log/alerts.ts';

/** Rows that one listing shows. */
export const listedAtMost = 200;

const insertAlert = statement<{ id: bigint }>(
  'alerts.raise',
  `insert into alarm (kind, subject, words, raised_at) values ($1, $2, $3, $4)
   on conflict (kind, subject) where settled_at is null do nothing returning id`,
);

/** True when the alert is new: one kind and subject have at most one open alert. */
export async function insertOpenAlert(dbTx: DbTx, { kind, subject, message }: Alert, now: Date): Promise<boolean> {
  return (await many(dbTx, insertAlert, [kind, subject, message.slice(0, 1000), now])).length > 0;
}

const resolveOpen = statement(
  'alerts.resolve',
  'update alarm set settled_at = $3 where kind = any ($1::text[]) and subject = $2 and settled_at is null',
);

export async function resolveOpenAlerts(
  dbTx: DbTx,
  kinds: readonly string[],
  subject: string,
  now: Date,
): Promise<void> {
  await many(dbTx, resolveOpen, [kinds, subject, now]);
}

const resolveOne = statement<{ kind: string }>(
  'alerts.resolve-by-id',
  'update alarm set settled_at = $2 where id = $1 and settled_at is null returning kind',
);

/** The kind of the resolved alert; null when no open alert has the id. */
export async function resolveAlertById(dbTx: DbTx, id: bigint, now: Date): Promise<string | null> {
  return (await maybeOne(dbTx, resolveOne, [id, now]))?.kind ?? null;
}

export interface OpenAlert extends Alert {
  id: bigint;
  raisedAt: Date;
}

const openAlerts = statement<OpenAlert>(
  'alerts.open',
  `select id, kind, subject, words as message, raised_at as "raisedAt"
   from alarm where settled_at is null order by id limit ${listedAtMost}`,
);

/** The oldest first. */
export function readOpenAlerts(dbTx: DbTx): Promise<OpenAlert[]> {
  return many(dbTx, openAlerts);
}

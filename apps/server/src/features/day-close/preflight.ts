import { addDays } from '../../platform/clock/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AlertPorts } from '../../platform/log/alerts.ts';
import type { CloseKind, Finding, Preflight } from './close-kind.ts';
import { readProgress } from './day-close.store.ts';
import { decideClose } from './day-order.ts';
import { claimPreflight, keepFindings, keepTrial, readFindings, takeOverFindings } from './preflight.store.ts';

export type PreflightResult =
  | ({ outcome: 'checked'; date: string } & Preflight)
  | { outcome: 'already-closed'; date: string };

/** The date whose close is due next. */
export function nextDue(kind: Pick<CloseKind, 'dueAt'>, now: Date): string {
  let date = addDays(now.toISOString().slice(0, 10), -2);
  while (kind.dueAt(date) <= now) date = addDays(date, 1);
  return date;
}

/** What would stop the close of a date, or leave something out of it, as far as it can be known now. Changes nothing. */
export async function preflight(
  database: Database,
  kind: CloseKind,
  date: string,
  now: Date,
): Promise<PreflightResult> {
  const progress = await readProgress(database, kind.name);
  const end = kind.endOf(date);
  // That the date is not over yet is no hindrance: it will be when its close is due.
  const decision = decideClose(date, progress, { now: now > end ? now : end, end });
  if (decision.outcome === 'already-closed') return { outcome: 'already-closed', date };
  const order: Finding[] = decision.outcome === 'refused' ? [{ stops: true, reason: decision.reason.en }] : [];
  const { findings, trial } = await kind.preflight(date, now);
  return { outcome: 'checked', date, findings: [...order, ...findings], trial };
}

const hour = 3_600_000;
/** Enough to ask a pool or to find a price. */
const hoursBefore = 4;
const minutesBetween = 15;
const alertKind = 'close-is-hindered';

/**
 * From four hours before a close is due, every quarter of an hour: an alert that names what is missing, and is resolved when nothing is,
 * or when the date is closed.
 */
export async function schedulePreflight(
  database: Database,
  kind: CloseKind,
  alerts: AlertPorts,
  now: Date,
): Promise<void> {
  const subjectOf = (date: string) => `${kind.name} ${date}`;
  await database.transaction(async (dbTx) => {
    for (const closed of await takeOverFindings(dbTx, kind.name))
      await alerts.resolveAlert(dbTx, alertKind, subjectOf(closed), now);
  });
  const date = nextDue(kind, now);
  if (now.getTime() < kind.dueAt(date).getTime() - hoursBefore * hour || !(await isExpected(database, kind))) return;
  if (!(await claimPreflight(database, kind.name, { date, now, minutes: minutesBetween }))) return;
  const result = await preflight(database, kind, date, now);
  const { findings, trial } = result.outcome === 'checked' ? result : { findings: [], trial: null };
  await keepTrial(database, kind.name, date, trial);
  const before = await readFindings(database, kind.name, date);
  if (messageOf(findings) === messageOf(before)) return;
  const alert = { kind: alertKind, subject: subjectOf(date), message: `${subjectOf(date)}: ${messageOf(findings)}` };
  const isNew = await database.transaction(async (dbTx) => {
    await keepFindings(dbTx, kind.name, date, findings);
    await alerts.resolveAlert(dbTx, alertKind, alert.subject, now);
    return findings.length > 0 && (await alerts.raiseAlert(dbTx, alert, now));
  });
  if (isNew) alerts.announceAlert(alert);
}

/** The schedule begins with the second close, or where the kind knows its first day. */
async function isExpected(database: Database, kind: CloseKind): Promise<boolean> {
  const { lastClosed, begun } = await readProgress(database, kind.name);
  return lastClosed !== null || begun !== null || ((await kind.firstDay?.(database)) ?? null) !== null;
}

export const findingInWords = ({ stops, reason }: Finding) =>
  `${stops ? 'would stop it' : 'would be left out'}: ${reason}`;

const messageOf = (findings: readonly Finding[]) => findings.map(findingInWords).join('; ');

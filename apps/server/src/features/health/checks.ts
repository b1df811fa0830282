import type { ConsoleData } from '@lode/contract/console';
import type { CloseKindName } from '@lode/contract/record-states';
import { type Coin, formatAmount, parseAmount } from '@lode/money';
import type { SignerSeen } from '../../platform/chains/signer-seen.ts';
import type { ArchiveFacts, QueueFacts, Sessions } from './health.store.ts';

export type Check = ConsoleData<'health'>['checks'][number];
type CoinMoney = ConsoleData<'chainMoney'>['coins'][number];

/** An open alert, as far as it says since when a check stands as it does. */
export interface KnownAlert {
  kind: string;
  subject: string;
  message: string;
  raisedAt: Date;
}

const nothing = { subject: '', since: null, value: null, bound: null, detail: null };
const ago = (now: Date, seconds: bigint) => new Date(now.getTime() - Number(seconds) * 1000).toISOString();

/** How far each chain is followed; a network that was never followed is unknown. */
export function watcherChecks(coins: readonly CoinMoney[], alerts: readonly KnownAlert[]): Check[] {
  return coins.map(({ network, chain }) => {
    const check = { ...nothing, kind: 'WATCHER' as const, subject: network };
    // A node that has never answered leaves no height; its alert is there all the same.
    const alert = alerts.find(({ kind, subject }) => kind === 'watcher-stopped' && subject === network);
    const because = alert?.message ?? chain?.stoppedBecause ?? null;
    const value = chain === null ? null : String(chain.height);
    if (because === null) return { ...check, state: chain === null ? 'UNKNOWN' : 'OK', value };
    return { ...check, state: 'BLOCKED', value, since: alert?.raisedAt.toISOString() ?? null, detail: because };
  });
}

/** The worker reads the levels every ten minutes: thrice that is late. */
const levelsLateMs = 30 * 60_000;

const walletStates: Record<CoinMoney['state'], Check['state']> = {
  WITHIN: 'OK',
  NO_BOUNDS: 'OK',
  ABOVE: 'ATTENTION',
  SHORT: 'BLOCKED',
  UNKNOWN: 'UNKNOWN',
};

/** What payments can spend, judged as the page of the house's coins judges it. */
export function walletChecks(coins: readonly CoinMoney[], now: Date): Check[] {
  return coins.map(({ coin, hot, waiting, bounds, state }) => {
    const check = { ...nothing, kind: 'HOT_WALLET' as const, subject: coin };
    if (hot === null) return { ...check, state: 'UNKNOWN' };
    const free = parseAmount(hot.amount, coin) - parseAmount(hot.reserved, coin) - parseAmount(waiting, coin);
    const isLate = now.getTime() - Date.parse(hot.readAt) > levelsLateMs;
    const own = walletStates[state];
    return {
      ...check,
      state: own === 'OK' && isLate ? 'ATTENTION' : own,
      since: hot.readAt,
      value: formatAmount(free, coin),
      bound: bounds?.upper ?? null,
    };
  });
}

export function stuckCheck(stuck: readonly { since: Date }[], now: Date): Check {
  const since = stuck.reduce((oldest, one) => (one.since < oldest ? one.since : oldest), now);
  return {
    ...nothing,
    kind: 'STUCK_PAYMENTS',
    state: stuck.length > 0 ? 'ATTENTION' : 'OK',
    since: stuck.length > 0 ? since.toISOString() : null,
    value: String(stuck.length),
    bound: '0',
  };
}

/** The signer's journal grows with what it signs, so its age is no fault; one that was rolled back pays nothing. */
export function signerCheck(seen: SignerSeen | null, alerts: readonly KnownAlert[]): Check {
  const check = { ...nothing, kind: 'SIGNER' as const };
  const alert = alerts.find(({ kind }) => kind === 'signer-journal');
  const value = seen && String(seen.line);
  if (alert) {
    return { ...check, state: 'BLOCKED', since: alert.raisedAt.toISOString(), value, detail: alert.message };
  }
  return { ...check, state: seen ? 'OK' : 'UNKNOWN', since: seen?.at.toISOString() ?? null, value };
}

export interface DayFacts {
  kind: CloseKindName;
  lastClosed: string | null;
  refused: { date: string; count: number; at: Date } | null;
}

export function dayCheck({ kind, lastClosed, refused }: DayFacts): Check {
  const check = { ...nothing, kind: 'DAY' as const, subject: kind, value: lastClosed };
  if (refused === null) return { ...check, state: lastClosed === null ? 'UNKNOWN' : 'OK' };
  return { ...check, state: 'BLOCKED', since: refused.at.toISOString(), detail: `${refused.date} ${refused.count}` };
}

export interface BooksRun {
  endedAt: Date;
  differences: Record<Coin, { count: number }> | null;
  failure: string | null;
}

/** `reason`: why payments are stopped by the books, as the payments themselves ask. */
export function booksCheck(run: BooksRun | null, reason: string | null): Check {
  const counts = run?.differences && Object.values(run.differences).reduce((sum, { count }) => sum + count, 0);
  return {
    ...nothing,
    kind: 'BOOKS_CHECK',
    state: reason !== null ? 'BLOCKED' : 'OK',
    since: run?.endedAt.toISOString() ?? null,
    value: counts === null || counts === undefined ? null : String(counts),
    bound: '0',
    detail: reason,
  };
}

export type CustodyFacts = { coin: Coin; at: Date } & (
  | { ledger: bigint; chain: bigint; unknown: null }
  | { ledger: null; chain: null; unknown: string }
);

export function custodyChecks(found: readonly CustodyFacts[]): Check[] {
  return found.map((one) => {
    const check = { ...nothing, kind: 'CUSTODY' as const, subject: one.coin, since: one.at.toISOString() };
    if (one.unknown !== null) return { ...check, state: 'UNKNOWN', detail: one.unknown };
    const difference = one.ledger - one.chain;
    return {
      ...check,
      state: difference === 0n ? 'OK' : 'ATTENTION',
      value: formatAmount(difference, one.coin),
      bound: formatAmount(0n, one.coin),
    };
  });
}

/** A fund that pays fewer days of interest is shown short, as on the page of COIN UP. */
const shortCoverDays = 7;

export function fundChecks(coins: readonly { coin: Coin; owed: string; coverDays: number | null }[]): Check[] {
  return coins.map(({ coin, owed, coverDays }) => {
    const isOwed = parseAmount(owed, coin) > 0n;
    return {
      ...nothing,
      kind: 'FUND',
      subject: coin,
      state: isOwed ? 'BLOCKED' : coverDays !== null && coverDays < shortCoverDays ? 'ATTENTION' : 'OK',
      value: coverDays === null ? null : String(coverDays),
      bound: String(shortCoverDays),
      detail: isOwed ? owed : null,
    };
  });
}

export const workerCheck = (count: number): Check => ({
  ...nothing,
  kind: 'WORKER',
  state: count > 0 ? 'OK' : 'BLOCKED',
  value: String(count),
  bound: '1',
});

/** A job that is due begins within seconds where a worker lives. */
const jobsLateSeconds = 600n;

export function jobsCheck({ waiting, oldestDueSeconds, running }: QueueFacts, now: Date): Check {
  const isLate = oldestDueSeconds !== null && oldestDueSeconds > jobsLateSeconds;
  return {
    ...nothing,
    kind: 'JOBS',
    state: isLate ? 'ATTENTION' : 'OK',
    since: oldestDueSeconds === null ? null : ago(now, oldestDueSeconds),
    value: String(waiting),
    detail: String(running),
  };
}

/** From four fifths on: the rest is what a deployment needs, which starts before the old processes end. */
export const connectionsCheck = ({ used, most }: Sessions): Check => ({
  ...nothing,
  kind: 'CONNECTIONS',
  state: used >= most ? 'BLOCKED' : used * 5 >= most * 4 ? 'ATTENTION' : 'OK',
  value: String(used),
  bound: String(most),
});

/** None where the server does not archive by itself: how it is backed up is then not known here. */
export function archiveChecks(archive: ArchiveFacts | null, now: Date): Check[] {
  if (archive === null) return [];
  const { archivedSeconds, isFailing, failed } = archive;
  return [
    {
      ...nothing,
      kind: 'ARCHIVE',
      state: isFailing ? 'ATTENTION' : archivedSeconds === null ? 'UNKNOWN' : 'OK',
      since: archivedSeconds === null ? null : ago(now, archivedSeconds),
      value: String(failed),
    },
  ];
}

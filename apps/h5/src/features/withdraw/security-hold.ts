import type { Data } from '@lode/contract';

export interface SecurityHold {
  reason: NonNullable<Data<'withdrawCheckDevice'>['reason']>;
  /** Null for a freeze, which only staff lift. */
  until: string | null;
}

const byPriority: readonly SecurityHold['reason'][] = [
  'FROZEN',
  'PASSWORD_CHANGED',
  'SECOND_FACTOR_REMOVED',
  'NEW_DEVICE',
  'NEW_ADDRESS',
];

/** Shows the reason of highest priority with the latest end; a freeze has no end. */
export function combineHolds(holds: readonly (SecurityHold | null)[]): SecurityHold | null {
  const active = holds.filter((hold) => hold !== null);
  const [first] = [...active].sort((a, b) => byPriority.indexOf(a.reason) - byPriority.indexOf(b.reason));
  if (first === undefined || first.until === null) return first ?? null;
  const latest = active
    .map(({ until }) => until)
    .sort()
    .at(-1);
  return { reason: first.reason, until: latest ?? null };
}

/** The server's time, and the phone's when it was received. */
export interface ServerTime {
  now: string;
  receivedAt: number;
}

/** Counts in server time, so that a phone's wrong clock does not matter; at least 0. */
export function secondsUntil(until: string, { now, receivedAt }: ServerTime, phoneNow: number): number {
  const serverNow = Date.parse(now) + (phoneNow - receivedAt);
  return Math.max(0, Math.ceil((Date.parse(until) - serverNow) / 1000));
}

/** `17:42:08`; the hours may exceed 24. */
export function clockFace(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

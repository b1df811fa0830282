import type { Data } from '@lode/contract';

export interface Hold {
  reason: NonNullable<Data<'withdrawCheckDevice'>['reason']>;
  /** Null when only staff ends it. */
  until: string | null;
}

/** In the order in which a reason is told. */
const order: readonly Hold['reason'][] = ['FROZEN', 'PASSWORD_CHANGED', 'NEW_DEVICE', 'NEW_ADDRESS'];

/** Of several holds the first reason is told and the latest end counts; a freeze has no end. */
export function joinedHold(holds: readonly (Hold | null)[]): Hold | null {
  const open = holds.filter((hold) => hold !== null);
  const [first] = [...open].sort((a, b) => order.indexOf(a.reason) - order.indexOf(b.reason));
  if (first === undefined || first.until === null) return first ?? null;
  const latest = open
    .map(({ until }) => until)
    .sort()
    .at(-1);
  return { reason: first.reason, until: latest ?? null };
}

/** The product's clock as it was told, and when, by the phone's. */
export interface ToldTime {
  now: string;
  at: number;
}

/** Seconds until a moment by the product's clock, whatever the phone's says; never less than none. */
export function secondsUntil(until: string, { now, at }: ToldTime, phoneNow: number): number {
  const productNow = Date.parse(now) + (phoneNow - at);
  return Math.max(0, Math.ceil((Date.parse(until) - productNow) / 1000));
}

/** `17:42:08`, also of more than a day. */
export function clockFace(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, '0')).join(':');
}

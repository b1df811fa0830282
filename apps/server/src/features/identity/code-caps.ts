import { codeScenes, isOfStrangers } from '../../platform/code-scenes.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** At most `count` requests within any stretch of `windowMs`. */
export interface Cap {
  count: number;
  windowMs: number;
}

/**
 * Requests that are counted together: of an account and scene (twice, by two windows), of a device, and the messages that the
 * house sent, for scenes of one audience.
 */
export type Counted = 'pause' | 'account' | 'device' | 'house';

/** The scenes whose messages come out of the same budget. */
export function scenesWithBudgetOf(scene: string): readonly string[] {
  return Object.values(codeScenes).find((scenes) => scenes.some((one) => one === scene)) ?? codeScenes.customers;
}

/** Of what customers may be sent, the staff may ask for this part. */
const partOfStaff = 10;
/** Of what strangers may cause, this part is kept for the known devices of customers: a flood leaves it to them. */
const partOfKnownDevices = 5;

/** Between two codes of one account and scene. */
export const shortestPause = minute;

export interface CodeAudience {
  scene: string;
  /** Whether the account knows the device that asks. */
  isKnownDevice: boolean;
}

/** Messages with codes that devices which no account knows may cause in a day. */
export const strangersCodesPerDay = (codesPerDay: number): number =>
  codesPerDay - Math.floor(codesPerDay / partOfKnownDevices);

export function codeCaps(codesPerDay: number, { scene, isKnownDevice }: CodeAudience): Record<Counted, Cap> {
  const isOfStaff = codeScenes.staff.some((one) => one === scene);
  const ofOthers = isOfStrangers(scene) && !isKnownDevice ? strangersCodesPerDay(codesPerDay) : codesPerDay;
  return {
    pause: { count: 1, windowMs: shortestPause },
    account: { count: 10, windowMs: day },
    device: { count: 30, windowMs: day },
    house: { count: isOfStaff ? Math.ceil(codesPerDay / partOfStaff) : ofOthers, windowMs: day },
  };
}

/**
 * When the next request fits under every cap, given when the `count`th newest one was made under each; null when it fits
 * now. Windows slide: midnight doubles no caller's number.
 */
export function freeAgainAt(
  caps: Record<Counted, Cap>,
  nthNewest: Record<Counted, Date | null>,
  now: Date,
): Date | null {
  const times = (Object.keys(caps) as Counted[]).map((counted) => {
    const nth = nthNewest[counted];
    // A request that was counted while this one waited may have arrived later.
    return nth === null ? 0 : Math.min(nth.getTime(), now.getTime()) + caps[counted].windowMs;
  });
  const latest = Math.max(...times);
  return latest > now.getTime() ? new Date(latest) : null;
}

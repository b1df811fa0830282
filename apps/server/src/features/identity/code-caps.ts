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

/** Codes for customers who are logged in have a budget that no stranger and no member of the staff can use up. */
const scenesOf = {
  strangers: ['LOGIN', 'SET_PASSWORD'],
  customers: ['FUNDS_PASSWORD', 'WITHDRAW', 'SECOND_FACTOR'],
  /** Asked for by staff, for a customer with whom they speak. */
  staff: ['CHANGE_CONTACT'],
} as const;

/** The scenes whose messages come out of the same budget. */
export function scenesWithBudgetOf(scene: string): readonly string[] {
  return Object.values(scenesOf).find((scenes) => scenes.some((one) => one === scene)) ?? scenesOf.customers;
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

export const isOfStrangers = (scene: string): boolean => scenesOf.strangers.some((one) => one === scene);

export function codeCaps(codesPerDay: number, { scene, isKnownDevice }: CodeAudience): Record<Counted, Cap> {
  const isOfStaff = scenesOf.staff.some((one) => one === scene);
  const kept = isOfStrangers(scene) && !isKnownDevice ? Math.floor(codesPerDay / partOfKnownDevices) : 0;
  return {
    pause: { count: 1, windowMs: shortestPause },
    account: { count: 10, windowMs: day },
    device: { count: 30, windowMs: day },
    house: { count: isOfStaff ? Math.ceil(codesPerDay / partOfStaff) : codesPerDay - kept, windowMs: day },
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

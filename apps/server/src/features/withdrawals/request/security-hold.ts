export type HoldReason = 'FROZEN' | 'PASSWORD_CHANGED' | 'NEW_DEVICE' | 'NEW_ADDRESS';

export interface Hold {
  reason: HoldReason;
  /** Null when only staff ends it. */
  until: Date | null;
}

/** What may hold a withdrawal back, as it stands. */
export interface HoldFacts {
  isFrozen: boolean;
  /** Either password; a first setting is no change. */
  passwordChangedAt: Date | null;
  /** When this device logged in first; null for one that never did. */
  deviceSince: Date | null;
  /** It is the account's first. */
  isFirstDevice: boolean;
}

const hour = 3_600_000;

/**
 * What holds a withdrawal back now, or null. The latest end counts; the reason that is told is the first of FROZEN,
 * PASSWORD_CHANGED, NEW_DEVICE, NEW_ADDRESS. `addressSince` is left out where no address is judged, null for one that
 * does not stand in the book: its time begins when it is added.
 */
export function holdOf(
  facts: HoldFacts,
  { hours, now, addressSince }: { hours: number; now: Date; addressSince?: Date | null },
): Hold | null {
  if (facts.isFrozen) return { reason: 'FROZEN', until: null };
  const after = (since: Date | null) => new Date((since ?? now).getTime() + hours * hour);
  const holds: { reason: HoldReason; until: Date }[] = [];
  if (facts.passwordChangedAt !== null)
    holds.push({ reason: 'PASSWORD_CHANGED', until: after(facts.passwordChangedAt) });
  if (!facts.isFirstDevice) holds.push({ reason: 'NEW_DEVICE', until: after(facts.deviceSince) });
  if (addressSince !== undefined) holds.push({ reason: 'NEW_ADDRESS', until: after(addressSince) });
  const open = holds.filter(({ until }) => until > now);
  const [first] = open;
  if (first === undefined) return null;
  return {
    reason: first.reason,
    until: open.reduce((latest, { until }) => (until > latest ? until : latest), first.until),
  };
}

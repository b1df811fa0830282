export type SecurityHoldReason = 'FROZEN' | 'PASSWORD_CHANGED' | 'SECOND_FACTOR_REMOVED' | 'NEW_DEVICE' | 'NEW_ADDRESS';

export interface SecurityHold {
  reason: SecurityHoldReason;
  /** Null when only staff ends it. */
  until: Date | null;
}

export interface SecurityHoldFacts {
  isFrozen: boolean;
  /** Either password; a first setting is no change. */
  passwordChangedAt: Date | null;
  /** A contact was replaced without a code to the old one: its own end, whatever the length of the other holds. */
  contactHeldUntil: Date | null;
  /** A second factor was removed: the same. */
  secondFactorHeldUntil: Date | null;
  /** First login of this device; null for one that never logged in. */
  deviceSince: Date | null;
  /** It is the account's first. */
  isFirstDevice: boolean;
}

const hour = 3_600_000;

/**
 * The hold on a withdrawal now, or null. The latest end counts; the reason is the first of FROZEN, PASSWORD_CHANGED,
 * SECOND_FACTOR_REMOVED, NEW_DEVICE, NEW_ADDRESS. `addressSince` is left out where no address is checked, null for one outside the book: its time begins when it is added.
 */
export function securityHoldOf(
  facts: SecurityHoldFacts,
  { hours, now, addressSince }: { hours: number; now: Date; addressSince?: Date | null },
): SecurityHold | null {
  if (facts.isFrozen) return { reason: 'FROZEN', until: null };
  const after = (since: Date | null) => new Date((since ?? now).getTime() + hours * hour);
  const holds: { reason: SecurityHoldReason; until: Date }[] = [];
  if (facts.passwordChangedAt !== null)
    holds.push({ reason: 'PASSWORD_CHANGED', until: after(facts.passwordChangedAt) });
  // The API has no reason of its own for it: to the customer both are a change of how one logs in.
  if (facts.contactHeldUntil !== null) holds.push({ reason: 'PASSWORD_CHANGED', until: facts.contactHeldUntil });
  if (facts.secondFactorHeldUntil !== null)
    holds.push({ reason: 'SECOND_FACTOR_REMOVED', until: facts.secondFactorHeldUntil });
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

import type { ConsoleData } from '@lode/contract/console';
import { formatAmount, parseAmount } from '@lode/money';
import type { ApprovalHold } from '@lode/signing';
import type { WithdrawLimits } from '../domain/limits.ts';
import type { SecurityHoldFacts } from '../request/security-hold.ts';
import type { Withdrawal } from '../withdrawal.repository.ts';
import type { Origin } from './balance-origin.ts';

export type Check = ConsoleData<'withdrawalReview'>['checks'][number];

export interface CheckFacts {
  now: Date;
  holdHours: number;
  limits: WithdrawLimits;
  takenOfDay: bigint;
  origin: Origin | null;
  /** The coins lie in WITHDRAWAL_PENDING: the posting that took them is the withdrawal's own. */
  isTaken: boolean;
  owes: boolean;
  guard: { isActive: boolean; isFrozen: boolean } | null;
  hold: ApprovalHold | null;
  device: Pick<SecurityHoldFacts, 'deviceSince' | 'isFirstDevice' | 'passwordChangedAt'> | null;
  bookSince: Date | null;
  isOwnAddress: boolean;
  /** Why the operator's own list denies the address, or null. */
  denied: string | null;
  /** What payments of the coin can spend and have not promised; null where only a node knows. */
  hotCoins: bigint | null;
}

const hour = 3_600_000;
/** Money that came in by chain so lately and leaves again is looked at, when it is half of the amount. */
const freshHours = 72;
const lookFromPpm = 500_000;

const partsPerMillion = (part: bigint, whole: bigint): number => Number((part * 1_000_000n) / whole);

/** The checks of a withdrawal as they come out now, in the order of the screen. Of the operator's own coins only some apply. */
export function checksOf(withdrawal: Withdrawal, facts: CheckFacts): Check[] {
  const common = [takenCheck, screeningCheck, addressCheck, hotWalletCheck];
  const ofCustomer = [
    sourceCheck,
    takenCheck,
    paymentLimitCheck,
    dayLimitCheck,
    debtCheck,
    customerCheck,
    screeningCheck,
    addressCheck,
    addressAgeCheck,
    deviceCheck,
    passwordCheck,
    hotWalletCheck,
  ];
  return (withdrawal.customerId === null ? common : ofCustomer).flatMap((check) => check(withdrawal, facts) ?? []);
}

type CheckOf = (withdrawal: Withdrawal, facts: CheckFacts) => Check | null;

const result = (
  kind: Check['kind'],
  state: Check['state'],
  values: { [Name in keyof Check['values']]?: string | null } = {},
): Check => ({
  kind,
  state,
  values: Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null)),
});

/** How old a moment is, in whole hours. */
const hoursSince = (since: Date, now: Date): number => Math.floor((now.getTime() - since.getTime()) / hour);

const sourceCheck: CheckOf = ({ amount }, { origin, now }) => {
  if (origin === null) return result('SOURCE', 'LOOK');
  const fresh = origin.parts
    .filter(({ kind, to }) => kind === 'DEPOSIT' && hoursSince(to, now) < freshHours)
    .reduce((sum, part) => sum + part.amount, 0n);
  const sharePpm = partsPerMillion(fresh, amount);
  return result('SOURCE', sharePpm >= lookFromPpm ? 'LOOK' : 'OK', {
    freshPpm: String(sharePpm),
    freshHours: String(freshHours),
  });
};

const takenCheck: CheckOf = ({ amount, coin }, { isTaken }) =>
  result('HELD_AMOUNT', isTaken ? 'OK' : 'BLOCKS', { amount: formatAmount(amount, coin) });

const paymentLimitCheck: CheckOf = ({ amount, coin }, { limits: { max } }) =>
  result('PAYMENT_LIMIT', amount > parseAmount(max, coin) ? 'LOOK' : 'OK', {
    amount: formatAmount(amount, coin),
    limit: max,
  });

const dayLimitCheck: CheckOf = ({ coin }, { takenOfDay, limits: { perDay } }) =>
  result('DAY_LIMIT', takenOfDay > parseAmount(perDay, coin) ? 'LOOK' : 'OK', {
    amount: formatAmount(takenOfDay, coin),
    limit: perDay,
  });

const debtCheck: CheckOf = (_withdrawal, { owes }) => result('DEBT', owes ? 'LOOK' : 'OK');

const customerCheck: CheckOf = (_withdrawal, { guard }) => {
  if (guard === null) return null;
  const reason = guard.isActive ? (guard.isFrozen ? 'FROZEN' : null) : 'CUSTOMER_DISABLED';
  return result('CUSTOMER', reason === null ? 'OK' : 'BLOCKS', { reason });
};

const screeningCheck: CheckOf = (_withdrawal, { denied }) =>
  result('SCREENING', denied === null ? 'OK' : 'BLOCKS', { reason: denied?.slice(0, 200) ?? null });

const addressCheck: CheckOf = ({ customerId }, { isOwnAddress, hold }) => {
  if (customerId === null && hold !== null) return result('ADDRESS', 'BLOCKS', { reason: hold.reason });
  return result('ADDRESS', isOwnAddress ? 'BLOCKS' : 'OK', { reason: isOwnAddress ? 'OWN_ADDRESS' : null });
};

const addressAgeCheck: CheckOf = (_withdrawal, { bookSince, holdHours, now }) => {
  const limit = String(holdHours);
  if (bookSince === null) return result('ADDRESS_AGE', 'LOOK', { limit });
  const isYoung = hoursSince(bookSince, now) < holdHours;
  return result('ADDRESS_AGE', isYoung ? 'LOOK' : 'OK', { since: bookSince.toISOString(), limit });
};

const deviceCheck: CheckOf = (_withdrawal, { device, holdHours, now }) => {
  const since = device?.deviceSince ?? null;
  if (since === null) return result('DEVICE', 'LOOK');
  const isYoung = !device?.isFirstDevice && hoursSince(since, now) < holdHours;
  return result('DEVICE', isYoung ? 'LOOK' : 'OK', {
    since: since.toISOString(),
    isFirst: device?.isFirstDevice ? '1' : null,
  });
};

const passwordReasons: readonly ApprovalHold['reason'][] = [
  'PASSWORD_CHANGED',
  'CONTACT_REPLACED',
  'SECOND_FACTOR_REMOVED',
];

const passwordCheck: CheckOf = (_withdrawal, { hold, device }) => {
  const changedAt = device?.passwordChangedAt?.toISOString() ?? null;
  if (hold === null || !passwordReasons.includes(hold.reason)) return result('PASSWORD', 'OK', { changedAt });
  return result('PASSWORD', 'BLOCKS', { reason: hold.reason, until: hold.until, changedAt });
};

const hotWalletCheck: CheckOf = ({ amount, fee, coin }, { hotCoins }) => {
  if (hotCoins === null) return null;
  const left = hotCoins - (amount - fee);
  return result('HOT_WALLET', left < 0n ? 'LOOK' : 'OK', {
    amount: formatAmount(hotCoins, coin),
    left: left < 0n ? null : formatAmount(left, coin),
  });
};

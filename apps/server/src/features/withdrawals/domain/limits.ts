import { DecimalError, parseAmount, parseTypedAmount } from '@lode/money';
import type { Queryable } from '../../../platform/db/database.ts';
import { type Refusal, refuse } from '../../../platform/http/refusal.ts';
import type { PolicyKey, StoredPolicy } from '../review/auto-approval-policy.ts';
import type { WithdrawCoin } from './coins.ts';

type LimitKey = `withdraw.${'min' | 'max' | 'day' | 'fee'}.${WithdrawCoin}`;

const keys = [
  'withdraw.min.BTC',
  'withdraw.min.USDT',
  'withdraw.max.BTC',
  'withdraw.max.USDT',
  'withdraw.day.BTC',
  'withdraw.day.USDT',
  'withdraw.fee.BTC',
  'withdraw.fee.USDT',
  'withdraw.rule.BTC',
  'withdraw.rule.USDT',
] as const satisfies (LimitKey | PolicyKey)[];

export interface LimitsPorts {
  readonly settingsAt: (
    db: Queryable,
    wanted: typeof keys,
    at: Date,
  ) => Promise<Record<LimitKey, string> & Record<PolicyKey, StoredPolicy | null>>;
}

/** The limits of one withdrawal and of a business day; amounts in full scale. */
export interface WithdrawLimits {
  min: string;
  max: string;
  perDay: string;
  fee: string;
  /** Null where every withdrawal needs two people. */
  autoApproval: StoredPolicy | null;
}

/** The settings in force at a time, by coin. */
export async function withdrawLimitsAt(
  db: Queryable,
  ports: LimitsPorts,
  at: Date,
): Promise<Record<WithdrawCoin, WithdrawLimits>> {
  const stored = await ports.settingsAt(db, keys, at);
  const of = (coin: WithdrawCoin): WithdrawLimits => ({
    min: stored[`withdraw.min.${coin}`],
    max: stored[`withdraw.max.${coin}`],
    perDay: stored[`withdraw.day.${coin}`],
    fee: stored[`withdraw.fee.${coin}`],
    autoApproval: stored[`withdraw.rule.${coin}`],
  });
  return { BTC: of('BTC'), USDT: of('USDT') };
}

/** At most the decimals that are shown, unless the text is exactly the whole balance (the button "all" sends that). */
export function parseAmountField(
  text: string,
  { coin, available, limits }: { coin: WithdrawCoin; available: bigint; limits: Pick<WithdrawLimits, 'max'> },
): bigint | Refusal {
  try {
    return parseTypedAmount(text, coin, available);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    return error.reason === 'too-large' ? refuse('overLimit', { limit: limits.max }) : refuse('badPrecision');
  }
}

/** Why an amount is outside the limits, the daily one included; null when it is inside. */
export function limitRefusal(
  amount: bigint,
  { coin, limits, takenOfDay }: { coin: WithdrawCoin; limits: WithdrawLimits; takenOfDay: bigint },
): Refusal | null {
  const inUnits = (text: string) => parseAmount(text, coin);
  // Where the fee eats the smallest amount, nothing would arrive.
  const least = inUnits(limits.fee) + 1n;
  if (amount < inUnits(limits.min) || amount < least) return refuse('belowMinimum', { min: limits.min });
  if (amount > inUnits(limits.max)) return refuse('overLimit', { limit: limits.max });
  if (takenOfDay + amount > inUnits(limits.perDay)) return refuse('overLimit', { limit: limits.perDay });
  return null;
}

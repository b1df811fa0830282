import { type Amount, divTowardsZero, ledgerScale, parseAmount, parseDecimal } from '@lode/money';
import { groupDigits } from '@lode/ui';
import type { LedgerRecord } from './record-months.ts';

const scale = 18;
const microPerUnit = 10n ** 6n;

/** What a machine's day cost, and what this record paid of it. Amounts in micro-USDT. */
export interface Charge {
  fee: Amount;
  paid: Amount;
  /** False when other records paid the rest, or nobody has yet. */
  isWhole: boolean;
}

/**
 * Reckons a charge from its energy and price, null for records that are none. The energy is printed with few decimals
 * and a payment in coin is cut to its smallest unit, so that fee and payment may differ by that much and still be one.
 * A charge paid in USDT is in the books to the micro-USDT: then their figure stands.
 */
export function chargeOf(record: LedgerRecord): Charge | null {
  const { kwh, price, rate, coin } = record;
  if (kwh === null || price === null || (coin !== 'USDT' && rate === null)) return null;
  const fee = divTowardsZero(parseDecimal(kwh, scale) * parseDecimal(price, scale), 10n ** BigInt(2 * scale - 6));
  const amount = -parseAmount(record.amount, coin);
  const unit = 10n ** BigInt(ledgerScale(coin));
  const microRate = rate === null ? microPerUnit : divTowardsZero(parseDecimal(rate, scale), 10n ** BigInt(scale - 6));
  const paid = coin === 'USDT' ? amount : divTowardsZero(amount * microRate, unit);
  const tolerance = 10n + (coin === 'USDT' ? 0n : divTowardsZero(microRate, unit) + 1n);
  const difference = fee > paid ? fee - paid : paid - fee;
  const isWhole = difference <= tolerance;
  return { fee: isWhole && coin === 'USDT' ? paid : fee, paid, isWhole };
}

/** The account that a record moved; savings and withdrawals will name theirs with their own screens. */
export function accountOf(record: LedgerRecord): 'OUTPUT_ACCOUNT' | 'ELE_ACCOUNT' {
  return record.coin === 'USDT' ? 'ELE_ACCOUNT' : 'OUTPUT_ACCOUNT';
}

/** A decimal without zeros at its end, its digits in threes: `shortest('1084.000000') === '1,084'`. */
export function shortest(decimal: string): string {
  return groupDigits(decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal);
}

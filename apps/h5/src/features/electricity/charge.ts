import type { Data } from '@lode/contract';
import { type Amount, divTowardsZero, ledgerScale, parseAmount, parseDecimal } from '@lode/money';

const scale = 18;
const microPerUnit = 10n ** 6n;

export type LedgerRecord = Data<'ledgerPage'>['records'][number];

/** The cost of a machine's mining date, and this record's payment of it, in micro-USDT. */
export interface Charge {
  fee: Amount;
  paid: Amount;
  /** False when other records paid the rest, or it is still owed. */
  isWhole: boolean;
}

/**
 * Derives a charge from energy and price; null for other records. The printed energy has few decimals and a payment in coin
 * is truncated to its smallest unit, so fee and payment may differ by that much. A payment in USDT is booked to the
 * micro-USDT and takes precedence.
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

import { type Amount, type Coin, divTowardsZero, ledgerScale, parseDecimal } from '@lode/money';

const rateScale = 18;
const dayMs = 86_400_000;

interface Estimate {
  coin: Coin;
  /** What the server had reckoned at `at`. */
  amount: string;
  /** Growth per second with 18 decimals. */
  perSecond: string;
  /** ISO time of the server's figure. */
  at: string;
}

/** Milliseconds from a moment to the end of its mining day (UTC). */
export function msLeftOfMiningDay(at: string): number {
  return dayMs - (new Date(at).getTime() % dayMs);
}

/**
 * Today's estimate some milliseconds after the answer came, rounded towards zero. The time since the answer counts, not
 * the phone's clock, which may be wrong; it stops with the mining day, when today becomes yesterday.
 */
export function estimateAfter({ coin, amount, perSecond, at }: Estimate, elapsedMs: number): Amount {
  const counted = BigInt(Math.floor(Math.min(Math.max(elapsedMs, 0), msLeftOfMiningDay(at))));
  const grown = parseDecimal(amount, rateScale) + divTowardsZero(parseDecimal(perSecond, rateScale) * counted, 1000n);
  return divTowardsZero(grown, 10n ** BigInt(rateScale - ledgerScale(coin)));
}

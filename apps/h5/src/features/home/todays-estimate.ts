import { type Amount, type Coin, divTowardsZero, ledgerScale, parseDecimal } from '@lode/money';

const rateScale = 18;
const dayMs = 86_400_000;

interface Estimate {
  coin: Coin;
  /** The server's estimate at `at`. */
  amount: string;
  /** Growth per second with 18 decimals. */
  perSecond: string;
  /** ISO time of the server's figure. */
  at: string;
}

/** Milliseconds to the end of the mining date (UTC). */
export function msLeftOfMiningDay(at: string): number {
  return dayMs - (new Date(at).getTime() % dayMs);
}

/**
 * Today's estimate after an elapsed time, rounded towards zero. Elapsed time replaces the phone's clock, which may be
 * wrong; the estimate stops with the mining date.
 */
export function estimateAfter({ coin, amount, perSecond, at }: Estimate, elapsedMs: number): Amount {
  const counted = BigInt(Math.floor(Math.min(Math.max(elapsedMs, 0), msLeftOfMiningDay(at))));
  const grown = parseDecimal(amount, rateScale) + divTowardsZero(parseDecimal(perSecond, rateScale) * counted, 1000n);
  return divTowardsZero(grown, 10n ** BigInt(rateScale - ledgerScale(coin)));
}

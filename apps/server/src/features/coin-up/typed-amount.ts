import { DecimalError, displayScale, formatDecimal, ledgerScale, parseTypedAmount } from '@lode/money';
import { type Refusal, refuse } from '../../platform/http/refusal.ts';
import type { SavingsCoin } from './savings-coin.ts';

/**
 * What was typed, in minor units: at most the decimals that are shown, unless it is exactly what is there (全部 submits
 * that). A larger amount than the database holds exceeds every balance.
 */
export function readTypedAmount(text: string, coin: SavingsCoin, available: bigint): bigint | Refusal {
  try {
    return parseTypedAmount(text, coin, available);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    return refuse(error.reason === 'too-large' ? 'insufficientBalance' : 'badPrecision');
  }
}

/** The smallest amount that can be typed, in full scale: what has no other minimum must be at least this. */
export function smallestTyped(coin: SavingsCoin): string {
  return formatDecimal(10n ** BigInt(ledgerScale(coin) - displayScale(coin)), ledgerScale(coin));
}

import { type HashInput, inputHash } from '@lode/ledger';
import { type Coin, DecimalError, parseAmount } from '@lode/money';
import { UsageError } from './option.ts';

/** One command of more than this is a typing error. */
const largestWhole = 1_000_000_000n;

/** The amount of an option in minor units of the coin, above zero. */
export function readAmount(text: string, coin: Coin, option = 'amount'): bigint {
  const amount = amountOrNull(text, coin);
  if (amount !== null && amount > 0n) return amount;
  throw new UsageError(`--${option} "${text}" is no amount of ${coin} above 0`);
}

/** The same for an option that gives or takes. */
export function readSignedAmount(text: string, coin: Coin): bigint {
  const amount = amountOrNull(text, coin);
  if (amount !== null && amount !== 0n) return amount;
  throw new UsageError(`--amount "${text}" is no amount of ${coin} above or below 0`);
}

function amountOrNull(text: string, coin: Coin): bigint | null {
  try {
    const amount = parseAmount(text, coin);
    const largest = largestWhole * parseAmount('1', coin);
    return amount <= largest && amount >= -largest ? amount : null;
  } catch (error) {
    if (error instanceof DecimalError) return null;
    throw error;
  }
}

/** The idempotency key of a command that was given none: the same input, the same key. */
export function keyOf(input: HashInput): string {
  return inputHash(input).toString('hex').slice(0, 32);
}

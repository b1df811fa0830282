import { type HashInput, inputHash } from '@lode/ledger';
import { type Coin, DecimalError, parseAmount } from '@lode/money';
import { isCalendarDate } from '../clock/clock.ts';
import { UsageError } from './command.ts';

/** What a person types behind `--date`. */
export function readDate(text: string): string {
  if (isCalendarDate(text)) return text;
  throw new UsageError(`--date "${text}" is no date like 2020-02-15`);
}

/** A single manual amount above this counts as a typing mistake. */
const largestWhole = 1_000_000_000n;

/** What is typed behind `--amount`: above zero, in minor units of the coin. */
export function readAmount(text: string, coin: Coin): bigint {
  const amount = amountOrNull(text, coin);
  if (amount !== null && amount > 0n) return amount;
  throw new UsageError(`--amount "${text}" is no amount of ${coin} above 0`);
}

/** The same for an action that gives or takes. */
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

/** What is typed behind `--key`. */
export function readKey(text: string): string {
  if (!/^[\w.:-]{1,128}$/.test(text)) throw new UsageError('--key is 1 to 128 letters, digits and . : _ -');
  return text;
}

/** The key of an action that was given none: the same fields, the same key. */
export function keyOf(deed: HashInput): string {
  return inputHash(deed).toString('hex').slice(0, 32);
}

import { type HashInput, inputHash } from '@lode/ledger';
import { type Coin, DecimalError, ledgerScale, parseAmount } from '@lode/money';
import { UsageError } from './option.ts';
import * as words from './option-words.zh.ts';

/** One command of more than this is a typing error. */
const largestWhole = 1_000_000_000n;

/** The amount of an option in minor units of the coin, above zero. */
export function readAmount(text: string, coin: Coin, option = 'amount'): bigint {
  const amount = readUnits(text, coin, option);
  if (amount > 0n) return amount;
  throw new UsageError(words.aboveZero(option, text));
}

/** The same for an option that gives or takes. */
export function readSignedAmount(text: string, coin: Coin): bigint {
  const amount = readUnits(text, coin, 'amount');
  if (amount !== 0n) return amount;
  throw new UsageError(words.notZero(text));
}

function readUnits(text: string, coin: Coin, option: string): bigint {
  const largest = largestWhole * parseAmount('1', coin);
  try {
    const amount = parseAmount(text, coin);
    if (amount <= largest && amount >= -largest) return amount;
    throw new DecimalError('too-large');
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    const reasons = {
      malformed: words.noDecimal,
      'too-many-decimals': words.tooManyDecimals(ledgerScale(coin), coin),
      'too-large': words.tooLarge(largestWhole, coin),
    };
    throw new UsageError(words.ofOption(option, text, reasons[error.reason]));
  }
}

/** The idempotency key of a command that was given none: the same input, the same key. */
export function keyOf(input: HashInput): string {
  return inputHash(input).toString('hex').slice(0, 32);
}

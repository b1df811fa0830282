import { type HashInput, inputHash } from '@lode/ledger';
import { type Coin, DecimalError, ledgerScale, parseAmount } from '@lode/money';
import { UsageError } from './option.ts';

/** One command of more than this is a typing error. */
const largestWhole = 1_000_000_000n;

/** The amount of an option in minor units of the coin, above zero. */
export function readAmount(text: string, coin: Coin, option = 'amount'): bigint {
  const amount = readUnits(text, coin, option);
  if (amount > 0n) return amount;
  throw new UsageError(`--${option} "${text}" must be above 0`);
}

/** The same for an option that gives or takes. */
export function readSignedAmount(text: string, coin: Coin): bigint {
  const amount = readUnits(text, coin, 'amount');
  if (amount !== 0n) return amount;
  throw new UsageError(`--amount "${text}" must be above or below 0`);
}

function readUnits(text: string, coin: Coin, option: string): bigint {
  const largest = largestWhole * parseAmount('1', coin);
  try {
    const amount = parseAmount(text, coin);
    if (amount <= largest && amount >= -largest) return amount;
    throw new DecimalError('too-large');
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    const flaws = {
      malformed: 'is no decimal number',
      'too-many-decimals': `has more than the ${ledgerScale(coin)} decimals of ${coin}`,
      'too-large': `is larger than ${largestWhole} ${coin}, the most of one command`,
    };
    throw new UsageError(`--${option} "${text}" ${flaws[error.reason]}`);
  }
}

/** The idempotency key of a command that was given none: the same input, the same key. */
export function keyOf(input: HashInput): string {
  return inputHash(input).toString('hex').slice(0, 32);
}

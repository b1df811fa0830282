import {
  type Amount,
  type Coin,
  DecimalError,
  displayScale,
  formatShortest,
  ledgerScale,
  parseAmount,
  parseTypedAmount,
} from '@lode/money';
import { typedAmountMessages } from '../locales/zh/typed-amount.ts';

export type Problem = 'zero' | 'malformed' | 'precision' | 'insufficient' | 'minimum';

export interface TypedAmount {
  /** As sent to the server. */
  text: string;
  /** Null while the text is not a valid amount. */
  amount: Amount | null;
  problem: Problem | null;
}

/** Parses the field's text as the server will; a trailing point is valid while typing. */
export function parseTyped(typed: string, coin: Coin, limits: { available: string; min: string }): TypedAmount {
  const text = typed.replace(/\.$/, '');
  if (text === '') return { text, amount: null, problem: 'zero' };
  const available = parseAmount(limits.available, coin);
  try {
    const amount = parseTypedAmount(text, coin, available);
    return { text, amount, problem: problemOf(amount, available, parseAmount(limits.min, coin)) };
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    const problems = { malformed: 'malformed', 'too-many-decimals': 'precision', 'too-large': 'insufficient' } as const;
    return { text, amount: null, problem: problems[error.reason] };
  }
}

function problemOf(amount: Amount, available: Amount, min: Amount): Problem | null {
  if (amount < 0n) return 'malformed';
  if (amount === 0n) return 'zero';
  if (amount > available) return 'insufficient';
  return amount < min ? 'minimum' : null;
}

/** How many decimals may be typed, and where 全部 has more of them. */
export function precisionText(coin: Coin): string {
  return typedAmountMessages.precision(displayScale(coin), ledgerScale(coin) > displayScale(coin));
}

/** 全部: the whole amount to its last decimal, also where fewer may be typed. */
export function wholeAmount(available: string, coin: Coin): string {
  return formatShortest(parseAmount(available, coin), ledgerScale(coin));
}

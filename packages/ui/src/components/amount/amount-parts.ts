import { type Coin, displayAmount, displayDebit, displayFull } from '@lode/money';
import { groupDigits, minus } from '../../lib/digits.ts';

/** The parts of an amount by style; concatenated they are the whole figure. */
export interface AmountParts {
  sign: '' | '+' | typeof minus;
  /** Leading zeros of an amount below 0.01, or all of a zero with many decimals; shown light. */
  zeros: string;
  digits: string;
}

/** `shown` rounds down to the coin's decimals, `debit` up; `exact` keeps every digit of the ledger. */
export type Rounding = 'shown' | 'debit' | 'exact';
const write = { shown: displayAmount, debit: displayDebit, exact: displayFull };

/** `amountParts(-4732n, 'BTC') → { sign: '−', zeros: '0.0000', digits: '4732' }`; a plus sign only on request. */
export function amountParts(amount: bigint, coin: Coin, withPlus: boolean, rounding: Rounding = 'shown'): AmountParts {
  const shown = write[rounding](amount, coin);
  const unsigned = groupDigits(shown.replace('-', ''));
  const isZero = /^[0.]+$/.test(unsigned);
  const sign = isZero ? '' : shown.startsWith('-') ? minus : withPlus ? '+' : '';
  const zeros = /^0\.00+/.exec(unsigned)?.[0] ?? '';
  // USDT has no light zeros.
  if (zeros === '' || coin === 'USDT') return { sign, zeros: '', digits: unsigned };
  return { sign, zeros, digits: unsigned.slice(zeros.length) };
}

import { type Amount, displayAmount, displayScale, parseAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { type Problem, readTyped } from '../../lib/typed-amount.ts';
import { withdrawWords as words } from '../../locales/zh/withdraw.ts';
import type { Terms, WithdrawCoin } from './withdrawal.ts';

type WithdrawProblem = Problem | 'maximum' | 'day';

export interface TypedWithdrawal {
  /** As it is sent. */
  text: string;
  amount: Amount;
  /** What arrives at the address. */
  received: Amount;
  problem: WithdrawProblem | null;
}

export type Limits = Pick<Terms, 'available' | 'min' | 'max' | 'leftToday' | 'fee'>;

/** Reads what stands in the field, and judges it as the server will. */
export function readWithdrawal(typed: string, coin: WithdrawCoin, limits: Limits): TypedWithdrawal {
  const { text, amount, problem } = readTyped(typed, coin, limits);
  const value = amount ?? 0n;
  const fee = parseAmount(limits.fee, coin);
  const received = value > fee ? value - fee : 0n;
  return { text, amount: value, received, problem: problem ?? (amount === null ? null : limitOf(amount, received)) };

  function limitOf(whole: Amount, arriving: Amount): WithdrawProblem | null {
    if (arriving === 0n) return 'minimum';
    if (whole > parseAmount(limits.max, coin)) return 'maximum';
    return whole > parseAmount(limits.leftToday, coin) ? 'day' : null;
  }
}

/** What may still become right while it is typed is said when the field is left, or the form sent. */
export const saidLate: readonly WithdrawProblem[] = ['zero', 'minimum'];

export function amountProblemText(problem: WithdrawProblem, coin: WithdrawCoin, limits: Limits): string {
  const shown = (amount: string) => groupDigits(displayAmount(parseAmount(amount, coin), coin));
  switch (problem) {
    case 'precision':
      return words.problems.precision(displayScale(coin));
    case 'minimum':
      return words.problems.minimum(shown(limits.min), coin);
    case 'maximum':
      return words.problems.maximum(shown(limits.max), coin);
    case 'day':
      return words.problems.day(shown(limits.leftToday), coin);
    case 'zero':
    case 'malformed':
    case 'insufficient':
      return words.problems[problem];
  }
}

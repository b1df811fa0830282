import { type Amount, displayAmount, displayExact, parseAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { type Problem, parseTyped, precisionText } from '../../lib/typed-amount.ts';
import { withdrawMessages as messages } from '../../locales/zh/withdraw.ts';
import type { Quote, WithdrawCoin } from './withdrawal.ts';

type WithdrawProblem = Problem | 'maximum' | 'dailyLimit';

export interface TypedWithdrawal {
  /** As sent to the server. */
  text: string;
  amount: Amount;
  /** The amount less the fee. */
  received: Amount;
  problem: WithdrawProblem | null;
}

export type Limits = Pick<Quote, 'available' | 'min' | 'max' | 'leftToday' | 'fee'>;

/** Parses the field's text and validates it against the limits that the server enforces. */
export function readWithdrawal(typed: string, coin: WithdrawCoin, limits: Limits): TypedWithdrawal {
  const { text, amount, problem } = parseTyped(typed, coin, limits);
  const value = amount ?? 0n;
  const fee = parseAmount(limits.fee, coin);
  const received = value > fee ? value - fee : 0n;
  return {
    text,
    amount: value,
    received,
    problem: problem ?? (amount === null ? null : limitProblem(amount, received)),
  };

  function limitProblem(value: Amount, net: Amount): WithdrawProblem | null {
    if (net === 0n) return 'minimum';
    if (value > parseAmount(limits.max, coin)) return 'maximum';
    return value > parseAmount(limits.leftToday, coin) ? 'dailyLimit' : null;
  }
}

/** Shown only once the field is left or the form submitted, because further typing may resolve them. */
export const deferredProblems: readonly WithdrawProblem[] = ['zero', 'minimum'];

export function amountProblemText(problem: WithdrawProblem, coin: WithdrawCoin, limits: Limits): string {
  const format = (amount: string) => groupDigits(displayAmount(parseAmount(amount, coin), coin));
  switch (problem) {
    case 'precision':
      return precisionText(coin);
    case 'minimum':
      return messages.problems.minimum(format(limits.min), coin);
    case 'maximum':
      return messages.problems.maximum(format(limits.max), coin);
    case 'dailyLimit':
      return messages.problems.day(format(limits.leftToday), coin);
    case 'insufficient':
      // As 全部 fills it in.
      return messages.problems.insufficient(groupDigits(displayExact(parseAmount(limits.available, coin), coin)), coin);
    case 'zero':
    case 'malformed':
      return messages.problems[problem];
  }
}

import { useState } from 'react';
import { wholeAmount } from '../../lib/typed-amount.ts';
import { amountProblemText, deferredProblems, readWithdrawal } from './amount.ts';
import type { Quote, WithdrawCoin } from './withdrawal.ts';

/** The amount in the form: its text, the value read from it, and the props of its field. */
export function useWithdrawAmount(coin: WithdrawCoin, quote: Quote, initial: string, isSubmitted: boolean) {
  const [text, setText] = useState(initial);
  const [isTouched, setTouched] = useState(false);
  const typed = readWithdrawal(text, coin, quote);
  const isProblemShown =
    typed.problem !== null && (isTouched || isSubmitted || !deferredProblems.includes(typed.problem));
  return {
    text,
    typed,
    field: {
      value: text,
      onChange: (value: string) => {
        setText(value);
        setTouched(false);
      },
      onAll: () => setText(wholeAmount(quote.available, coin)),
      onLeave: () => setTouched(text !== ''),
      error: isProblemShown && typed.problem !== null ? amountProblemText(typed.problem, coin, quote) : null,
    },
  };
}

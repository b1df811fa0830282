import { displayAmount, parseAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { useState } from 'react';
import { type Problem, parseTyped, precisionText, type TypedAmount, wholeAmount } from '../../lib/typed-amount.ts';
import { coinUpMessages as messages } from '../../locales/zh/coin-up.ts';
import type { SavingsCoin } from './savings.ts';

interface Subject {
  /** Each key has its own text. */
  key: string;
  coin: SavingsCoin;
  available: string;
  min: string;
}

/** Shown only once the field is left or the form submitted, because further typing may resolve them. */
const deferredProblems: readonly Problem[] = ['zero', 'minimum'];

/** State of an amount field: one text per subject, with its problem. */
export function useAmountForm(subject: Subject, drafts: Readonly<Record<string, string>>) {
  const [texts, setTexts] = useState(drafts);
  const [isTouched, setTouched] = useState(false);
  const value = texts[subject.key] ?? '';
  const typed: TypedAmount = parseTyped(value, subject.coin, subject);
  const change = (text: string) => {
    setTexts((all) => ({ ...all, [subject.key]: text }));
    setTouched(false);
  };
  const isProblemShown = typed.problem !== null && (isTouched || !deferredProblems.includes(typed.problem));
  return {
    typed,
    /** Shows a deferred problem at once. */
    showProblem: () => setTouched(true),
    field: {
      value,
      onChange: change,
      onAll: () => change(wholeAmount(subject.available, subject.coin)),
      onLeave: () => setTouched(value !== ''),
      error: isProblemShown && typed.problem !== null ? problemText(typed.problem, subject) : null,
    },
  };
}

function problemText(problem: Problem, { coin, min }: Subject): string {
  const { minimum, ...plain } = messages.problems;
  if (problem === 'precision') return precisionText(coin);
  return problem === 'minimum'
    ? minimum(groupDigits(displayAmount(parseAmount(min, coin), coin)), coin)
    : plain[problem];
}

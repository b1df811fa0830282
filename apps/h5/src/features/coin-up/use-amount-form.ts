import { displayAmount, displayScale, parseAmount } from '@lode/money';
import { groupDigits } from '@lode/ui';
import { useState } from 'react';
import { type Problem, readTyped, type TypedAmount, wholeAmount } from '../../lib/typed-amount.ts';
import { coinUpWords as words } from '../../locales/zh/coin-up.ts';
import type { SavingsCoin } from './savings.ts';

interface Subject {
  /** What the field belongs to: another one has a field of its own. */
  key: string;
  coin: SavingsCoin;
  available: string;
  min: string;
}

/** What may still become right while it is typed is said when the field is left, or the form sent. */
const saidLate: readonly Problem[] = ['zero', 'minimum'];

/** The amount field of a form: what was typed for each subject, and what is wrong with it. */
export function useAmountForm(subject: Subject, drafts: Readonly<Record<string, string>>) {
  const [texts, setTexts] = useState(drafts);
  const [isLeft, setLeft] = useState(false);
  const value = texts[subject.key] ?? '';
  const typed: TypedAmount = readTyped(value, subject.coin, subject);
  const change = (text: string) => {
    setTexts((all) => ({ ...all, [subject.key]: text }));
    setLeft(false);
  };
  const isSaid = typed.problem !== null && (isLeft || !saidLate.includes(typed.problem));
  return {
    typed,
    /** Says what is wrong even when it is said late otherwise. */
    insist: () => setLeft(true),
    field: {
      value,
      onChange: change,
      onAll: () => change(wholeAmount(subject.available, subject.coin)),
      onLeave: () => setLeft(value !== ''),
      error: isSaid && typed.problem !== null ? problemText(typed.problem, subject) : null,
    },
  };
}

function problemText(problem: Problem, { coin, min }: Subject): string {
  const { precision, minimum, ...plain } = words.problems;
  if (problem === 'precision') return precision(displayScale(coin));
  return problem === 'minimum'
    ? minimum(groupDigits(displayAmount(parseAmount(min, coin), coin)), coin)
    : plain[problem];
}

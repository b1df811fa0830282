import { electricityFee, fppsOutput } from '@lode/mining';
import { formatAmount } from '@lode/money';
import type { Sentence } from '../../../platform/sentence.ts';
import type { CustomerEffect, Figures } from './figures.ts';
import { announcedBefore, effectInAll, effectOnCustomer, moreCustomers } from './sentences.zh.ts';
import type { DayTerms, NetworkFigures } from './terms.store.ts';

/** A machine, or a group of equal ones, before and after a change, on the first day of it. */
export interface Changed {
  before: DayTerms;
  after: DayTerms;
}

/** A change with what was announced before it for later days, one step for each of them. */
export interface ChangedWithAhead extends Changed {
  ahead: readonly Changed[];
}

const none: Figures = { output: 0n, electricity: 0n, hosting: 0n };
const wholeDay = 86_400;

/** Sums by customer, the largest rise of electricity first. A machine that changes hands counts for both. */
export function effectOf(changes: readonly Changed[], network: NetworkFigures | null): CustomerEffect[] {
  const effects = new Map<string, CustomerEffect>();
  const of = (account: string) => {
    const known = effects.get(account) ?? { account, machines: 0, before: none, after: none };
    effects.set(account, known);
    return known;
  };
  for (const { before, after } of changes) {
    const former = of(before.account);
    former.machines += 1;
    former.before = plus(former.before, figuresOf(before, network));
    const next = of(after.account);
    if (next !== former) next.machines += 1;
    next.after = plus(next.after, figuresOf(after, network));
  }
  return [...effects.values()].sort((a, b) => (dearerBy(a) === dearerBy(b) ? 0 : dearerBy(a) > dearerBy(b) ? -1 : 1));
}

const dearerBy = ({ before, after }: CustomerEffect) => after.electricity - before.electricity;

export function plus(a: Figures, b: Figures): Figures {
  return {
    output: a.output + b.output,
    electricity: a.electricity + b.electricity,
    hosting: a.hosting + b.hosting,
  };
}

/** Of a machine that runs the whole day; outputs of other coins than BTC are the pool's to report. */
function figuresOf(terms: DayTerms, network: NetworkFigures | null): Figures {
  return {
    output: network !== null && terms.coin === 'BTC' ? outputOf(terms, network) : 0n,
    electricity: terms.price === null ? 0n : electricityFee(terms.powerWatts, wholeDay, terms.price),
    hosting: terms.hostingFeeMonthly ?? 0n,
  };
}

function outputOf({ hashrate, poolFeeRate }: DayTerms, { blocks, subsidySum, feeSum, epochs }: NetworkFigures): bigint {
  return fppsOutput({
    hashrate,
    poolFeeRate,
    blocks,
    epochs,
    subsidySum: formatAmount(subsidySum, 'BTC'),
    feeSum: formatAmount(feeSum, 'BTC'),
  }).net;
}

/** A line in all and one for each customer, at most so many of them, for the people who confirm the change. */
export function describeEffect(
  effects: readonly CustomerEffect[],
  { machines, network, customersAtMost }: { machines: number; network: NetworkFigures | null; customersAtMost: number },
): Sentence[] {
  const before = effects.reduce((sum, effect) => plus(sum, effect.before), none);
  const after = effects.reduce((sum, effect) => plus(sum, effect.after), none);

  const shown = effects.slice(0, customersAtMost);
  const hidden = effects.length - shown.length;
  return [
    effectInAll({ machines, customers: effects.length, networkDay: network?.date ?? null }, before, after),
    ...shown.map(effectOnCustomer),
    ...(hidden > 0 ? [moreCustomers(hidden)] : []),
  ];
}

/** A line for each later day: what the announced terms of that day move, in all. */
export function describeAhead(changes: readonly ChangedWithAhead[], network: NetworkFigures | null): Sentence[] {
  const days = new Map<string, Changed[]>();
  for (const step of changes.flatMap(({ ahead }) => ahead))
    days.set(step.after.day, [...(days.get(step.after.day) ?? []), step]);
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, steps]) => {
      const total = (side: 'before' | 'after') =>
        steps.reduce((sum, step) => plus(sum, figuresOf(step[side], network)), none);
      return announcedBefore(day, steps.length, total('before'), total('after'));
    });
}

import { electricityFee, fppsOutput } from '@lode/mining';
import { formatAmount, parseDecimal } from '@lode/money';
import type { Sentence } from '../../../platform/sentence.ts';
import { inTurns, largestBy } from '../../../platform/staff/in-turns.ts';
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

/** Sums by customer, the largest of each kind of money in turn, a rise of electricity first. A machine that changes hands counts for both. */
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
  const all = [...effects.values()];
  const by = (kind: keyof Figures) => largestBy(all, ({ before, after }) => after[kind] - before[kind]);
  const dearer = all.filter(({ before, after }) => after.electricity > before.electricity);
  const rises = largestBy(dearer, ({ before, after }) => after.electricity - before.electricity);
  return inTurns(all, [rises, by('output'), by('electricity'), by('hosting')]);
}

/**
 * Changes in the order in which a person should read them: the largest of each kind of money in turn, and of each set of terms that
 * is changed the first, the rarest set before: one line of another kind stands out, however long the file is.
 */
export function mostTellingFirst<Change extends Changed>(
  changes: readonly Change[],
  network: NetworkFigures | null,
): Change[] {
  const sizes = new Map(changes.map((change) => [change, sizesOf(change, network)]));
  const by = (kind: keyof Figures | 'kept') => largestBy(changes, (change) => sizes.get(change)?.[kind] ?? 0n);
  const ordered = inTurns(changes, [by('output'), by('kept'), by('electricity'), by('hosting')]);
  const kinds = new Map<string, Change[]>();
  for (const change of ordered) {
    const kind = changedTerms(change);
    const same = kinds.get(kind);
    if (same) same.push(change);
    else kinds.set(kind, [change]);
  }
  const rarest = [...kinds.values()].sort((a, b) => a.length - b.length).flatMap(([first]) => first ?? []);
  return inTurns(ordered, [rarest, ordered]);
}

/** What a change moves, and the share by which a machine keeps more or less of what it mines, in parts of a million: of a coin whose outputs the pool reports. */
function sizesOf({ before, after }: Changed, network: NetworkFigures | null): Figures & { kept: bigint } {
  const [old, next] = [figuresOf(before, network), figuresOf(after, network)];
  const moved = (of: (figures: Figures) => bigint) =>
    before.account === after.account ? of(next) - of(old) : of(next) + of(old);
  const [keptBefore, keptAfter] = [keptOf(before), keptOf(after)];
  return {
    output: moved(({ output }) => output),
    electricity: moved(({ electricity }) => electricity),
    hosting: moved(({ hosting }) => hosting),
    kept: before.account === after.account ? ((keptAfter - keptBefore) * million) / (keptBefore || 1n) : million,
  };
}

const million = 10n ** 6n;
const keptOf = ({ hashrate, poolFeeRate }: DayTerms) =>
  parseDecimal(hashrate, 6) * (million - parseDecimal(poolFeeRate, 6));

function changedTerms({ before, after }: Changed): string {
  const names = Object.keys(after) as (keyof DayTerms)[];
  return names.filter((name) => String(before[name]) !== String(after[name])).join();
}

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

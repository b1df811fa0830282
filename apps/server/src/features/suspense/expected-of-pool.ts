import { formatAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { type Sentence, sentence } from '../../platform/sentence.ts';
import { type Correction, readCorrections } from './pool-corrections.store.ts';
import { type PoolCoin, poolCoins, readUnpaidOutputs } from './pool-payments.store.ts';
import { withCorrections } from './pool-sentences.zh.ts';

/** What a pool owes for a day or a period. */
export interface Expected {
  outputs: bigint;
  corrections: readonly Correction[];
}

/** A closed day that no pool has paid. */
export interface UnpaidDay extends Expected {
  coin: PoolCoin;
  /** Null: corrections of paid days that wait for the next closed day. */
  date: string | null;
}

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);

export const correctionsOf = ({ corrections }: Expected): bigint => sumOf(corrections.map(({ amount }) => amount));

export const expectedOf = (expected: Expected): bigint => expected.outputs + correctionsOf(expected);

/** With the corrections as a part of their own, and the days that they correct. */
export function describeExpected(expected: Expected, coin: PoolCoin, unit: '' | ` ${PoolCoin}` = ''): Sentence {
  const { outputs, corrections } = expected;
  const total = `${formatAmount(expectedOf(expected), coin)}${unit}`;
  if (corrections.length === 0) return sentence(total, total);
  const days = [...new Set(corrections.map(({ day }) => day))].sort();
  return withCorrections(total, {
    outputs: formatAmount(outputs, coin),
    corrections: formatAmount(correctionsOf(expected), coin),
    days: days.slice(0, daysNamed),
    more: Math.max(0, days.length - daysNamed),
  });
}

const daysNamed = 5;

/** All days on which something is expected, as `pool:payment` of each would expect it; by coin, oldest first. */
export async function readUnpaidDays(db: Queryable): Promise<UnpaidDay[]> {
  const days = new Map<string, UnpaidDay & { corrections: Correction[] }>();
  const dayOf = (coin: PoolCoin, date: string | null) => {
    const key = `${coin} ${date ?? 'none yet'}`;
    const day = days.get(key) ?? { coin, date, outputs: 0n, corrections: [] };
    days.set(key, day);
    return day;
  };
  for (const { coin, date, outputs } of await readUnpaidOutputs(db)) dayOf(coin, date).outputs = outputs;
  for (const correction of await readCorrections(db, poolCoins))
    dayOf(correction.coin, correction.countedOn).corrections.push(correction);
  return [...days]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, day]) => day)
    .filter((day) => expectedOf(day) !== 0n);
}

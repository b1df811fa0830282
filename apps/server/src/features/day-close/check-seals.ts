import type { BookCheck, Difference } from '@lode/ledger';
import { listed } from '../../platform/books/limited.ts';
import { addDays } from '../../platform/clock/clock.ts';
import type { CloseKind } from './close-kind.ts';
import { readBatches, readClosedDays } from './day-close.store.ts';
import { sealOf } from './seal.ts';

/** Every sealed day is computed again from what stands in the database now: the first one that was touched is named. */
export function checkSeals(kind: CloseKind): BookCheck {
  return async function checkSeals(queryable) {
    const days = await readClosedDays(queryable, kind.name);
    const seals = new Map(days.map(({ date, seal }) => [date, seal]));
    const check = 'a sealed day is unchanged';
    const differences: Difference[] = [];
    let count = 0;
    for (const { date, inputs, seal } of days) {
      const digests: string[] = [];
      for (const { first, last, result } of await readBatches(queryable, kind.name, date, 'post')) {
        digests.push(await kind.digest(queryable, date, { first, last }, result));
      }
      const previous = seals.get(addDays(date, -1)) ?? null;
      const found = sealOf({ kind: kind.name, date, inputs, digests, previous }).toString('hex');
      const expected = seal?.toString('hex') ?? 'a seal';
      if (found === expected) continue;
      count += 1;
      if (count <= listed) differences.push({ check, subject: `${kind.name} ${date}`, expected, found, coin: null });
    }
    if (count > listed)
      differences.push({ check, subject: kind.name, expected: '0', found: `${count} differences`, coin: null });
    return differences;
  };
}

// Whatever was exported before: what is built next conflicts with each of them that can still be.
import type { Unsigned } from '@lode/chain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { conflictingInputs } from './exported-payment.ts';

const output = fc.integer({ min: 0, max: 12 }).map((index) => `${'0'.repeat(64)}:${index}`);
const exported = fc
  .uniqueArray(output, { minLength: 1, maxLength: 4 })
  .map((outpoints) => ({ unsigned: { outpoints } as Unsigned }));

it('holds an input of every export, and all of the newest', () => {
  fc.assert(
    fc.property(fc.array(exported, { maxLength: 6 }), (all) => {
      const conflicting = new Set(conflictingInputs(all));
      for (const { unsigned } of all)
        expect(unsigned.outpoints.some((outpoint) => conflicting.has(outpoint))).toBe(true);
      for (const outpoint of all[0]?.unsigned.outpoints ?? []) expect(conflicting).toContain(outpoint);
      if (all.length === 0) expect(conflicting.size).toBe(0);
    }),
  );
});

it('the newest alone would not (broken control)', () => {
  const [newest, older] = [['a:0'], ['b:0', 'c:0']].map((outpoints) => ({ unsigned: { outpoints } as Unsigned }));
  if (!newest || !older) throw new Error('two exports');
  expect(conflictingInputs([newest, older])).toEqual(['a:0', 'b:0']);
  expect(newest.unsigned.outpoints.some((outpoint) => older.unsigned.outpoints.includes(outpoint))).toBe(false);
});

// Proves that a selection always pays amount, fee and change exactly, never at a lower rate than asked, and finds money that is there.
import type { OwnOutput } from '@lode/chain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { selectOutputs } from './coin-selection.ts';
import { dustLimit, feeFor, virtualBytes } from './sizes.ts';

const to = `0014${'11'.repeat(20)}`;
const changeTo = `0014${'22'.repeat(20)}`;
const owner = { branch: 'house', index: 0, address: '', key: changeTo } as const;
const outputsOf = (amounts: readonly bigint[]): OwnOutput[] =>
  amounts.map((amount, index) => ({ txid: index.toString(16).padStart(64, '0'), index: 0, amount, owner }));

const amounts = fc.array(fc.bigInt({ min: 300n, max: 50_000_000n }), { minLength: 1, maxLength: 40 });
const rates = fc.bigInt({ min: 1_000n, max: 200_000n });

it('adds up, pays at least the rate, and says no only when all there is does not reach', () => {
  fc.assert(
    fc.property(amounts, fc.bigInt({ min: 300n, max: 400_000_000n }), rates, (held, amount, rate) => {
      const available = outputsOf(held);
      const selection = selectOutputs(available, { amount, to: [to], changeTo, rate });
      if (!selection) {
        // Outputs that cost more than they bring never help.
        const perInput = feeFor(68n, rate);
        const useful = available.filter((output) => output.amount > perInput);
        const sum = useful.reduce((all, output) => all + output.amount, 0n);
        expect(sum < amount + feeFor(virtualBytes(useful.length, [to]) + 1n, rate) + BigInt(useful.length)).toBe(true);
        return;
      }
      const { outputs, fee, change } = selection;
      expect(outputs.reduce((all, output) => all + output.amount, 0n)).toBe(amount + fee + (change ?? 0n));
      expect(new Set(outputs).size).toBe(outputs.length);
      expect(fee >= feeFor(virtualBytes(outputs.length, change === null ? [to] : [to, changeTo]), rate)).toBe(true);
      if (change !== null) expect(change >= dustLimit(changeTo)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

it('does without change when a set fits, and else takes the largest', () => {
  const rate = 2_000n;
  const exact = 70_000n + feeFor(virtualBytes(2, [to]), rate) + 2n;
  const available = outputsOf([exact - 30_000n, 30_000n, 500_000n, 900_000n]);
  const fitting = selectOutputs(available, { amount: 70_000n, to: [to], changeTo, rate });
  expect(fitting).toMatchObject({ change: null });
  expect(fitting?.outputs).toHaveLength(2);
  const other = selectOutputs(available, { amount: 600_000n, to: [to], changeTo, rate });
  expect(other?.outputs.map(({ amount }) => amount)).toEqual([900_000n]);
  expect(other?.change).toBeGreaterThan(290_000n);
});

it('of a payment that has to be bumpable has change that pays the fee again, whatever fits without', () => {
  const several = [to, `0014${'33'.repeat(20)}`];
  const rate = 2_000n;
  const fee = feeFor(virtualBytes(2, [...several, changeTo]), rate);
  const need = { amount: 70_000n, to: several, changeTo, rate };
  const exact = 70_000n + feeFor(virtualBytes(1, several), rate) + 2n;
  expect(selectOutputs(outputsOf([exact, 60_000n]), need)).toMatchObject({ change: null });
  const bumpable = selectOutputs(outputsOf([exact, 60_000n]), need, { isBumpable: true });
  expect(bumpable).toMatchObject({ fee, change: exact + 60_000n - 70_000n - fee });
  expect(selectOutputs(outputsOf([exact]), need, { isBumpable: true })).toBeNull();
  // To the last satoshi, also where an output has to be spent.
  const least = (fee: bigint) => 70_000n + 2n * fee + dustLimit(changeTo);
  const single = feeFor(virtualBytes(1, [...several, changeTo]), rate);
  expect(selectOutputs(outputsOf([least(single)]), need, { isBumpable: true })?.change).toBe(single + 294n);
  expect(selectOutputs(outputsOf([least(single) - 1n]), need, { isBumpable: true })).toBeNull();
  const [required] = outputsOf([exact]);
  const others = outputsOf([1n, 60_000n]).slice(1);
  const limits = { isBumpable: true, ...(required && { required: [required] }) };
  expect(selectOutputs(others, need, limits)?.outputs).toHaveLength(2);
});

it('does not depend on the order of what there is', () => {
  const available = outputsOf([5n, 4n, 3n, 3n, 2n, 1n].map((amount) => amount * 10_000n));
  const need = { amount: 77_000n, to: [to], changeTo, rate: 1_000n };
  const names = (selection: ReturnType<typeof selectOutputs>) => selection?.outputs.map(({ txid }) => txid).sort();
  expect(names(selectOutputs(available.toReversed(), need))).toEqual(names(selectOutputs(available, need)));
});

it.each([
  [`76a914${'11'.repeat(20)}88ac`, 546n],
  [`a914${'11'.repeat(20)}87`, 540n],
  [`0014${'11'.repeat(20)}`, 294n],
  [`0020${'11'.repeat(32)}`, 330n],
  [`5120${'11'.repeat(32)}`, 330n],
])('the dust limit of %s is %s', (script, limit) => {
  expect(dustLimit(script)).toBe(limit);
});

it('takes what it must in any case, and adds the largest of the others where that does not reach', () => {
  const rate = 2_000n;
  const [must, ...others] = outputsOf([40_000n, 30_000n, 900_000n]);
  if (!must) throw new Error('no output');
  const chosen = (amount: bigint) =>
    selectOutputs(others, { amount, to: [to], changeTo, rate }, { required: [must] })?.outputs.map((one) => one.amount);
  expect(chosen(20_000n)).toEqual([40_000n]);
  expect(chosen(500_000n)).toEqual([40_000n, 900_000n]);
  expect(chosen(960_000n)).toEqual([40_000n, 900_000n, 30_000n]);
  expect(chosen(980_000n)).toBeUndefined();
});

it('that costs more than allowed without change is made with change', () => {
  const rate = 50_000n;
  const need = { amount: 90_000n, to: [to], changeTo, rate };
  const many = feeFor(virtualBytes(3, [to]), rate);
  const few = feeFor(virtualBytes(1, [to, changeTo]), rate);
  const available = outputsOf([30_000n, 30_000n, 30_000n + many + 200n, 900_000n]);
  expect(selectOutputs(available, need)).toMatchObject({ change: null });
  const limited = selectOutputs(available, need, { maxFee: few });
  expect(limited).toMatchObject({ fee: few });
  expect(limited?.outputs).toHaveLength(1);
});

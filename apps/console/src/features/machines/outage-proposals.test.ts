// An outage over closed and open mining days is two proposals, which meet at the first open day.
import { expect, it } from 'vitest';
import { outageProposals } from './outage-proposals.ts';

const rules = { firstOpenDay: '2026-11-27', mayCredit: true };
const planned = (from: string, to: string | undefined, more: object = {}) =>
  outageProposals({ site: '乐山二期', from, status: 'REPAIR', ...(to && { to }), ...more }, rules);
const asked = (...given: Parameters<typeof planned>) => {
  const plan = planned(...given);
  if (typeof plan === 'string') throw new Error(plan);
  expect(plan.uncredited).toBeNull();
  return plan.proposals;
};

it('in open days is a status, to its end or lasting', () => {
  // 08:00 of Beijing is the beginning of the mining day.
  expect(asked('2026-11-27T08:00', '2026-11-27T10:00')).toEqual([
    {
      action: 'outage:record',
      options: { site: '乐山二期', from: '2026-11-27T00:00:00.000Z', to: '2026-11-27T02:00:00.000Z', status: 'REPAIR' },
    },
  ]);
  expect(asked('2026-11-27T09:00', undefined)).toMatchObject([{ options: { to: 'open' } }]);
});

it('in closed days is a credit alone', () => {
  expect(asked('2026-11-26T09:00', '2026-11-27T08:00', { keepsOutput: true })).toEqual([
    {
      action: 'outage:credit',
      options: {
        site: '乐山二期',
        from: '2026-11-26T01:00:00.000Z',
        to: '2026-11-27T00:00:00.000Z',
        'keep-output': 'true',
      },
    },
  ]);
});

it('over both is a credit to the first open day and a status from then on', () => {
  expect(asked('2026-11-26T09:00', undefined)).toMatchObject([
    { action: 'outage:credit', options: { from: '2026-11-26T01:00:00.000Z', to: '2026-11-27T00:00:00.000Z' } },
    { action: 'outage:record', options: { from: '2026-11-27T00:00:00.000Z', to: 'open' } },
  ]);
});

it('leaves the closed days to who may credit, and says which', () => {
  const operations = { ...rules, mayCredit: false };
  const fields = { machine: '7', from: '2026-11-26T09:00', status: 'SUSPEND' } as const;
  expect(outageProposals(fields, operations)).toMatchObject({
    proposals: [{ action: 'outage:record', options: { machine: '7', from: '2026-11-27T00:00:00.000Z' } }],
    uncredited: { from: '2026-11-26T01:00:00.000Z', to: '2026-11-27T00:00:00.000Z' },
  });
  expect(outageProposals({ ...fields, to: '2026-11-26T10:00' }, operations)).toBe('onlyClosed');
});

it('is refused where it ends before it begins, or a closed day would run after all', () => {
  expect(planned('2026-11-27T10:00', '2026-11-27T10:00')).toBe('order');
  expect(planned('2026-11-26T10:00', undefined, { status: 'RUNNING' })).toBe('runningClosed');
});

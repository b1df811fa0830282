// Covers what the staff did with a customer: reads of one look stand together, and nothing else does.
import { expect, it } from 'vitest';
import { sameTogether } from './same-together.ts';

const at = '2026-11-20T06:00:00Z';

it('puts equal lines after another together, of the newest', () => {
  const view = { action: 'customer:view', by: 'support', reason: 'asked by phone', at };
  const audit = [
    { ...view, id: '9' },
    { ...view, id: '8' },
    { ...view, id: '7', reason: 'asked by mail' },
    { ...view, id: '6', by: 'finance', reason: 'asked by mail' },
    { ...view, id: '5' },
    { ...view, id: '4', action: 'customer:show' },
  ];
  expect(sameTogether(audit).map(({ id, times }) => [id, times])).toEqual([
    ['9', 2],
    ['7', 1],
    ['6', 1],
    ['5', 1],
    ['4', 1],
  ]);
  expect(sameTogether([])).toEqual([]);
});

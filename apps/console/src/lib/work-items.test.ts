// Proves in which order what waits is listed, what a group adds up to, and where each thing leads.
import { expect, it } from 'vitest';
import { workItem as item } from './testing/work-item.ts';
import { groupsOf, kinds, ofView, pathOf, sumsOf, type WorkItem } from './work-items.ts';

it('lists by kind, what blocks something else first, and leaves out what has nothing', () => {
  const [late, early] = [item({ kind: 'DEPOSIT', id: '2' }), item({ kind: 'DEPOSIT', id: '1' })];
  const groups = groupsOf([item({ kind: 'PRICE' }), late, item({ kind: 'DAY' }), early]);
  expect(groups.map(({ kind }) => kind)).toEqual(['DAY', 'DEPOSIT', 'PRICE']);
  // As they came: the oldest first.
  expect(groups[1]?.items).toEqual([late, early]);
  expect(new Set(kinds).size).toBe(kinds.length);
});

it('adds up each coin by itself, and their worth where each has a price', () => {
  const amounts = [
    item({ coin: 'BTC', amount: '0.10000000', usdt: '900.000001' }),
    item({ coin: 'USDT', amount: '0.300000', usdt: '0.300000' }),
    item({ coin: 'BTC', amount: '0.20000000', usdt: '1800.000002' }),
    item({}),
  ];
  expect(sumsOf(amounts)).toEqual({
    coins: [
      { coin: 'BTC', amount: '0.30000000' },
      { coin: 'USDT', amount: '0.300000' },
    ],
    usdt: '2700.300003',
  });
  expect(sumsOf([...amounts, item({ coin: 'DOGE', amount: '1.00000000' })]).usdt).toBeNull();
  expect(sumsOf([item({})])).toEqual({ coins: [], usdt: null });
});

it('a shortfall hides no surplus', () => {
  const [less, more] = ['-0.00000005', '0.00000005'].map((amount) =>
    item({ kind: 'DIFFERENCE', coin: 'BTC', amount, usdt: amount.replace('00000005', '000450') }),
  );
  expect(sumsOf([less as WorkItem, more as WorkItem])).toEqual({
    coins: [{ coin: 'BTC', amount: '0.00000010' }],
    usdt: '0.000900',
  });
});

it.each([
  [{ kind: 'DEPOSIT', id: '7' }, '/deposits/7'],
  [{ kind: 'DIFFERENCE', id: 'CHAIN.BTC' }, '/ledger/reconciliation'],
  [{ kind: 'STUCK_PAYMENT', id: '7' }, '/stuck-payments'],
  [{ kind: 'FAILED_JOB', id: '7', subject: 'withdrawal 7' }, '/health'],
  [{ kind: 'FAILED_ORDER', id: '7', title: 'coin-up', day: '2026-11-19' }, '/days?kind=coin-up&date=2026-11-19'],
  [{ kind: 'FAILED_ORDER', id: '8', title: 'mining', day: '2026-11-19' }, '/days?date=2026-11-19'],
  [{ kind: 'SUSPENSE', id: '7' }, '/ledger/reconciliation'],
] as [Partial<WorkItem>, string][])('%o leads to %s', (own, path) => {
  expect(pathOf(item(own))).toBe(path);
});

it('an order that broke is no proposal of the one who gave it', () => {
  const items = [item({ kind: 'FAILED_ORDER', by: 'finance' }), item({ kind: 'PROPOSAL', by: 'finance' })];
  expect(ofView(items, 'proposed', 'finance').map(({ kind }) => kind)).toEqual(['PROPOSAL']);
});

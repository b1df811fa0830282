// Proves that every way of turning money into a float is caught, and that honest numbers are let through.
import { describe, expect, it } from 'vitest';
import { moneyRule } from './money.ts';
import { repoOf } from './rule.ts';

const problems = (source: string, file = 'apps/server/src/features/wallet/pay.ts') =>
  moneyRule.check(repoOf({ [file]: source })).map(({ problem }) => problem);

describe('money rule', () => {
  it.each([
    'const x = parseFloat(text);',
    'const x = Number.parseFloat(text);',
    'const x = total.toFixed(2);',
    'const x = Number(row.amount);',
    'const x = Number(data.yesterdayFee);',
    'const x = +balance.available;',
    'const x = parseInt(machine.owed, 10);',
    'const x = Number(electricityPrice) * 2;',
  ])('catches %s', (source) => {
    expect(problems(source)).toHaveLength(1);
  });

  it.each([
    'const x = Number(query.size);',
    'const x = Number(block.height);',
    'const x = parseAmount(row.amount, coin);',
    'const x = Number(feeCount);',
    'const x = 1 + amount;',
  ])('lets %s through', (source) => {
    expect(problems(source)).toEqual([]);
  });

  it('looks at what ships, not at tests and drawings', () => {
    expect(problems('Number(amount)', 'apps/server/src/pay.test.ts')).toEqual([]);
    expect(problems('Number(amount)', 'packages/ui/src/components/vein-chart/vein.ts')).toEqual([]);
    expect(problems('Number(amount)', 'packages/ledger/src/post.ts')).toHaveLength(1);
  });
});

// What the settings slice takes the database keeps, and what stops its readers neither does: the two write the same bounds apart.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';
import { type SettingKey, settingKeys, validateSetting } from './setting-kinds.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const amounts = {
  BTC: ['0.00000000', '0.00000001', '99999999.99999999'],
  USDT: ['0.000000', '0.000001', '999999999999.999999'],
};
const steps = (from: readonly string[], most: number) => [
  [],
  from.flatMap((amount) => [
    { from: amount, confirmations: 1 },
    { confirmations: most, from: amount },
  ]),
  Array.from({ length: 10 }, (_, n) => ({ from: from[1], confirmations: n + 9 })),
];
const rules = ([, least, most]: readonly string[]) =>
  [1, 365].map((knownDays) => ({ knownDays, perDay: most, perCustomerDay: most, perPayment: least }));
const hot = ([, least, most]: readonly string[]) => [{ perDay: most, upper: most, target: least }];
const host = `${'a'.repeat(63)}.example`;

/** The least, the most, and the keys of objects in another order. */
const values: Partial<Record<SettingKey, readonly unknown[]>> = {
  'coin-up.open': [true, false],
  'coin-up.apy.BTC': ['0.00', '999.99'],
  'coin-up.apy.USDT': ['0.00', '999.99'],
  'deposit.steps.BTC': steps(amounts.BTC, 143),
  'deposit.steps.USDT': steps(amounts.USDT, 255),
  'withdraw.rule.BTC': [null, ...rules(amounts.BTC)],
  'withdraw.rule.USDT': [null, ...rules(amounts.USDT)],
  'hot.bounds.BTC': [null, ...hot(amounts.BTC)],
  'hot.bounds.USDT': [null, ...hot(amounts.USDT)],
  'webview.hosts': [
    [],
    ['example.com'],
    ['*.example.com', 'a-b.example'],
    Array.from({ length: 100 }, (_, n) => `*.h${n}.${host}`),
  ],
  'support.contact': [{ name: null, wechat: null, phone: null, mail: null, hours: null }],
  'support.faq': [[], [{ question: '问', answer: '答'.repeat(1000) }]],
};
const ofKey = (key: SettingKey): readonly unknown[] =>
  values[key] ?? [...amounts[key.endsWith('USDT') ? 'USDT' : 'BTC'], ...(key.includes('second-node') ? [null] : [])];

it.each(settingKeys)('%s: what is taken is kept', async (key) => {
  const taken = ofKey(key).filter((value) => validateSetting(key, value) === null);
  expect(taken.length).toBeGreaterThan(0);
  for (const [n, value] of taken.entries())
    await test.owner.query({
      text: `insert into setting (key, effective_from, value, changed_by, reason)
        values ($1, now() + make_interval(hours => $2::int), $3, 'x', 'x')`,
      values: [key, n, JSON.stringify(value)],
    });
});

it.each(settingKeys.filter((key) => !['coin-up.open', 'support.contact', 'support.faq'].includes(key)))(
  '%s: what stops its readers is not kept',
  async (key) => {
    for (const value of [5, [5], { upper: 5 }, '5', [{ from: '1', confirmations: 0 }]]) {
      expect(validateSetting(key, value)).not.toBeNull();
      const insert = test.owner.query({
        text: `insert into setting (key, effective_from, value, changed_by, reason) values ($1, now() + interval '9 days', $2, 'x', 'x')`,
        values: [key, JSON.stringify(value)],
      });
      await expect(insert, JSON.stringify(value)).rejects.toThrow('violates check constraint');
    }
  },
);

// What a page adds up from the values beside the balances is the total, to the cent.
import { displayAmount, parseAmount, valueInUsdt } from '@lode/money';
import { assert, bigInt, property, record, tuple } from 'fast-check';
import { it } from 'vitest';
import { balancesOf, totalOf } from './balances.ts';
import { totalInUsdt, valuedAnswer } from './valuation.ts';

const amount = bigInt({ min: 0n, max: 10n ** 15n });
const price = bigInt({ min: 0n, max: 10n ** 9n });
const holdings = record({
  'OUTPUT_ACCOUNT BTC': amount,
  'OUTPUT_ACCOUNT DOGE': amount,
  'ELE_ACCOUNT USDT': amount,
  'COIN_UP_ACCOUNT BTC': amount,
  'COIN_UP_ACCOUNT USDT': amount,
  'INCOME_ACCOUNT USDT': amount,
});

it('values each balance to the cent, never above its worth, and totals what stands there', () => {
  assert(
    property(holdings, tuple(price, price), (held, [btc, doge]) => {
      const balances = balancesOf(Object.entries(held).map(([account, posted]) => `${account} ${posted} 0`));
      const prices = [
        { coin: 'BTC' as const, date: '2026-03-08', usdt: btc },
        { coin: 'DOGE' as const, date: '2026-03-08', usdt: doge },
      ];
      let shown = 0n;
      for (const balance of balances) {
        const { valueUsdt } = valuedAnswer(balance, prices);
        if (valueUsdt === null) continue;
        const value = parseAmount(valueUsdt, 'USDT');
        const usdt = prices.find(({ coin }) => coin === balance.coin)?.usdt ?? 0n;
        const exact = valueInUsdt(totalOf(balance), balance.coin, usdt);
        if (displayAmount(value, 'USDT') !== displayAmount(exact, 'USDT') || value > exact) return false;
        shown += parseAmount(`${displayAmount(value, 'USDT')}0000`, 'USDT');
      }
      return totalInUsdt(balances, prices) === shown;
    }),
  );
});

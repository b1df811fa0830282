// Covers values in USDT: exact, rounded once towards zero, null without a price.
import { describe, expect, it } from 'vitest';
import { priceOf, sumOf, usdtValueOf, worthInCoin } from './valuation.ts';

const price = (coin: 'BTC' | 'DOGE', usdt: string) => ({ coin, usdt, time: '2026-11-19T00:00:00Z', stale: false });
const prices = [price('BTC', '117842.3'), price('DOGE', '0.08123456789')];

describe('valuation', () => {
  it('truncates the price of a coin to micro-USDT', () => {
    expect(priceOf('BTC', prices)).toBe(117_842_300_000n);
    expect(priceOf('DOGE', prices)).toBe(81_234n);
    expect(priceOf('USDT', [])).toBe(1_000_000n);
  });

  it('is null without a price', () => {
    expect(priceOf('ETH', prices)).toBeNull();
    expect(usdtValueOf('1.00000000', 'ETH', prices)).toBeNull();
    expect(worthInCoin('1.000000', 'ETH', prices)).toBeNull();
    expect(worthInCoin('1.000000', 'BTC', [price('BTC', '0')])).toBeNull();
  });

  it('rounds values towards zero', () => {
    expect(usdtValueOf('0.00041818', 'BTC', prices)).toBe(49_279_293n);
    expect(usdtValueOf('1.999999', 'USDT', [])).toBe(1_999_999n);
  });

  it('converts a total into a coin', () => {
    expect(worthInCoin('38813.529999', 'BTC', prices)).toBe(32_936_840n);
  });

  it('adds up exactly where floats would not', () => {
    expect(sumOf(['0.100000', '0.200000'], 'USDT')).toBe(300_000n);
    expect(sumOf([], 'BTC')).toBe(0n);
  });
});

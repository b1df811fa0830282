// Covers the figures over both coins: sums in USDT, and the interest chart ending in the total.
import { describe, expect, it } from 'vitest';
import { homeResponse } from '../../testing/responses.ts';
import { ratesFrom } from './savings.ts';
import { latestDay, savingsFigures } from './savings-figures.ts';
import { apyResponse, noSavings, savingsResponse } from './testing/coin-up-responses.ts';

const { prices } = homeResponse().assetsInfo;
const rates = ratesFrom(apyResponse());
const both = { rates, BTC: savingsResponse('BTC'), USDT: savingsResponse('USDT') };

describe('savingsFigures', () => {
  it('adds up both coins at their price', () => {
    // 0.1 · 117842.3 + 5000; 0.00000493 · 117842.3 + 0.561534; 0.0000789 · 117842.3 + 12.08
    expect(savingsFigures(both, prices)).toMatchObject({
      principal: 16_784_230_000n,
      yesterday: 1_142_496n,
      total: 21_377_757n,
    });
  });

  it('accumulates the paid interest of every day up to the total, and nothing for a day that is owed', () => {
    const figures = savingsFigures(both, prices);
    expect(figures?.days.map(({ date }) => date)).toEqual(['2026-11-17', '2026-11-18', '2026-11-19']);
    expect(figures?.days.at(-1)?.total).toBe(figures?.total);
    const daily = (figures?.days.at(-1)?.total ?? 0n) - (figures?.days.at(-2)?.total ?? 0n);
    expect(daily).toBeGreaterThanOrEqual(1_142_495n);
    expect(daily).toBeLessThanOrEqual(1_142_497n);
    const { last30 } = both.USDT;
    const unpaid = last30.map((day, i) => (i === last30.length - 1 ? { ...day, amount: '0.000000' } : day));
    const USDT = savingsResponse('USDT', { totalInterest: '11.518466', interestOwed: '0.561534', last30: unpaid });
    const owed = savingsFigures({ ...both, USDT }, prices);
    expect(owed?.days.slice(0, 2)).toEqual(figures?.days.slice(0, 2));
    expect(owed?.days.at(-1)?.total).toBe(owed?.total);
    // The third day of USDT, 0.561534, is in no figure.
    expect((figures?.total ?? 0n) - (owed?.total ?? 0n)).toBe(561_534n);
  });

  it('is null without a price that it needs, and ignores the price of an empty position', () => {
    expect(savingsFigures(both, [])).toBeNull();
    expect(savingsFigures({ ...both, BTC: noSavings('BTC') }, [])?.principal).toBe(5_000_000_000n);
  });
});

describe('latestDay', () => {
  it('is the latest of both coins, null without any', () => {
    expect(latestDay(both)).toBe('2026-11-19');
    expect(latestDay({ ...both, BTC: noSavings('BTC') })).toBe('2026-11-19');
    expect(latestDay({ rates, BTC: noSavings('BTC'), USDT: noSavings('USDT') })).toBeNull();
  });
});

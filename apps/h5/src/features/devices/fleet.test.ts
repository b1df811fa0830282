// Proves the totals above the list: every status counted, yesterday netted with every coin, and the prices behind it.
import { describe, expect, it } from 'vitest';
import { homeAnswer } from '../../testing/answers.ts';
import { countsByStatus, netOfYesterday } from './fleet.ts';

describe('countsByStatus', () => {
  it('has a count for each of the six, zero where there is none', () => {
    expect(countsByStatus(homeAnswer()).map(({ label, count }) => `${label} ${count}`)).toEqual([
      '运行中 8',
      '准备中 1',
      '已关机 1',
      '维护中 1',
      '欠费停机 0',
      '封装中 0',
    ]);
  });
});

describe('netOfYesterday', () => {
  it('adds up every coin at its price and takes the fee off', () => {
    const info = homeAnswer();
    expect(netOfYesterday(info)).toEqual({ net: 14_219_293n, unpriced: [] });
    info.mining.yesterday.push({ coin: 'DOGE', amount: '10.00000000' });
    expect(netOfYesterday(info)).toEqual({ net: 14_219_293n + 2_104_000n, unpriced: [] });
  });

  it('leaves out a coin without a price, and says which', () => {
    const info = homeAnswer();
    info.mining.yesterday.push({ coin: 'ETH', amount: '0.00000001' });
    expect(netOfYesterday(info)).toEqual({ net: 14_219_293n, unpriced: ['ETH'] });
    info.mining.yesterday = [{ coin: 'ETH', amount: '0.00000000' }];
    expect(netOfYesterday(info)).toEqual({ net: -35_060_000n, unpriced: [] });
  });

  it('is not guessed when no coin has a price', () => {
    const info = homeAnswer();
    info.assetsInfo.prices = [];
    expect(netOfYesterday(info)).toEqual({ net: null, unpriced: ['BTC'] });
  });
});

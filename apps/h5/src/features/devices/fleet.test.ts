// Covers the totals above the list: counts by status, yesterday's net over all coins, and unpriced coins.
import { describe, expect, it } from 'vitest';
import { homeResponse } from '../../testing/responses.ts';
import { countsByStatus, netOfYesterday } from './fleet.ts';

describe('countsByStatus', () => {
  it('has a count for each of the six statuses', () => {
    expect(countsByStatus(homeResponse()).map(({ label, count }) => `${label} ${count}`)).toEqual([
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
  it('values every coin at its price and subtracts the fee', () => {
    const info = homeResponse();
    expect(netOfYesterday(info)).toEqual({ net: 14_219_293n, unpriced: [] });
    info.mining.yesterday.push({ coin: 'DOGE', amount: '10.00000000' });
    expect(netOfYesterday(info)).toEqual({ net: 14_219_293n + 2_104_000n, unpriced: [] });
  });

  it('excludes and names a coin without a price', () => {
    const info = homeResponse();
    info.mining.yesterday.push({ coin: 'ETH', amount: '0.00000001' });
    expect(netOfYesterday(info)).toEqual({ net: 14_219_293n, unpriced: ['ETH'] });
    info.mining.yesterday = [{ coin: 'ETH', amount: '0.00000000' }];
    expect(netOfYesterday(info)).toEqual({ net: -35_060_000n, unpriced: [] });
  });

  it('is null when no coin has a price', () => {
    const info = homeResponse();
    info.assetsInfo.prices = [];
    expect(netOfYesterday(info)).toEqual({ net: null, unpriced: ['BTC'] });
  });
});

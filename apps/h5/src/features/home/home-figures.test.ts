// Covers figures derived for the home page: shares of the accounts and the main coin.
import { parseAmount } from '@lode/money';
import { describe, expect, it } from 'vitest';
import { unpricedCoins } from '../../lib/valuation.ts';
import { homeResponse } from '../../testing/responses.ts';
import { amountIn, assetShares, mainCoin, sideAmounts } from './home-figures.ts';

describe('assetShares', () => {
  it('sums up the value of each account [entity:account.OUTPUT_ACCOUNT] [entity:account.ELE_ACCOUNT]', () => {
    expect(assetShares(homeResponse())).toEqual([
      { name: 'OUTPUT_ACCOUNT', value: 21_793_040_000n },
      { name: 'ELE_ACCOUNT', value: 214_860_000n },
    ]);
  });

  it('includes savings only while they are open or hold a balance [entity:account.COIN_UP_ACCOUNT] [entity:account.INCOME_ACCOUNT]', () => {
    const open = homeResponse();
    open.coinUp.isEnableFunction = true;
    expect(assetShares(open).map(({ name }) => name)).toContain('COIN_UP_ACCOUNT');
    const holding = homeResponse();
    expect(assetShares(holding).map(({ name }) => name)).not.toContain('COIN_UP_ACCOUNT');
    const hold = (account: 'COIN_UP_ACCOUNT' | 'INCOME_ACCOUNT', total: string) =>
      holding.assetsInfo.accounts.push({
        account,
        coin: 'USDT',
        available: total,
        frozen: '0.000000',
        total,
        valueUsdt: total,
      });
    hold('INCOME_ACCOUNT', '1.000000');
    expect(assetShares(holding)).toContainEqual({ name: 'COIN_UP_ACCOUNT', value: 1_000_000n });
    hold('COIN_UP_ACCOUNT', '2.000000');
    expect(assetShares(holding)).toContainEqual({ name: 'COIN_UP_ACCOUNT', value: 3_000_000n });
  });

  it('sums up the priced coins of an account, so that the shares match the total, and names the rest', () => {
    const response = homeResponse();
    const sum = () => assetShares(response).reduce((whole, { value }) => whole + (value ?? 0n), 0n);
    expect(sum()).toBe(parseAmount(response.assetsInfo.totalUsdt, 'USDT'));
    expect(unpricedCoins(response.assetsInfo.accounts)).toEqual([]);
    for (const balance of response.assetsInfo.accounts) if (balance.coin === 'DOGE') balance.valueUsdt = null;
    response.assetsInfo.totalUsdt = '21737.580000';
    expect(assetShares(response)[0]?.value).toBe(21_522_720_000n);
    expect(sum()).toBe(parseAmount(response.assetsInfo.totalUsdt, 'USDT'));
    expect(unpricedCoins(response.assetsInfo.accounts)).toEqual(['DOGE']);
  });

  it('is null for an account without a priced coin, unless it is empty', () => {
    const response = homeResponse();
    const doge = { account: 'OUTPUT_ACCOUNT', coin: 'DOGE', available: '0.00000000', frozen: '0.00000000' } as const;
    response.assetsInfo.accounts = [{ ...doge, total: '0.00000000', valueUsdt: null }];
    expect(assetShares(response)[0]?.value).toBe(0n);
    expect(unpricedCoins(response.assetsInfo.accounts)).toEqual([]);
    response.assetsInfo.accounts = [{ ...doge, total: '3.00000000', valueUsdt: null }];
    expect(assetShares(response)[0]?.value).toBeNull();
    expect(unpricedCoins(response.assetsInfo.accounts)).toEqual(['DOGE']);
  });
});

describe('mining figures', () => {
  it('prefers BTC as the main coin, otherwise the first', () => {
    const { mining } = homeResponse();
    expect(mainCoin(mining)).toBe('BTC');
    expect(mainCoin({ ...mining, last30: [], hashrates: [{ coin: 'ETH', value: '1', unit: 'MH/s' }] })).toBe('ETH');
    expect(mainCoin({ ...mining, last30: [], hashrates: [] })).toBe('BTC');
  });

  it('separates the main coin from the others', () => {
    const list = [
      { coin: 'BTC', amount: '0.00000001' },
      { coin: 'DOGE', amount: '2.00000000' },
      { coin: 'ETH', amount: '0.00000000' },
    ] as const;
    expect(amountIn([...list], 'BTC')).toBe('0.00000001');
    expect(amountIn([], 'BTC')).toBe('0.00000000');
    expect(sideAmounts([...list], 'BTC')).toEqual([list[1]]);
  });
});

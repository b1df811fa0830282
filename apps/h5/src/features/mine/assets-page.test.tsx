// Covers the assets page: the value of every coin by account, and frozen amounts.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { homeResponse } from '../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

describe('AssetsPage', () => {
  it('lists coins by account and sums up what has a price [call:GET /api/index/info/assets/list]', async () => {
    const [btc, ...others] = homeResponse().assetsInfo.accounts;
    if (!btc) throw new Error('the response has no BTC');
    startFakeServer({
      assetsList: () => [{ ...btc, available: '0.10000000', frozen: '0.08264017' }, ...others],
    });
    await openApp('/assets');
    const output = await screen.findByRole('region', { name: '产出账户' });
    expect(output.textContent).toContain('产出账户≈ 21,793.04 USDT');
    // Nothing is worth nothing, and USDT itself.
    expect(output.textContent).toContain(
      'BTC0.18264017可用0.10000000冻结（提现处理中）0.08264017折合≈ 21,522.72 USDTETH0.00000000DOGE1,284.55310000折合≈ 270.32 USDT',
    );
    expect(screen.getByRole('region', { name: '电费账户' }).textContent).toBe('电费账户214.86 USDTUSDT214.86');
    expect(screen.getByRole('img', { name: '22,007.90' })).toBeTruthy();
  });

  it('names the prices used, their age, and coins without one', async () => {
    const info = homeResponse();
    const { accounts, prices } = info.assetsInfo;
    for (const price of prices) price.stale = price.coin === 'DOGE';
    startFakeServer({
      indexInfo: () => info,
      assetsList: () =>
        accounts.map((balance) =>
          balance.coin === 'ETH' ? { ...balance, total: '1.00000000', valueUsdt: null } : balance,
        ),
    });
    await openApp('/assets');
    expect(
      await screen.findByText('折合按 BTC 117,842.30 USDT，DOGE 0.2104 USDT（11-20 08:00 的币价），另有 ETH 未计价'),
    ).toBeTruthy();
  });
});

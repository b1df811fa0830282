// Covers the cards of machines and COIN UP: a second coin's hashrate, and the principal beside its rate.
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { homeResponse } from '../../../testing/responses.ts';
import { CoinUpCard } from './coin-up-card.tsx';
import { MachinesCard } from './machines-card.tsx';

afterEach(cleanup);

const columns = (container: HTMLElement) =>
  [...container.querySelectorAll('dl > div')].map(({ textContent }) => textContent);

it('has the hashrate of a second coin below that of the first', () => {
  const { mining } = homeResponse();
  const doge = { coin: 'DOGE' as const, value: '504', unit: 'MH/s' as const };
  const { container, rerender } = render(<MachinesCard mining={mining} />);
  expect(columns(container)[1]).toMatch(/^运行算力1,246.00\s*TH\/s$/);
  rerender(<MachinesCard mining={{ ...mining, hashrates: [...mining.hashrates, doge] }} />);
  expect(columns(container)[1]).toMatch(/TH\/sDOGE 504.00 MH\/s$/);
  rerender(<MachinesCard mining={{ ...mining, hashrates: [] }} />);
  expect(columns(container)).toHaveLength(1);
});

it('has the principal below its rate, where there is one', () => {
  const { coinUp, assetsInfo } = homeResponse();
  const [btc] = assetsInfo.accounts;
  if (!btc) throw new Error('the response has no BTC');
  const saved = { ...btc, account: 'COIN_UP_ACCOUNT' as const, total: '0.02500000' };
  const { container } = render(<CoinUpCard rates={coinUp} accounts={[btc, saved]} />);
  expect(columns(container)[0]).toMatch(/^BTC 年化.*%本金 0.02500000 BTC$/);
  expect(columns(container)[1]).toMatch(/^USDT 年化.*%$/);
});

// Covers the DOGE list: by coin and date with totals, and its empty state.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { envelopeWith, startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf } from '../../testing/responses.ts';
import { output } from './testing/output-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const doge = (id: string, date: string, net: string) => output({ id, date, net, coin: 'DOGE', evidence: null });

describe('DogeListPage', () => {
  it('lists DOGE by date with each date’s total [route:dogeList]', async () => {
    const server = startFakeServer({
      outputPage: () =>
        pageOf([
          doge('3', '2026-11-19', '1.50000000'),
          doge('2', '2026-11-19', '2.25000000'),
          doge('1', '2026-11-18', '4.00000000'),
        ]),
    });
    await openApp('/dogeList');
    expect((await screen.findByText('2026-11-19 周四')).parentElement?.textContent).toContain('3.75000000 DOGE');
    expect(screen.getByText('2026-11-18 周三').parentElement?.textContent).toContain('4.00000000 DOGE');
    expect(server.of('outputPage')[0]?.url.search).toBe('?coin=DOGE');
  });

  it('shows an empty state, and 重试 after a failure', async () => {
    const server = startFakeServer({ outputPage: () => envelopeWith(500, '系统繁忙，请稍后再试', null, 500) });
    await openApp('/dogeList');
    const retry = await screen.findByRole('button', { name: '重试' });
    server.reply({ outputPage: () => pageOf([]) });
    retry.click();
    expect(await screen.findByText('还没有 DOGE 产出')).toBeTruthy();
  });
});

// Covers the electricity page: the day of use with its energy, and before its first record what to do next.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { ledgerRecord, pageOf } from '../../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

it('leads from an empty list to the machines, and filters nothing', async () => {
  startFakeServer({ ledgerPage: () => pageOf([]) });
  await openApp('/electric_record');
  expect((await screen.findByRole('link', { name: '查看矿机' })).getAttribute('href')).toBe('/pages/devices/index');
  expect(screen.queryByRole('button', { name: '全部类型' })).toBeNull();
});

it('keeps the filter over a type without records, and leads back to all', async () => {
  startFakeServer({ ledgerPage: () => pageOf([]) });
  await openApp('/electric_record?type=HOSTING_FEE');
  expect(await screen.findByRole('button', { name: '查看全部' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '托管费' })).toBeTruthy();
});

it('says the day of use, and the energy of several machines below what it cost', async () => {
  startFakeServer({
    ledgerPage: () =>
      pageOf([
        ledgerRecord({ id: '902-1' }),
        ledgerRecord({ id: '901-1', machineId: '8', machineNo: 'LS2-07-0416' }),
        ledgerRecord({ id: '900-1', date: '2026-11-18', time: '2026-11-19T06:03:00.000Z' }),
      ]),
  });
  await openApp('/electric_record');
  await screen.findByRole('button', { name: '电费 · 2 台 11-19 用电 −13.104000 USDT 168 kWh' });
  expect(screen.getByRole('link', { name: '电费 11-18 用电 · LS2-03-1182 −6.552000 USDT' })).toBeTruthy();
});

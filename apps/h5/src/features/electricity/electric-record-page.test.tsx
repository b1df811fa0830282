// Covers the electricity page before its first record: what to do next, and no filter over nothing.
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf } from '../../testing/responses.ts';

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

// Covers how a runbook is introduced: as what to do now while its alert waits, and else as what to do if it is raised.
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { runbookNames } from '../../lib/runbooks.ts';
import { serveConsole } from '../../lib/testing/console-server.ts';
import { alertsOfRunbook } from '../../locales/zh/alerts.ts';

configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const name = runbookNames.find((one) => alertsOfRunbook(one, null).length > 0) ?? '';
const at = '2026-11-20T06:00:00Z';

async function introduced(open: readonly string[]) {
  const none = { detail: null, subject: null, account: null, address: null, coin: null, amount: null, usdt: null };
  const alert = { kind: 'ALERT', id: '1', isMine: true, ...none, by: null, day: null, count: null, since: at };
  const items = open.map((title) => ({ ...alert, title }));
  serveConsole(() => ({
    role: 'FINANCE',
    data: { '/staff/queue': { items, cut: [], failed: [], handled: null, prices: [], readAt: at } },
  }));
  window.history.replaceState(null, '', `/runbooks/${name}`);
  render(<App />);
  return screen.findByRole('region', { name: '先做什么' });
}

it('while no alert of it waits, it says what to do if one is raised', async () => {
  const section = await introduced(['another-alert']);
  expect(section.textContent).toContain('如果出现这条警报');
  expect(section.dataset).not.toHaveProperty('open');
});

it('while one waits, it says what to do now', async () => {
  const section = await introduced(alertsOfRunbook(name, null).map(({ kind }) => kind));
  await vi.waitFor(() => expect(section.dataset).toHaveProperty('open'), { timeout: 10_000 });
  expect(section.textContent).not.toContain('如果出现这条警报');
});

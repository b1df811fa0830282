// Proves that each action which two people can take is offered somewhere: in the form of all, or on the page of what it changes.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formActions, proposableActions } from '@lode/contract/console';
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('offers every action in a form or on a page', async () => {
  const features = join(import.meta.dirname, '..');
  const files = (await readdir(features, { recursive: true })).filter((path) => /(?<!\.test)\.tsx?$/.test(path));
  // The pages of proposals show what others propose.
  const pages = files.filter((path) => !path.startsWith('proposals'));
  const texts = await Promise.all(pages.map((path) => readFile(join(features, path), 'utf8')));
  const isNamed = (action: string) =>
    texts.some((text) => text.includes(`'${action}'`) || text.includes(`"${action}"`));
  const inForm: readonly string[] = formActions;
  expect(proposableActions.filter((action) => !inForm.includes(action) && !isNamed(action))).toEqual([]);
});

const at = '2026-11-20T06:00:00Z';
const customer = {
  id: '7',
  account: '13900000007',
  secondContact: null,
  nickname: '',
  tags: [],
  status: 'ACTIVE',
  payMode: 'PREPAID_FIRST',
  promotion: '0',
  hasPassword: true,
  hasFundsPassword: true,
  hasSecondFactor: true,
  createdAt: at,
  lastLoginAt: null,
};

const name = '移除客户二次验证';

function openCustomer(own: Partial<typeof customer>, actions: ['customer:second-factor-remove'] | []) {
  serveConsole(() => ({
    role: 'SUPPORT',
    actions,
    data: {
      '/staff/customer': {
        customer: { ...customer, ...own },
        totalUsdt: '0',
        electricity: { available: '0', owed: '0', dailyFee: '0', daysLeft: null },
        latest: null,
        openWithdrawals: [],
        counts: {},
        holds: [],
      },
    },
  }));
  window.history.replaceState(null, '', '/customers/7/holds');
  render(<App />);
  return screen.findByText('已开二次验证', { exact: false });
}

it('leads from a customer with a second factor to its removal', async () => {
  await openCustomer({}, ['customer:second-factor-remove']);
  const link = screen.getByRole('link', { name });
  expect(link.getAttribute('href')).toBe('/proposals/new?action=customer%3Asecond-factor-remove&id=7');
});

it.each([
  ['of one who has left', { status: 'CLOSED' }, ['customer:second-factor-remove']],
  ['for a role that may not', {}, []],
] as const)('does not lead there %s', async (_of, own, actions) => {
  await openCustomer(own, [...actions] as Parameters<typeof openCustomer>[1]);
  expect(screen.queryByRole('link', { name })).toBeNull();
});

it('leads from what stands in SUSPENSE to what should stand there', async () => {
  serveConsole(() => ({
    role: 'FINANCE',
    actions: ['suspense:reopen'],
    data: {
      '/staff/books/reconciliation': { coins: [], check: null, origins: [], originCount: 0, payments: [] },
    },
  }));
  window.history.replaceState(null, '', '/ledger/reconciliation');
  render(<App />);
  const link = await screen.findByRole('link', { name: '到账重新待解释' });
  expect(link.getAttribute('href')).toBe('/proposals/new?action=suspense%3Areopen');
});

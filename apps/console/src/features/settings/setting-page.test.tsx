// Covers the history of a setting: from when a version counts; both people of a change are named, and of a change by one person that one
// alone.
import { cleanup, configure, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('names who proposed a version and who approved it', async () => {
  const key = 'withdraw.rule.BTC';
  const shape = { kind: 'RECORD', canBeOff: true, fields: [], mostRows: null };
  const version = { version: 1, value: 'null', reason: 'asked for' };
  serveConsole(() => ({
    role: 'AUDITOR',
    data: {
      '/staff/settings': { settings: [{ key, value: 'null', bounds: '—', shape, changedWith: null }] },
      '/staff/setting/versions': {
        records: [
          { ...version, effectiveFrom: '2026-11-20T06:00:00Z', changedBy: 'staff:approver', approvedBy: null },
          { ...version, effectiveFrom: '2026-11-19T06:00:00Z', changedBy: 'staff:admin', approvedBy: 'approver' },
          { ...version, effectiveFrom: '2020-01-01T00:00:00Z', changedBy: 'start', approvedBy: null },
        ],
        nextCursor: null,
      },
    },
  }));
  window.history.replaceState(null, '', `/settings/one?key=${key}`);
  render(<App />);
  const table = await screen.findByRole('table');
  const rows = within(table).getAllByRole('row').slice(1);
  const textsOf = (column: number) => rows.map((row) => within(row).getAllByRole('cell')[column]?.textContent);
  expect(textsOf(1).at(-1)).toBe('2020-01-01 08:00');
  expect(textsOf(3)).toEqual(['approver', 'admin 提议\napprover 复核', '初始']);
});

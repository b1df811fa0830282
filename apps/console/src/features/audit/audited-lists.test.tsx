// Covers lists of which each reading stands in the audit log: who comes back to the window has read nothing anew.
import { act, cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { recordAsked, serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

const none = { records: [], nextCursor: null };
let asked: string[];
function open(address: string): void {
  serveConsole(() => ({
    role: 'AUDITOR',
    data: {
      '/staff/audit': none,
      '/staff/customers': none,
      '/staff/machines': none,
      '/staff/machines/counts': [],
      '/staff/machines/choices': { sites: [], models: [], firstOpenDay: null },
    },
  }));
  asked = recordAsked();
  window.history.replaceState(null, '', address);
  render(<App />);
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const timesAsked = (path: string) => asked.filter((url) => url.split('?')[0] === path).length;

/** How often the list is read when the window is left and looked at again. */
async function readAgain(path: string): Promise<number> {
  const before = timesAsked(path);
  await act(async () => {
    window.dispatchEvent(new Event('visibilitychange'));
    await new Promise((done) => setTimeout(done, 50));
  });
  return timesAsked(path) - before;
}

it.each([
  ['/audit', 0, '/staff/audit', '审计日志'],
  ['/customers', 0, '/staff/customers', '客户'],
  ['/machines?customer=7', 0, '/staff/machines', '矿机'],
  // Control: of all machines nothing is written down.
  ['/machines', 1, '/staff/machines', '矿机'],
])('%s is read %i times more when the window is looked at again', async (address, times, path, title) => {
  open(address);
  await screen.findByRole('heading', { level: 1, name: title });
  await vi.waitFor(() => expect(timesAsked(path)).toBeGreaterThan(0), { timeout: 30_000 });
  await act(() => new Promise((done) => setTimeout(done, 50)));
  expect(await readAgain(path)).toBe(times);
});

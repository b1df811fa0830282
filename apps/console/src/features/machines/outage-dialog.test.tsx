// An outage over closed and open days is two proposals, one after the other: who leaves the first is not asked for the second.
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { permissionsOf } from '../../lib/testing/permissions.ts';
import { OutageDialog } from './outage-dialog.tsx';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-27T08:00:00Z';
const session = {
  id: '1',
  name: 'finance',
  role: 'FINANCE',
  stage: 'OPEN',
  factor: 'TOTP',
  hasNoFactor: false,
  idleUntil: at,
  expiresAt: at,
} as const;
const onClose = vi.fn();
let proposed: string[];

beforeEach(() => {
  proposed = [];
  onClose.mockClear();
  vi.stubGlobal('fetch', async (url: string, { body }: { body?: string }) => {
    if (url.startsWith('/staff/proposal/new')) proposed.push(JSON.parse(body ?? '').action);
    const data = url.startsWith('/staff/machines/choices')
      ? { sites: [], models: [], firstOpenDay: '2026-11-27' }
      : { id: '7', summary: '停机' };
    return new Response(JSON.stringify({ code: 200, message: 'ok', data }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function planned(role: 'FINANCE' | 'OPERATIONS'): Promise<void> {
  const element = <OutageDialog machine={{ id: '5', machineNo: 'LS2-1' }} onClose={onClose} />;
  const permissions = permissionsOf(role, role === 'FINANCE' ? ['outage:record', 'outage:credit'] : ['outage:record']);
  const loader = () => ({ session: { ...session, role }, permissions });
  const router = createMemoryRouter([{ id: 'frame', path: '/', element, loader }]);
  render(
    <QueryClientProvider client={createQueryClient()}>
      <App>
        <RouterProvider router={router} />
      </App>
    </QueryClientProvider>,
  );
  fireEvent.change(await screen.findByLabelText(/从什么时候起/), { target: { value: '2026-11-26T09:00' } });
  fireEvent.click(screen.getByRole('button', { name: '看结果' }));
}

it('is left with Escape before the first is proposed', async () => {
  await planned('FINANCE');
  fireEvent.keyDown(await screen.findByRole('textbox', { name: /原因/ }), { key: 'Escape', keyCode: 27 });
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(screen.queryByText('补记停机')).toBeNull();
  expect(proposed).toEqual([]);
});

it('goes on to the second once the first is proposed', async () => {
  await planned('FINANCE');
  for (const action of ['outage:credit', 'outage:record']) {
    await screen.findByText(action === 'outage:credit' ? '停机补偿（已日结的日子）' : '补记停机');
    fireEvent.change(await screen.findByRole('textbox', { name: /原因/ }), { target: { value: '电网检修' } });
    fireEvent.click(screen.getByRole('button', { name: '提交复核' }));
    await waitFor(() => expect(proposed).toContain(action));
  }
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

it('says to who may not credit which days are left', async () => {
  await planned('OPERATIONS');
  expect(await screen.findByText(/已日结，还没有更正：请财务提出停机补偿/)).toBeTruthy();
});

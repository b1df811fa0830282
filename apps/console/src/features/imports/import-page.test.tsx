// Covers the import of a file: who may not is said so before a file is chosen, and by whom it is brought in.
import { cleanup, configure, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { permissionsOf } from '../../lib/testing/permissions.ts';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-20T06:00:00Z';

function open(path: string, role: string, actions: Parameters<typeof permissionsOf>[1]) {
  vi.stubGlobal('fetch', async (url: string) => {
    const [called = ''] = url.split('?');
    const factor = { factor: 'TOTP', hasNoFactor: false, idleUntil: at, expiresAt: at };
    const answers: Record<string, unknown> = {
      '/staff/session': { id: '1', name: 'me', role, stage: 'OPEN', ...factor },
      '/staff/session/permissions': permissionsOf(role, actions),
      '/staff/queue': { items: [], cut: [], failed: [], prices: [], readAt: at },
    };
    if (!(called in answers)) throw new Error(`${url} has no answer here`);
    return new Response(JSON.stringify({ code: 200, message: 'ok', data: answers[called] }));
  });
  window.history.replaceState(null, '', path);
  render(<App />);
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('refuses before a file is chosen, and says who brings it in', async () => {
  open('/machines/import', 'SUPPORT', ['import:customers']);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('您的角色不能导入这类文件');
  expect(alert.textContent).toContain('矿机文件由运维、财务或管理导入');
  expect(screen.queryByLabelText('CSV 文件')).toBeNull();
});

it('offers the file to who may, and names the one key of the page', async () => {
  open('/customers/import', 'SUPPORT', ['import:customers']);
  await screen.findByLabelText('CSV 文件');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByText('到分节')).toBeNull();
  expect(screen.getByText('Esc')).toBeTruthy();
});

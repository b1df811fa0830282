// Covers the import of a file: who may not is said so before a file is chosen, and by whom it is brought in.
import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { type Sent, serveConsole } from '../../lib/testing/console-server.ts';
import type { permissionsOf } from '../../lib/testing/permissions.ts';

configure({ asyncUtilTimeout: 30_000 });

const preview = {
  lines: 30,
  fresh: 25,
  alreadyThere: 5,
  errors: [],
  moreErrors: 0,
  columns: ['machineNo', 'account', 'endTime'],
  rows: [{ line: 3, cells: ['N-1', '139****01', ''] }],
  added: [
    { kind: 'SITE', name: '东山', line: 4, count: 2, facts: '0.045' },
    { kind: 'MODEL', name: 'S2l', line: 5, count: 1, facts: 'BTC · 200.5 TH/s · 3500 W' },
  ],
  moreAdded: 3,
  hasDatesAlone: true,
  hash: 'ab'.repeat(32),
};

const data = {
  '/staff/import/preview': preview,
  '/staff/import': { imported: 25, alreadyThere: 5 },
  '/staff/customers': { records: [], nextCursor: null, readAt: '2026-11-20T06:00:00Z' },
};

let sent: Sent;
function open(path: string, role: string, actions: Parameters<typeof permissionsOf>[1]) {
  sent = serveConsole(() => ({ role, actions, data }));
  window.history.replaceState(null, '', path);
  render(<App />);
}
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('refuses before a file is chosen, and says who brings it in', async () => {
  open('/imports?kind=MACHINES', 'SUPPORT', ['import:customers']);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('您的角色不能导入这类文件');
  expect(alert.textContent).toContain('矿机文件由运维、财务或管理导入');
  expect(screen.queryByLabelText('CSV 文件')).toBeNull();
});

it('offers the file to who may, and names the one key of the page', async () => {
  open('/imports', 'SUPPORT', ['import:customers']);
  await screen.findByLabelText('CSV 文件');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('导入客户');
  expect(screen.queryByRole('radiogroup', { name: '导入什么' })).toBeNull();
  expect(screen.queryByText('到分节')).toBeNull();
  expect(screen.getByText('Esc')).toBeTruthy();
});

it('gives a file the time that its lines need, to be checked and to be brought in', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const minutes = () => limits.mock.calls.filter(([ms]) => ms === 5 * 60_000).length;
  open('/imports', 'SUPPORT', ['import:customers']);
  const file = new File(['account'], 'new.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText('CSV 文件'), { target: { files: [file] } });
  fireEvent.click(await screen.findByRole('button', { name: '导入 25 行' }));
  expect(minutes()).toBe(1);
  const dialog = within(await screen.findByRole('dialog'));
  fireEvent.change(dialog.getByLabelText(/^原因/), { target: { value: '签约' } });
  fireEvent.click(dialog.getByRole('button', { name: '导入 25 行' }));
  await vi.waitFor(() => expect(minutes()).toBe(2));
  limits.mockRestore();
});

it('holds kind and coin in the address, offers the kinds of the role, and sends both', async () => {
  open('/imports?kind=NETWORK_DAYS&coin=DOGE', 'OPERATIONS', ['import:machines', 'import:network-days']);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('导入网络日');
  expect(screen.getByText('date,blocks,difficulty,subsidySum,feeSum')).toBeTruthy();
  const kinds = screen.getByRole('radiogroup', { name: '导入什么' });
  expect(kinds.textContent).toBe('矿机网络日');
  const choose = () => {
    const file = new File(['date'], 'days.csv', { type: 'text/csv' });
    fireEvent.change(screen.getByLabelText('CSV 文件'), { target: { files: [file] } });
  };
  choose();
  await screen.findByRole('button', { name: '导入 25 行' });
  expect(sent.map(({ body }) => body)).toEqual([{ kind: 'NETWORK_DAYS', coin: 'DOGE', text: 'date' }]);
  // What was checked for one coin is not brought in for another.
  fireEvent.click(screen.getByRole('radio', { name: 'BTC' }));
  expect(screen.queryByRole('button', { name: '导入 25 行' })).toBeNull();
  expect(window.location.search).toBe('?kind=NETWORK_DAYS&coin=BTC');
  fireEvent.click(screen.getByRole('radio', { name: '矿机' }));
  expect(window.location.search).toBe('?kind=MACHINES');
  choose();
  await screen.findByRole('button', { name: '导入 25 行' });
  expect(sent.at(-1)?.body).toEqual({ kind: 'MACHINES', text: 'date' });
});

it.each([
  ['/imports?kind=PRICES&from=2026-03-08', '/days?date=2026-03-08'],
  ['/imports?kind=NETWORK_DAYS&coin=DOGE&from=2026-03-08', '/days?date=2026-03-08'],
  ['/imports?kind=PRICES', '/days'],
  ['/imports?kind=MACHINES&from=2026-03-08', '/machines'],
  ['/imports?kind=PRICES&from=//example.com', '/days'],
  ['/imports?kind=PRICES&from=2026-03-08%26kind%3Dcoin-up', '/days'],
])('%s leads back to %s', async (address, back) => {
  open(address, 'OPERATIONS', ['import:machines', 'import:network-days', 'import:prices']);
  await screen.findByLabelText('CSV 文件');
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await vi.waitFor(() => expect(`${window.location.pathname}${window.location.search}`).toBe(back));
});

it('shows what comes in, warns of new sites and models, and says how a date is read', async () => {
  open('/imports?kind=MACHINES', 'OPERATIONS', ['import:machines']);
  const file = new File(['machineNo'], 'new.csv', { type: 'text/csv' });
  fireEvent.change(await screen.findByLabelText('CSV 文件'), { target: { files: [file] } });
  const table = await screen.findByRole('table', { name: '将导入的内容' });
  expect([...table.querySelectorAll('th')].map(({ textContent }) => textContent)).toEqual([
    '行号',
    '矿机编号',
    '账号',
    '合约到期',
  ]);
  expect([...table.querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
    '3',
    'N-1',
    '139****01',
    '—',
  ]);
  expect(screen.getByText('将导入的 25 行里的前 1 行：')).toBeTruthy();
  const [added, dates] = screen.getAllByRole('alert');
  expect(added?.textContent).toContain('新机房「东山」，统一电价 0.045 USDT/度：第 4 行起，共 2 行');
  expect(added?.textContent).toContain('新机型「S2l」，BTC · 200.5 TH/s · 3500 W：第 5 行起，共 1 行');
  expect(added?.textContent).toContain('还有 3 处没有列出');
  expect(dates?.textContent).toContain('2026-11-30 是 11-30 00:00 UTC，即北京时间 11-30 08:00');
});

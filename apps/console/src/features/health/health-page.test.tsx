// Covers the page of the system's state: what is not right stands first and counts, keys open it, a failed job begins anew with a reason
// for who may, an old state is shown with its time and does nothing, and what is right leaves nothing to look at.
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { type Sent, serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

const at = '2026-11-20T06:00:00Z';
const check = { subject: '', state: 'OK', since: null, value: null, bound: null, detail: null };
const checks = [
  { ...check, kind: 'WATCHER', subject: 'BITCOIN', value: '976349' },
  { ...check, kind: 'FUND', subject: 'BTC', state: 'ATTENTION', value: '3', bound: '7' },
  {
    ...check,
    kind: 'DAY',
    subject: 'mining',
    state: 'BLOCKED',
    since: '2026-11-20T05:48:00Z',
    value: '2026-11-18',
    detail: '2026-11-19 1',
  },
  { ...check, kind: 'CONNECTIONS', value: '12', bound: '97' },
];
const job = {
  id: '7',
  task: 'send-message',
  withdrawal: null,
  attempts: 14,
  failedAt: '2026-11-20T04:00:00Z',
  error: 'smtp 421',
};

let role: string;
let health: { checks: object[]; alerts: object[]; failedJobs: object[] };
let answer: { code: number; message: string } | null;
let asked: Sent;

beforeEach(() => {
  role = 'FINANCE';
  health = { checks, alerts: [], failedJobs: [] };
  answer = null;
  asked = serveConsole(() => ({
    role,
    data: {
      '/staff/health': { cut: [], version: '1.0.0', readAt: at, ...health },
      '/staff/job/retry': null,
      '/staff/days': { days: [], newest: null },
    },
    refusals: { '/staff/health': answer },
  }));
  window.history.replaceState(null, '', '/health');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const rowsOf = async () => within(await screen.findByRole('table', { name: '健康' })).getAllByRole('row');

it('shows what is not right first, the gravest of it first, with how long and its bound', async () => {
  health.alerts = [{ id: '3', kind: 'second-node', subject: 'BITCOIN', message: 'waits', raisedAt: at }];
  render(<App />);
  const texts = (await rowsOf()).map(({ textContent }) => textContent);
  expect(texts).toEqual([
    '状态什么这样多久现在界限做什么',
    '先看',
    '阻断采矿日结2026-11-19 不能关闭，1 个原因12 分2026-11-18日结',
    '须看BTC 利息基金按今天的本金和费率—3 天≥ 7 天利息基金',
    '警报大额充值等第二节点 · BITCOIN第二节点没有证实这些大额充值，它们还没有入账。刚刚到待办处理',
    '链与付款',
    '正常BITCOIN 观察者跟踪中—高度 976,349资金',
    '系统与数据库',
    '正常数据库连接全部进程—12< 97',
  ]);
  expect(screen.getByText('2 项须看，1 项阻断')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Enter' });
  await waitFor(() => expect(window.location.pathname).toBe('/days'));
});

it('a failed job begins anew with a reason', async () => {
  health = { checks: [], alerts: [], failedJobs: [job] };
  render(<App />);
  expect(await screen.findByText('smtp 421')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'Enter' });
  const dialog = await screen.findByRole('dialog', { name: '重新开始：发短信或邮件' });
  fireEvent.click(within(dialog).getByRole('button', { name: '重新开始' }));
  expect(await within(dialog).findByText('请写明原因')).toBeTruthy();
  fireEvent.change(within(dialog).getByLabelText(/^原因/), { target: { value: '邮件恢复' } });
  fireEvent.click(within(dialog).getByRole('button', { name: '重新开始' }));
  expect(await screen.findByText('已重新开始')).toBeTruthy();
  expect(asked).toEqual([{ path: '/staff/job/retry', body: { id: '7', reason: '邮件恢复' } }]);
});

it('who has no right over money is offered no retry, by mouse or key', async () => {
  role = 'ADMIN';
  health = { checks: [], alerts: [], failedJobs: [{ ...job, task: 'withdrawal-sign', withdrawal: '12' }] };
  render(<App />);
  const button = await screen.findByRole('button', { name: '重新开始：签名 · 提现 12' });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that nothing has to be looked at', async () => {
  health.checks = checks.filter(({ state }) => state === 'OK');
  render(<App />);
  expect(await screen.findByText('没有要先看的')).toBeTruthy();
  expect(screen.queryByText('先看')).toBeNull();
});

it('a state that could not be read again is shown with its time and does nothing', async () => {
  health = { checks: [], alerts: [], failedJobs: [job] };
  render(<App />);
  await screen.findByText('smtp 421');
  answer = { code: 500, message: '系统繁忙，请稍后再试' };
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/^数据停在 .*不能处理$/)).toBeTruthy();
  expect((screen.getByRole('button', { name: /^重新开始/ }) as HTMLButtonElement).disabled).toBe(true);
});

it('says what failed where nothing was read', async () => {
  answer = { code: 500, message: '系统繁忙，请稍后再试' };
  render(<App />);
  expect(await screen.findByText('健康没有加载成功')).toBeTruthy();
});

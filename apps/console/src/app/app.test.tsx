// Covers the console as a person uses it: login, the queue, an answer, and what an ended session or a lost network does.
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { permissionsOf } from '../lib/testing/permissions.ts';
import { App } from './app.tsx';

configure({ asyncUtilTimeout: 30_000 });

type Answer = { code: number; message?: string; data?: unknown } | Error;

/** Answers of the server by method and path; what is asked for and not here fails the test. */
let answers: Record<string, Answer | ((body: unknown) => Answer)>;
let asked: { path: string; body: unknown }[];
const session = {
  id: '1',
  name: 'support',
  role: 'SUPPORT',
  stage: 'OPEN',
  factor: 'TOTP',
  hasNoFactor: false,
  idleUntil: '2026-11-20T08:00:00Z',
  expiresAt: '2026-11-20T18:00:00Z',
};
const item = {
  kind: 'THREAD',
  id: '7',
  isMine: true,
  title: '矿机 LS2-11-0007',
  detail: null,
  account: '13800000001',
  address: null,
  coin: null,
  amount: null,
  usdt: null,
  by: null,
  since: '2026-11-20T03:06:00Z',
};
const queue = (items: object[], own: object = {}) => ({
  code: 200,
  data: { items, cut: [], failed: [], prices: [], readAt: '2026-11-20T06:18:06Z', ...own },
});

beforeEach(() => {
  asked = [];
  answers = {
    'GET /staff/session': { code: 200, data: session },
    'GET /staff/session/permissions': { code: 200, data: permissionsOf(session.role) },
    'GET /staff/queue': queue([]),
  };
  vi.stubGlobal('fetch', async (url: string, { method, body }: { method: string; body?: string }) => {
    const [path = ''] = url.split('?');
    const given = answers[`${method} ${path}`];
    const parsed = body === undefined ? undefined : JSON.parse(body);
    asked.push({ path: `${method} ${url}`, body: parsed });
    if (given === undefined) throw new Error(`${method} ${url} has no answer here`);
    const answer = typeof given === 'function' ? given(parsed) : given;
    if (answer instanceof Error) throw answer;
    return new Response(JSON.stringify({ message: 'ok', data: null, ...answer }));
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function open(path: string): void {
  window.history.replaceState(null, '', path);
  render(<App />);
}

it('a visitor logs in, is asked for a code where one is set up, and goes on where the visit began', async () => {
  answers['GET /staff/session'] = { code: 10111, message: '登录失效' };
  answers['POST /staff/login/password'] = (body) =>
    (body as { code?: string }).code === '123456' ? { code: 200, data: session } : { code: 20007 };
  answers['GET /staff/support/threads'] = { code: 200, data: { records: [], nextCursor: null } };
  open('/support');
  fireEvent.change(await screen.findByLabelText('姓名'), { target: { value: 'support' } });
  fireEvent.change(screen.getByLabelText('密码'), { target: { value: 'Lode@Console1' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  fireEvent.change(await screen.findByLabelText('动态码'), { target: { value: '123 456' } });
  fireEvent.click(screen.getByRole('button', { name: '登录' }));
  expect(await screen.findByText('没有客户在等')).toBeTruthy();
  expect(window.location.pathname).toBe('/support');
});

it('a direct address shows the frame at once, with nothing to use, until its page has come', async () => {
  let answerSession: (answer: Answer) => void = () => undefined;
  const { fetch } = window;
  vi.stubGlobal('fetch', async (url: string, given: RequestInit) => {
    if (url === '/staff/session') await new Promise<Answer>((resolve) => (answerSession = resolve));
    return fetch(url, given);
  });
  answers['GET /staff/support/threads'] = { code: 200, data: { records: [], nextCursor: null } };
  open('/support');
  expect(await screen.findByText('待复核')).toBeTruthy();
  expect(screen.getByRole('status', { busy: true })).toBeTruthy();
  expect(screen.queryByText('审计日志')).toBeNull();
  expect(screen.getByText('待复核').closest('[inert]')).toBeTruthy();
  answerSession({ code: 200 });
  expect(await screen.findByText('没有客户在等')).toBeTruthy();
  expect(screen.getByText('待复核').closest('[inert]')).toBeNull();
});

it('the queue shows what waits for this person, and a key opens it', async () => {
  answers['GET /staff/queue'] = queue([item, { ...item, id: '8', title: '一般咨询', isMine: false }]);
  answers['GET /staff/support/thread'] = { code: 404, message: '内容不存在' };
  open('/');
  expect(await screen.findByText('1 件等您')).toBeTruthy();
  expect(screen.getByRole('button', { name: '13800000001 · 矿机 LS2-11-0007' })).toBeTruthy();
  expect(screen.getByRole('row', { name: /矿机 LS2-11-0007.*3 时 12 分/ })).toBeTruthy();
  expect(screen.queryByText(/一般咨询/)).toBeNull();
  fireEvent.keyDown(document.body, { key: 'Enter' });
  expect(await screen.findByText('没有这个页面')).toBeTruthy();
  expect(window.location.pathname).toBe('/support/7');
});

it('the queue stands by kind with its sums, counts in the menu, and names what could not be read', async () => {
  const payment = (id: string, amount: string, usdt: string) => ({
    ...item,
    kind: 'STUCK_PAYMENT',
    id,
    title: `W${id}`,
    detail: 'UNCONFIRMED',
    coin: 'BTC',
    amount,
    usdt,
  });
  const items = [item, payment('1', '0.10000000', '900.000000'), payment('2', '0.20000000', '1800.004000')];
  answers['GET /staff/queue'] = queue(items, {
    failed: ['PROPOSAL'],
    prices: [{ coin: 'BTC', date: '2026-11-19', price: '9000.000000' }],
  });
  open('/');
  const table = await screen.findByRole('table');
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['付款卡住2', '客户等回复1']);
  const [, group] = within(table).getAllByRole('row');
  expect(group?.textContent).toBe('付款卡住20.30000000BTC2,700.003 时 12 分');
  expect(screen.getByText('金额折合 USDT，按 11-19 定价')).toBeTruthy();
  expect(screen.getByRole('menuitem', { name: /卡住的付款/ }).textContent).toBe('卡住的付款2');
  expect(screen.getByText('读不到变更待复核，其余正常。')).toBeTruthy();
  expect(screen.getByRole('button', { name: /变更待复核/ }).textContent).toBe('变更待复核—读取失败');
});

it('a page below a list is one entry of the menu, and the setting of its bounds leads there', async () => {
  const key = 'withdraw.rule.BTC';
  const setting = { key, value: 'null', bounds: '', changedWith: 'withdrawal:rule' };
  answers['GET /staff/settings'] = { code: 200, data: { settings: [setting] } };
  answers['GET /staff/setting/versions'] = { code: 200, data: { records: [], nextCursor: null } };
  answers['GET /staff/auto-approval'] = { code: 200, data: { coins: [], leastKnownDays: 1, mostKnownDays: 365 } };
  answers['GET /staff/auto-approvals'] = { code: 200, data: { records: [], nextCursor: null } };
  open(`/settings/one?key=${key}`);
  fireEvent.click(await screen.findByRole('link', { name: '自动批准' }));
  expect(await screen.findByText('还没有自动批准的提现')).toBeTruthy();
  expect(window.location.pathname + window.location.search).toBe('/withdrawals/auto-approval?coin=BTC');
  const selected = document.querySelectorAll('.ant-menu-item-selected');
  expect([...selected].map(({ textContent }) => textContent)).toEqual(['自动批准']);
  answers['GET /staff/repairs'] = { code: 200, data: { records: [], nextCursor: null } };
  fireEvent.click(screen.getByRole('menuitem', { name: /维修工单/ }));
  expect(await screen.findByText('没有未完成的工单')).toBeTruthy();
  expect(window.location.pathname).toBe('/repairs');
});

it('a second key of a sequence is not the key of the page', async () => {
  answers['GET /staff/queue'] = queue([item]);
  answers['GET /staff/support/threads'] = { code: 200, data: { records: [], nextCursor: null } };
  open('/');
  await screen.findByText('1 件等您');
  fireEvent.keyDown(document.body, { key: 'g' });
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(await screen.findByText('没有客户在等')).toBeTruthy();
});

it('a letter in a field is text, and an answer names the message that it follows', async () => {
  const thread = {
    id: '7',
    account: '13800000001',
    title: '矿机 LS2-11-0007',
    about: 'MACHINE',
    record: '3',
    status: 'WAITING',
    assignee: null,
    changedAt: '2026-11-20T03:06:00Z',
  };
  const messages = [{ id: '21', staff: null, text: '算力偏低？', at: '2026-11-20T03:06:00Z' }];
  answers['GET /staff/support/thread'] = { code: 200, data: { thread, messages, isCut: false } };
  answers['POST /staff/support/thread/answer'] = { code: 40008, data: { reason: '咨询 7 有更新的消息' } };
  open('/support/7');
  const field = await screen.findByLabelText('回复');
  fireEvent.keyDown(field, { key: 'g' });
  fireEvent.keyDown(field, { key: 'q' });
  expect(window.location.pathname).toBe('/support/7');
  fireEvent.change(field, { target: { value: '已在查' } });
  fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
  expect(await screen.findByText('咨询 7 有更新的消息')).toBeTruthy();
  const sent = asked.filter(({ path }) => path.startsWith('POST'));
  expect(sent.map(({ body }) => body)).toEqual([{ id: '7', after: '21', text: '已在查' }]);
  // What was written is still there.
  expect((field as HTMLTextAreaElement).value).toBe('已在查');
});

it('data that could not be read again is shown with its time, and opens nothing', async () => {
  answers['GET /staff/queue'] = queue([item]);
  open('/');
  await screen.findByText('1 件等您');
  answers['GET /staff/queue'] = { code: 500, message: '系统繁忙，请稍后再试' };
  window.dispatchEvent(new Event('visibilitychange'));
  expect(await screen.findByText(/^数据停在 .*不能处理$/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: '13800000001 · 矿机 LS2-11-0007' }));
  expect(window.location.pathname).toBe('/');
});

it('a session that ended leads to the login, with nothing of before left on the screen', async () => {
  answers['GET /staff/queue'] = queue([item]);
  open('/');
  await screen.findByText('1 件等您');
  answers['GET /staff/queue'] = { code: 10111, message: '登录失效' };
  window.dispatchEvent(new Event('visibilitychange'));
  await waitFor(() => expect(window.location.pathname).toBe('/login'));
  expect(await screen.findByText('登录运营台')).toBeTruthy();
  expect(screen.queryByText(/13800000001/)).toBeNull();
});

it('without a network at the start the page says so, and tries again', async () => {
  answers['GET /staff/session'] = new Error('offline');
  open('/');
  expect(await screen.findByText('网络不通，请检查连接后重试。')).toBeTruthy();
});

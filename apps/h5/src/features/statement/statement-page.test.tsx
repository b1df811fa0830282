// Covers the account statement: download with the session's token, file name, and every failure.

import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, envelopeWith, fileOf, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { homeResponse } from '../../testing/responses.ts';
import { daysOf, isRange, sizeText } from './statement-range.ts';

const saved: { name: string; url: string }[] = [];
beforeEach(() => {
  resetDevice({ isLoggedIn: true });
  saved.length = 0;
  vi.setSystemTime('2026-11-20T04:00:00Z');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.download !== '') saved.push({ name: this.download, url: this.href });
  });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:statement');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  onlineManager.setOnline(true);
});

/** A server whose clock differs from the phone's. */
const serve = (replies: Parameters<typeof startFakeServer>[0] = {}) =>
  startFakeServer({ indexInfo: () => homeAt('2026-03-10T04:00:00.000Z'), ...replies });
const homeAt = (now: string) => {
  const response = homeResponse();
  response.mining.todayEstimatedAt = now;
  return response;
};

const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
};
/** Longer than a double tap. */
const pause = () => {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 1000);
};
const choose = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('tab', { name }));

describe('date ranges', () => {
  it('are this month up to today, or the whole last month', () => {
    expect(daysOf('thisMonth', '2026-03-10')).toEqual({ from: '2026-03-01', to: '2026-03-10' });
    expect(daysOf('lastMonth', '2026-03-10')).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOf('lastMonth', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' });
    expect(isRange({ from: '2026-03-02', to: '2026-03-01' })).toBe(false);
    expect(isRange({ from: '', to: '2026-03-01' })).toBe(false);
  });
  it('file sizes are readable', () => {
    expect([1, 1024, 1_572_864].map(sizeText)).toEqual(['1 KB', '1 KB', '1.5 MB']);
  });
});

describe('today', () => {
  it('is the server’s in Shanghai, and no range is offered before it is known', async () => {
    const home = deferredReply<'indexInfo'>();
    serve({ indexInfo: () => home.data });
    await openApp('/statement');
    expect(await screen.findByRole('button', { name: '下载' })).toHaveProperty('disabled', true);
    home.release(homeAt('2027-01-31T17:00:00.000Z'));
    expect(await screen.findByText('2027-02-01 至 2027-02-01')).toBeTruthy();
    expect(screen.getByRole('button', { name: '下载' })).toHaveProperty('disabled', false);
  });

  it('falls back to the phone’s date', async () => {
    serve({ indexInfo: () => unreachable() });
    await openApp('/statement');
    expect(await screen.findByText('2026-11-01 至 2026-11-20')).toBeTruthy();
  });
});

describe('the preview', () => {
  const preview = {
    records: 1234,
    accounts: [
      {
        account: 'ELE_ACCOUNT',
        coin: 'USDT',
        opening: '10.000000',
        in: '300.000000',
        out: '40.500000',
        closing: '269.500000',
      },
    ],
    first: [
      {
        account: 'ELE_ACCOUNT',
        coin: 'USDT',
        title: '电费充值',
        amount: '300.000000',
        time: '2026-03-01T02:00:00.000Z',
      },
    ],
  } as const;

  it('shows what the file of the chosen days will hold, before it is asked for [call:GET /api/statement/preview]', async () => {
    const server = serve({
      statementPreview: () => ({ ...preview, accounts: [...preview.accounts], first: [...preview.first] }),
    });
    await openApp('/statement');
    await screen.findByText('共 1,234 笔');
    for (const figure of ['10.00 USDT', '+300.00 USDT', '−40.50 USDT', '269.50 USDT'])
      expect(screen.getAllByRole('img', { name: figure }).length).toBeGreaterThan(0);
    screen.getByText('提现冻结的金额在申请时记作支出；COIN UP 转出在到账时记');
    expect(server.of('statement')).toEqual([]);
    await choose('上月');
    await waitFor(() =>
      expect(server.of('statementPreview').at(-1)?.url.search).toContain('from=2026-02-01&to=2026-02-28'),
    );
  });

  it('writes the figures of an account with as many digits, so that they can be added up', async () => {
    const [account] = preview.accounts;
    const fine = { ...account, opening: '2238.488800', in: '1222.000000', out: '1809.481258', closing: '1651.007542' };
    serve({ statementPreview: () => ({ ...preview, accounts: [fine], first: [] }) });
    await openApp('/statement');
    await screen.findByText('共 1,234 笔');
    const column = screen.getAllByRole('img', { name: /USDT$/ }).map((figure) => figure.getAttribute('aria-label'));
    expect(column).toEqual(['2,238.488800 USDT', '+1,222.000000 USDT', '−1,809.481258 USDT', '1,651.007542 USDT']);
  });

  it('does not keep a file from being downloaded when it fails', async () => {
    serve({ statementPreview: unreachable, statement: () => fileOf('a', 1) });
    await openApp('/statement');
    expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
    await press('下载');
    await screen.findByText(/已开始下载/);
  });
});

describe('a download', () => {
  it('sends token, range and format, and names the file', async () => {
    const server = serve({ statement: () => fileOf('a,b\r\n', 1234) });
    await openApp('/statement');
    await choose('上月');
    await choose(/XLSX/);
    await press('下载');
    const file = await screen.findByText('对账单_2026-02-01_2026-02-28.xlsx');
    expect(file.parentElement?.textContent).toBe('对账单_2026-02-01_2026-02-28.xlsx已开始下载');
    const [request] = server.of('statement');
    expect(Object.fromEntries(request?.url.searchParams ?? [])).toEqual({
      from: '2026-02-01',
      to: '2026-02-28',
      format: 'xlsx',
    });
    expect(request?.headers.accessToken).toBeTruthy();
    expect(saved).toEqual([{ name: '对账单_2026-02-01_2026-02-28.xlsx', url: 'blob:statement' }]);
  });

  it('reports a closed region', async () => {
    startFakeServer({ statement: () => envelopeWith(451, '您所在的国家或地区暂不提供服务', null, 451) });
    await openApp('/statement');
    await press('下载');
    await waitFor(() => expect(currentAddress()).toBe('/pages/closed/index'));
  });

  it('accepts custom dates in order only [call:GET /api/statement]', async () => {
    const server = serve({ statement: () => fileOf('', 2) });
    await openApp('/statement');
    await choose('自定义');
    fireEvent.change(await screen.findByLabelText('开始日期'), { target: { value: '2026-03-09' } });
    fireEvent.change(screen.getByLabelText('结束日期'), { target: { value: '2026-03-05' } });
    screen.getByText('结束日期不能早于开始日期');
    expect(screen.getByRole('button', { name: '下载' })).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('开始日期'), { target: { value: '2026-03-05' } });
    await press('下载');
    await waitFor(() => expect(server.of('statement')[0]?.url.search).toContain('from=2026-03-05&to=2026-03-05'));
  });

  it('announces a large file, and can be cancelled', async () => {
    let end: (value?: unknown) => void = () => {};
    serve({ statement: () => fileOf('a', 25_000, new Promise((resolve) => (end = resolve))) });
    await openApp('/statement');
    await press('下载');
    await screen.findByText(/共 25,000 笔，文件较大/);
    screen.getByText('已接收 1 KB');
    pause();
    await press('取消下载');
    await screen.findByRole('button', { name: '下载' });
    end();
    expect(saved).toEqual([]);
  });

  it('goes on after a double tap, whose second tap meets 取消下载', async () => {
    let end: (value?: unknown) => void = () => {};
    serve({ statement: () => fileOf('a', 1, new Promise((resolve) => (end = resolve))) });
    await openApp('/statement');
    await press('下载');
    await press('取消下载');
    end();
    await screen.findByText(/已开始下载/);
    expect(saved).toHaveLength(1);
  });

  it('reports a range without movements', async () => {
    serve({ statement: () => fileOf('', 0) });
    await openApp('/statement');
    await press('下载');
    await screen.findByText('这段日期没有资金变动');
  });

  it('reports a failure, and can be retried', async () => {
    const server = serve({ statement: () => unreachable() });
    await openApp('/statement');
    await press('下载');
    await screen.findByText('没有下载成功');
    await screen.findByText('网络错误，请检查网络');
    server.reply({ statement: () => envelopeWith(429, '请求过于频繁，请稍后再试', { retryAfter: 5 }, 429) });
    await press('重试');
    await screen.findByText('请求过于频繁，请稍后再试');
    server.reply({ statement: () => fileOf('a', 1) });
    await press('重试');
    await screen.findByText(/已开始下载/);
  });

  it('waits for a network', async () => {
    serve();
    onlineManager.setOnline(false);
    await openApp('/statement');
    await screen.findByText('网络已断开，联网后再下载');
    expect(screen.getByRole('button', { name: '下载' })).toHaveProperty('disabled', true);
  });
});

it('opens from 我的', async () => {
  serve();
  await openApp('/mine');
  const link = await screen.findByRole('link', { name: '对账单' });
  expect(link.getAttribute('href')).toBe('/pages/statement/index');
  fireEvent.click(link);
  expect(await screen.findByRole('heading', { name: '对账单' })).toBeTruthy();
});

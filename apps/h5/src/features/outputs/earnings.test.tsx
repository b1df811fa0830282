// Covers what was earned on the outputs, on home and of one machine: three periods, both currencies, the parts with all their digits,
// and each state.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deferredReply, envelopeWith, startFakeServer } from '../../testing/fake-server.ts';
import { openApp, resetDevice } from '../../testing/render-app.tsx';
import { earningPeriod, earningsResponse, homeResponse, pageOf } from '../../testing/responses.ts';
import { output } from './testing/output-responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const card = () => screen.findByRole('region', { name: '净收益' });
const start = (replies: Parameters<typeof startFakeServer>[0] = {}) =>
  startFakeServer({ outputPage: () => pageOf([output()]), machinePage: () => pageOf([]), ...replies });

describe('earnings on the outputs', () => {
  it('answer yesterday, this month and in all, beside price and rate [call:GET /api/user/earnings]', async () => {
    const server = start();
    await openApp('/outputs');
    await waitFor(async () => expect((await card()).textContent).toContain('昨日11-19+14.219292 USDT'));
    const text = (await card()).textContent;
    expect(text).toContain('本月11-01 至 11-19 · 19 天+14.219292 USDT');
    expect(text).toContain('累计10-18 至 11-19 · 33 天−15.780708 USDT');
    expect(text).toContain('产出按当日币价折算BTC 演示币价 117,842.30 USDT（11-20 08:00）');
    expect(text).not.toContain('含全部币种与矿机');
    expect(text).not.toContain('1 USDT =');
    expect(server.of('earnings')[0]?.url.search).toBe('');
  });

  it('stand above the filters of coin and dates, which they do not follow, and not without outputs', async () => {
    const server = start();
    await openApp('/outputs');
    const filters = await screen.findByRole('group', { name: '筛选产出' });
    expect((await card()).compareDocumentPosition(filters)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    server.reply({ outputPage: () => pageOf([]) });
    act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await screen.findByText('还没有产出');
    expect(screen.queryByRole('region', { name: '净收益' })).toBeNull();
  });

  it('call a price of today so, and none of a replay', async () => {
    const today = homeResponse();
    start({ indexInfo: () => ({ ...today, mining: { ...today.mining, source: 'node' } }) });
    await openApp('/outputs');
    await waitFor(async () => expect((await card()).textContent).toContain('BTC 现价 117,842.30 USDT'));
  });

  it('open to the parts, which add up with all their digits', async () => {
    start();
    await openApp('/outputs');
    fireEvent.click(await screen.findByRole('button', { name: /累计/ }));
    const parts = within(await card())
      .getByText('电费')
      .closest('dl')?.textContent;
    expect(parts).toBe('产出 BTC0.00041818 BTC产出折合49.279293 USDT电费−35.060001 USDT托管费−30.00 USDT');
    const text = (await card()).textContent;
    expect(text).toContain('托管费−30.00 USDT净收益−15.780708 USDT产出按当日 08:00');
    // Neither the net nor the meaning stands twice.
    expect(text?.split('−15.780708 USDT')).toHaveLength(2);
    expect(text).not.toContain('产出按当日币价折算');
    expect(text).toContain('BTC 演示币价 117,842.30 USDT（11-20 08:00）');
  });

  it('of several coins say whose they are, and what each coin was worth', async () => {
    const home = homeResponse();
    const total = [...home.mining.total, { coin: 'DOGE' as const, amount: '10.00000000' }];
    const outputs = [
      { coin: 'BTC' as const, amount: '0.00041818', valueUsdt: '49.279293' },
      { coin: 'DOGE' as const, amount: '10.00000000', valueUsdt: '2.104000' },
    ];
    const periods = [earningPeriod('YESTERDAY', { outputs, outputUsdt: '51.383293', netUsdt: '16.323292' })];
    start({
      indexInfo: () => ({ ...home, mining: { ...home.mining, total } }),
      earnings: () => ({ ...earningsResponse(), periods }),
    });
    await openApp('/outputs');
    await screen.findByText('含全部币种与矿机');
    fireEvent.click(await screen.findByRole('button', { name: /昨日/ }));
    expect((await card()).textContent).toContain(
      '产出 BTC0.00041818 BTC≈ 49.279293 USDT产出 DOGE10.00000000 DOGE≈ 2.104000 USDT产出折合51.383293 USDT',
    );
    expect(screen.getByText('BTC 矿机电费').closest('dl')?.textContent).toContain('4.219152');
  });

  it('change to CNY, and stay so on this device', async () => {
    start({ earnings: () => ({ ...earningsResponse(), hostingToCome: '29.000001' }) });
    await openApp('/outputs');
    fireEvent.click(await screen.findByRole('tab', { name: 'CNY' }));
    // 205.9000071: rounded up.
    expect((await card()).textContent).toContain('托管费按日计入，本月待收 205.91 CNY');
    expect((await card()).textContent).toContain('昨日11-19+100.95 CNY');
    expect((await card()).textContent).toContain('1 USDT = 7.100 CNY（11-20 08:00）');
    fireEvent.click(screen.getByRole('button', { name: /昨日/ }));
    expect((await card()).textContent).toContain('产出折合349.88 CNY电费−248.93 CNY净收益+100.95 CNY');
    expect(localStorage.getItem('earnings')).toContain('CNY');
    fireEvent.click(screen.getByRole('tab', { name: 'USDT' }));
    expect((await card()).textContent).toContain('净收益+14.219292 USDT');
  });

  it('offer no CNY without a rate', async () => {
    start({ earnings: () => ({ ...earningsResponse(), cny: null }) });
    await openApp('/outputs');
    await waitFor(async () => expect((await card()).textContent).toContain('+14.219292 USDT'));
    expect(screen.queryByRole('tab', { name: 'CNY' })).toBeNull();
  });

  it('name an old rate, and a coin without a price', async () => {
    const old = { rate: '7.1', time: '2026-11-01T00:00:00.000Z', stale: true };
    const periods = [earningPeriod('YESTERDAY', { unpriced: ['DOGE'] })];
    start({ earnings: () => ({ ...earningsResponse(), periods, cny: old }) });
    await openApp('/outputs');
    fireEvent.click(await screen.findByRole('tab', { name: 'CNY' }));
    await waitFor(async () => expect((await card()).textContent).toContain('（11-01 08:00 的旧汇率）'));
    fireEvent.click(screen.getByRole('button', { name: /昨日/ }));
    expect((await card()).textContent).toContain('DOGE 当日无币价，未计入');
    // The choice stays on the device.
    fireEvent.click(screen.getByRole('tab', { name: 'USDT' }));
  });

  it('offer 重试 after a failure', async () => {
    const server = start({ earnings: () => envelopeWith(500, '系统繁忙', null, 500) });
    await openApp('/outputs');
    const retry = await within(await card()).findByRole('button', { name: '重试' });
    server.reply({ earnings: () => earningsResponse() });
    fireEvent.click(retry);
    await waitFor(async () => expect((await card()).textContent).toContain('+14.219292 USDT'));
  });
});

describe('earnings on home', () => {
  it('come after the figures, into their place', async () => {
    const earnings = deferredReply<'earnings'>();
    const server = start({ earnings: () => earnings.data });
    await openApp('/index');
    expect((await card()).textContent).toBe('净收益昨日本月累计');
    await waitFor(() => expect(server.of('earnings')).toHaveLength(1));
    await act(async () => earnings.release(earningsResponse()));
    await waitFor(async () =>
      expect((await card()).textContent).toContain(
        '昨日 11-19+14.21 USDT本月 11-01 至 11-19+14.21 USDT累计−15.79 USDT',
      ),
    );
    expect(
      within(await card())
        .getByRole('link', { name: '明细' })
        .getAttribute('href'),
    ).toContain('outputs');
  });

  it('say when the first are there', async () => {
    const none = {
      from: null,
      to: null,
      days: 0,
      outputs: [],
      outputUsdt: '0.000000',
      electricity: '0.000000',
      netUsdt: '0.000000',
    };
    start({ earnings: () => ({ ...earningsResponse(), periods: [earningPeriod('TOTAL', none)] }) });
    await openApp('/index');
    await waitFor(async () => expect((await card()).textContent).toContain('累计0.00 USDT矿机运行满一天后'));
  });
});

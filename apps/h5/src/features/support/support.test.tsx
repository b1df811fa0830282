// Covers 客服: contact and FAQ, the entry in the header, and a thread that carries its record.
import type { Data } from '@lode/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { envelopeWith, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf } from '../../testing/responses.ts';
import { withdrawal } from '../../testing/withdrawal-response.ts';
import { subjectOf, type Thread } from './thread.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));

const info: Data<'supportInfo'> = {
  name: '小林',
  wechat: 'lode_support',
  phone: '400-800-1234',
  mail: 'help@lode.example',
  hours: '每天 9:00–21:00',
  faq: [{ question: '提现多久到账？', answer: '审核后约 2 小时。' }],
};
const thread: Thread = {
  id: '7',
  about: { of: 'WITHDRAWAL', id: '18', title: '提现 W20261120-7KQ4M9XZAB 0.10000000 BTC' },
  status: 'WAITING',
  openedTime: '2026-11-20T06:00:00.000Z',
  time: '2026-11-20T06:00:00.000Z',
  text: '何时到账？',
};
const message = (id: string, by: 'CUSTOMER' | 'STAFF', text: string) => ({ id, by, text, time: thread.time });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const submit = async (label = '您的问题') => {
  const field = await screen.findByLabelText(label);
  await act(async () => void fireEvent.submit(field.closest('form') as HTMLFormElement));
};
const type = (text: string, label = '您的问题') =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value: text } }));

it('counts what is written, and asks for it no longer once it is there', async () => {
  startFakeServer({ supportInfo: () => info });
  await openApp('/support_thread');
  await submit();
  expect((await screen.findByRole('alert')).textContent).toBe('请先填写内容');
  await type('何时到账？');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('已写 5/1000 字')).toBeTruthy();
});

describe('客服', () => {
  it('is one tap from a page, and shows how to reach the house [call:GET /api/setting/detail/support]', async () => {
    startFakeServer({ messagePage: () => pageOf([]), supportInfo: () => info });
    await openApp('/messages');
    const entry = await screen.findByRole('link', { name: '客服' });
    await act(async () => void fireEvent.click(entry));
    expect((await screen.findByRole('link', { name: '拨打' })).getAttribute('href')).toBe('tel:4008001234');
    expect(screen.getByText('lode_support')).toBeTruthy();
    await press('提现多久到账？');
    expect(screen.getByText('审核后约 2 小时。')).toBeTruthy();
  });

  it('serves visitors, says when nothing is published, and retries', async () => {
    resetDevice({ isLoggedIn: false });
    const server = startFakeServer({ supportInfo: unreachable });
    await openApp('/support');
    await screen.findByRole('button', { name: '重试' });
    server.reply({
      supportInfo: () => ({ ...info, name: null, wechat: null, phone: null, mail: null, hours: null, faq: [] }),
    });
    await press('重试');
    expect(await screen.findByText(/联系方式暂未公布/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: '发起咨询' })).toBeNull();
  });
});

describe('a thread', () => {
  it('is opened about the record; what failed is sent again as the same request [call:POST /api/user/support/open]', async () => {
    const server = startFakeServer({
      supportInfo: () => info,
      supportOpen: unreachable,
      withdrawPage: () => pageOf([withdrawal({ coin: 'USDT', amount: '75.000000' })]),
      supportThread: () => ({ thread, messages: [message('1', 'CUSTOMER', '何时到账？')], hasMore: false }),
    });
    await openApp('/support_thread?of=WITHDRAWAL&record=18');
    const record = await screen.findByRole('link', { name: /W20261120-7KQ4M9XZAB/ });
    expect(record.textContent).toBe('提现 75.00 USDTW20261120-7KQ4M9XZAB');
    expect(record.getAttribute('href')).toBe('/pages/withdraw_record_detail/index?id=18');
    expect(await screen.findByText('客服在服务时间内回复：每天 9:00–21:00')).toBeTruthy();
    const sendIsOff = () => screen.getByRole('button', { name: '发送' }).getAttribute('aria-disabled');
    expect(sendIsOff()).toBe('true');
    await submit();
    expect(screen.getByRole('alert').textContent).toBe('请先填写内容');
    await type('何时到账？');
    expect(sendIsOff()).toBeNull();
    await submit();
    expect((await screen.findByRole('alert')).textContent).toContain('内容已保留');
    server.reply({ supportOpen: () => ({ id: '7' }) });
    await submit();
    await waitFor(() => expect(currentAddress()).toBe('/pages/support_thread/index?id=7'));
    const sent = server.of('supportOpen');
    expect(sent.at(-1)?.body).toEqual({ of: 'WITHDRAWAL', id: '18', text: '何时到账？' });
    expect(new Set(sent.map(({ headers }) => headers.requestId)).size).toBe(1);
  });

  it('shows answers, older ones on request, and takes another message [call:GET /api/user/support/thread] [call:POST /api/user/support/write]', async () => {
    const server = startFakeServer({
      supportThread: ({ url }) =>
        url.searchParams.get('before') === '5'
          ? { thread, messages: [message('4', 'CUSTOMER', '何时到账？')], hasMore: false }
          : { thread, messages: [message('5', 'STAFF', '约 2 小时')], hasMore: true },
      supportWrite: () => ({ id: '7' }),
    });
    await openApp('/support_thread?id=7');
    const subject = await screen.findByRole('link', { name: /W20261120-7KQ4M9XZAB/ });
    expect(subject.textContent).toBe('提现 0.10000000 BTCW20261120-7KQ4M9XZAB待回复');
    expect(subject.getAttribute('href')).toBe('/pages/withdraw_record_detail/index?id=18');
    await press('查看更早的内容');
    await screen.findByText('何时到账？');
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(-5))).toEqual([
      '何时到账？',
      '约 2 小时'.slice(-5),
    ]);
    await type('谢谢', '继续提问');
    await submit('继续提问');
    await waitFor(() => expect(server.of('supportWrite')[0]?.body).toEqual({ id: '7', text: '谢谢' }));
  });

  it('that is closed leads to another about the record; an unknown one says so', async () => {
    const server = startFakeServer({
      supportThread: () => ({ thread: { ...thread, status: 'CLOSED' }, messages: [], hasMore: false }),
    });
    await openApp('/support_thread?id=7');
    const again = await screen.findByRole('link', { name: '再次咨询' });
    expect(again.getAttribute('href')).toBe('/pages/support_thread/index?of=WITHDRAWAL&record=18');
    server.reply({ supportThread: () => envelopeWith(404, '内容不存在') });
    await openApp('/support_thread?id=8');
    expect(await screen.findByText('没有这条咨询')).toBeTruthy();
    expect(screen.queryByLabelText('继续提问')).toBeNull();
  });

  it.each([
    ['提现 W20261120-7KQ4M9XZAB 0.10000000 BTC', '提现 0.10000000 BTC', 'W20261120-7KQ4M9XZAB'],
    ['充值 75.000000 USDT', '充值 75.00 USDT', null],
    ['账单 2026-11-19 矿机 LS2-03-0101 -2.310001 USDT', '账单 2026-11-19 矿机 LS2-03-0101 -2.310001 USDT', null],
    ['一般咨询', '一般咨询', null],
  ])('about %s is titled %s', (of, title, number) => {
    expect(subjectOf(of)).toEqual({ title, number });
  });
});

describe('我的咨询', () => {
  it('lists threads with their state, or says how to begin [call:GET /api/user/support/page]', async () => {
    const server = startFakeServer({ supportPage: () => pageOf([{ ...thread, status: 'ANSWERED' as const }]) });
    await openApp('/support_threads');
    const row = await screen.findByRole('link', { name: /W20261120-7KQ4M9XZAB/ });
    expect(row.textContent).toMatch(/^提现 0.10000000 BTC何时到账？11-20 14:00 · W20261120-7KQ4M9XZAB已回复$/);
    expect(row.getAttribute('href')).toBe('/pages/support_thread/index?id=7');
    server.reply({ supportPage: () => pageOf([]) });
    resetDevice({ isLoggedIn: true });
    await openApp('/support_threads');
    expect(await screen.findByText('暂无咨询')).toBeTruthy();
  });
});

// Covers the message centre: unread marks, what a message leads to, and the choice of SMS and mail.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { deferredReply, envelopeWith, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { homeResponse, pageOf } from '../../testing/responses.ts';
import type { Message } from './message-target.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));

const message = (fields: Partial<Message>): Message => ({
  id: '9',
  kind: 'WITHDRAWAL',
  text: '提现 0.10000000 BTC 已审核通过。',
  time: '2026-11-20T06:00:00.000Z',
  isRead: false,
  target: { of: 'WITHDRAWAL', id: '18' },
  ...fields,
});
const maintenance = message({ id: '8', kind: 'MAINTENANCE', text: '今晚停电检修', target: null });
const device = message({ id: '7', kind: 'SECURITY', text: '新设备登录。', target: null, isRead: true });
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const unreadMarks = () => screen.queryAllByRole('img', { name: '未读' }).length;

describe('the message centre', () => {
  it('marks a message as read and leads to what it is about [call:GET /api/user/message/page] [call:POST /api/user/message/read]', async () => {
    const server = startFakeServer({
      messagePage: () => pageOf([message({}), maintenance, device]),
      readMessage: () => ({ unread: 1 }),
    });
    await openApp('/messages');
    const [paid, login] = await screen.findAllByRole('link', { name: /已审核通过|新设备/ });
    expect(paid?.getAttribute('href')).toBe('/pages/withdraw_record_detail/index?id=18');
    expect(login?.getAttribute('href')).toBe('/pages/sessions/index');
    expect(unreadMarks()).toBe(2);
    expect(paid?.textContent).toBe('提现 0.10000000 BTC 已审核通过14:00 · 提现');
    await press(/今晚停电检修/);
    await waitFor(() => expect(unreadMarks()).toBe(1));
    await act(async () => void fireEvent.click(paid as HTMLElement));
    expect(currentAddress()).toBe('/pages/withdraw_record_detail/index?id=18');
    expect(server.of('readMessage').map(({ body }) => body)).toEqual([{ id: '8' }, { id: '9' }]);
  });

  it('marks what is shown as read, and says so to the home page [call:POST /api/user/message/read-all]', async () => {
    let isRead = false;
    const server = startFakeServer({
      indexInfo: () => ({ ...homeResponse(), unreadMessages: isRead ? 0 : 100 }),
      messagePage: () => pageOf([message({ isRead }), { ...maintenance, isRead }]),
      readAllMessages: () => {
        isRead = true;
        return { unread: 0 };
      },
    });
    await openApp('/index');
    const bell = await screen.findByRole('link', { name: '消息，99+ 条未读' });
    await act(async () => void fireEvent.click(bell));
    await screen.findByText('今晚停电检修');
    await press('全部标为已读');
    expect(server.of('readAllMessages')[0]?.body).toEqual({ upTo: '9' });
    await waitFor(() => expect(unreadMarks()).toBe(0));
    expect(screen.queryByRole('button', { name: '全部标为已读' })).toBeNull();
  });

  it('filters by kind, and marks no kind that is not shown', async () => {
    const server = startFakeServer({ messagePage: () => pageOf([message({})]) });
    await openApp('/messages');
    await screen.findByRole('button', { name: '全部标为已读' });
    await press('提现');
    expect(server.of('messagePage').at(-1)?.url.searchParams.get('kind')).toBe('WITHDRAWAL');
    expect(screen.queryByRole('button', { name: '全部标为已读' })).toBeNull();
  });

  it('says what comes here while it is empty, and retries a failed load', async () => {
    const server = startFakeServer({ messagePage: unreachable });
    await openApp('/messages');
    await screen.findByRole('button', { name: '重试' });
    server.reply({ messagePage: () => pageOf([]) });
    await press('重试');
    expect(await screen.findByText('暂无消息')).toBeTruthy();
  });
});

describe('the bell on the home page', () => {
  it('is there with both actions before the figures come, and gets its count with them', async () => {
    const home = deferredReply<'indexInfo'>();
    startFakeServer({ indexInfo: () => home.data });
    await openApp('/index');
    expect(await screen.findByRole('link', { name: '消息' })).toBeTruthy();
    // The tab bar and the electricity card have no 提现.
    expect(screen.getByRole('link', { name: '提现' }).getAttribute('href')).toBe('/pages/withdraw/index');
    await act(async () => home.release(homeResponse()));
    expect(await screen.findByRole('link', { name: '消息，3 条未读' })).toBeTruthy();
  });
});

describe('the choice of SMS and mail', () => {
  const settings = {
    phone: '138****01',
    mailbox: null,
    kinds: [
      { kind: 'DEPOSIT' as const, sms: false, mail: false },
      { kind: 'TERMS' as const, sms: true, mail: false },
    ],
  };
  const box = (kind: string) => within(screen.getByRole('group', { name: kind })).getByRole('checkbox');
  const tap = (kind: string) => act(async () => void fireEvent.click(box(kind)));

  it('is saved with each tap, has no channel that the customer lacks, and none for security [call:GET /api/user/message/settings] [call:POST /api/user/message/settings]', async () => {
    const server = startFakeServer({
      messageSettings: () => settings,
      setMessageSetting: ({ body }) => body as (typeof settings)['kinds'][number],
    });
    await openApp('/message_settings');
    expect(await screen.findByText('始终')).toBeTruthy();
    expect(screen.getAllByRole('checkbox', { name: '短信' })).toHaveLength(2);
    expect(screen.queryByRole('checkbox', { name: '邮件' })).toBeNull();
    expect(screen.getByText('勾选后另发短信至 138****01。')).toBeTruthy();
    await tap('充值');
    await waitFor(() => expect(box('充值').getAttribute('aria-checked')).toBe('true'));
    expect(server.of('setMessageSetting')[0]?.body).toEqual({ kind: 'DEPOSIT', sms: true, mail: false });
  });

  it('goes back to what is stored when saving fails', async () => {
    let fail = () => undefined as unknown;
    const failure = new Promise<ReturnType<typeof envelopeWith>>((resolve) => {
      fail = () => resolve(envelopeWith(429, '请求过于频繁'));
    });
    startFakeServer({ messageSettings: () => settings, setMessageSetting: () => failure });
    await openApp('/message_settings');
    await screen.findByText('始终');
    await tap('合约与价格');
    await waitFor(() => expect(box('合约与价格').getAttribute('aria-checked')).toBe('false'));
    await act(async () => void fail());
    await waitFor(() => expect(box('合约与价格').getAttribute('aria-checked')).toBe('true'));
  });
});

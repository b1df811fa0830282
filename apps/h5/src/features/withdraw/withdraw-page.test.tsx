// Covers the withdrawal form: validation, one request with all its inputs, prerequisites.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearMemory } from '../../components/money-action/pending-idempotency-keys.ts';
import { rootStore } from '../../lib/session/root-store.ts';
import { refused, startFakeServer } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { reminderResponse, settingsResponse, userResponse } from '../../testing/responses.ts';
import { addresses, quoteResponse, serverNow, withdrawal, withdrawReplies } from './testing/withdraw-responses.ts';

beforeEach(() => {
  resetDevice({ isLoggedIn: true });
  clearMemory();
});

type Replies = Parameters<typeof startFakeServer>[0];
const good = { valid: true, reason: null, known: true, until: null } as const;
const serve = (replies: Replies = {}) =>
  startFakeServer({
    ...withdrawReplies,
    withdrawApply: () => withdrawal(),
    ...replies,
  });
const inHours = (hours: number) => new Date(Date.parse(serverNow) + hours * 3_600_000).toISOString();

const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const typeAddress = (text: string) => fireEvent.change(screen.getByLabelText('提现地址'), { target: { value: text } });
const typeAmount = (text: string) => fireEvent.change(screen.getByLabelText('提现数量'), { target: { value: text } });
const submit = () => screen.getByRole('button', { name: '提现' });

const arrival = () => screen.getByText('预计到账').nextElementSibling?.textContent;
/** Four and a half hours after each hold's end. */
const arrivals = {
  NEW_DEVICE: '明天 11:30 前',
  PASSWORD_CHANGED: '今天 19:30 前',
  SECOND_FACTOR_REMOVED: '11-23 16:30 前',
  FROZEN: '—',
};

async function openForm(path = '/withdraw?coin=BTC') {
  await openApp(path);
  await screen.findByLabelText('提现数量');
}

async function openSheet(): Promise<HTMLElement> {
  await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBeNull());
  await act(async () => void fireEvent.click(submit()));
  return screen.findByRole('dialog', { name: '确认提现' });
}

async function confirmWith(sheet: HTMLElement, code: string): Promise<void> {
  fireEvent.change(within(sheet).getByLabelText(/验证码发送至/), { target: { value: code } });
  await act(async () => void fireEvent.click(within(sheet).getByRole('button', { name: '确认提现' })));
}

async function enterPassword(digits = '246810'): Promise<void> {
  const dialog = within(await screen.findByRole('dialog', { name: '请输入资金密码' }));
  for (const digit of digits) await act(async () => void fireEvent.click(dialog.getByRole('button', { name: digit })));
}

describe('before input [route:withdraw] [router:scroll-lock]', () => {
  it('shows limits, fee, available amount and arrival, and locks the body [call:GET /api/withdraw/terms]', async () => {
    serve();
    await openForm();
    expect(screen.getByRole('img', { name: '0.18264017 BTC' })).toBeTruthy();
    for (const figure of ['0.00005000 BTC', '0.00100000 BTC', '1.00000000 BTC', '0.95000000 BTC']) {
      expect(screen.getAllByRole('img', { name: figure }).length).toBeGreaterThan(0);
    }
    expect(screen.getByText('今天 18:30 前')).toBeTruthy();
    expect(document.body.style.overflow || document.documentElement.style.overflow).toBe('hidden');
    await press('全部');
    expect(screen.getByLabelText<HTMLInputElement>('提现数量').value).toBe('0.18264017');
    expect(screen.getByRole('img', { name: '0.18259017 BTC' })).toBeTruthy();
  });

  it.each([
    ['not enabled', { coinSettings: () => settingsResponse({ BTC: true, USDT: false }) }],
    ['not payable', { withdrawTerms: () => quoteResponse({ offered: false }) }],
  ])('reports a network that is %s, and the coin can be changed', async (_what, replies) => {
    serve(replies);
    await openApp('/withdraw?coin=USDT');
    expect(await screen.findByRole('heading', { name: '暂未开通' })).toBeTruthy();
    expect(screen.queryByLabelText('提现数量')).toBeNull();
    expect(screen.getByRole('link', { name: '联系客服' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '提现 BTC' })).toBeTruthy();
    await press('币种 USDT');
    await act(async () => void fireEvent.click(within(screen.getByRole('dialog')).getByText('BTC')));
    expect(currentAddress()).toContain('coin=BTC');
  });

  it.each([
    ['enabled', { coinSettings: () => settingsResponse({ BTC: false, USDT: true }) }],
    ['payable', { withdrawTerms: () => quoteResponse({ offered: false }) }],
  ])('opens by itself once the network is %s', async (_what, replies) => {
    let isClosed = true;
    const [[name, closed] = []] = Object.entries(replies);
    const open = { coinSettings: () => settingsResponse(), withdrawTerms: () => quoteResponse() };
    serve({ [name ?? '']: () => (isClosed ? closed?.() : open[name as keyof typeof open]()) });
    await openApp('/withdraw?coin=BTC');
    await screen.findByRole('heading', { name: '暂未开通' });
    isClosed = false;
    expect(await screen.findByLabelText('提现数量', {}, { timeout: 30_000 })).toBeTruthy();
  });

  it('offers the other coin where one is closed', async () => {
    serve({ coinSettings: () => settingsResponse({ BTC: true, USDT: false }) });
    await openApp('/withdraw?coin=USDT');
    await screen.findByRole('heading', { name: '暂未开通' });
    await press('提现 BTC');
    expect(await screen.findByLabelText('提现数量')).toBeTruthy();
    expect(currentAddress()).toContain('coin=BTC');
  });

  it.each([
    ['NEW_DEVICE', inHours(17), /新设备保护期剩 1[67]:\d\d:\d\d/],
    ['PASSWORD_CHANGED', inHours(1), /密码或账号修改后的保护期剩 0[01]:\d\d:\d\d/],
    ['SECOND_FACTOR_REMOVED', inHours(70), /二次验证关闭后的保护期剩 (69|70):\d\d:\d\d，期间不能提现/],
    ['FROZEN', null, /账户提现已冻结/],
  ] as const)(
    'shows a hold of %s with its remaining time, and does not submit [call:GET /api/withdraw/check/device]',
    async (reason, until, texts) => {
      serve({ withdrawCheckDevice: () => ({ allowed: false, reason, until }) });
      await openForm();
      expect(document.body.textContent).toMatch(texts);
      typeAddress(addresses.BTC);
      typeAmount('0.05');
      await screen.findByText('常用地址');
      expect(arrival()).toBe(arrivals[reason]);
      expect(submit().getAttribute('aria-disabled')).toBe('true');
      fireEvent.click(submit());
      expect(screen.queryByRole('dialog')).toBeNull();
    },
  );

  it('promises no arrival of what is refused', async () => {
    const server = serve();
    await openForm();
    typeAmount('9');
    expect(arrival()).toBe('—');
    typeAmount('0.05');
    expect(arrival()).toBe('今天 18:30 前');
    typeAddress('bc1');
    expect(arrival()).toBe('—');
    server.reply({ withdrawCheckAddress: () => ({ ...good, known: false, reason: 'NEW_ADDRESS' }) });
    typeAddress(addresses.BTC);
    await screen.findByRole('link', { name: '加入地址簿' });
    expect(arrival()).toBe('—');
  });

  it('shows 预留电费 with its explanation, and no line while nothing is reserved', async () => {
    const server = serve({ withdrawTerms: () => quoteResponse({ reserved: '0.00039500' }) });
    await openForm();
    expect(screen.getByRole('img', { name: '0.00039500 BTC' })).toBeTruthy();
    await press('预留电费说明');
    expect(screen.getByRole('dialog', { name: '预留电费' }).textContent).toContain('不能提现');
    resetDevice({ isLoggedIn: true });
    server.reply({ withdrawTerms: () => quoteResponse() });
    await openForm();
    expect(screen.queryByText('预留电费')).toBeNull();
  });

  it('shows electricity owed, with a link to pay it', async () => {
    serve({ electricityReminder: () => ({ ...reminderResponse(), owed: '5.000000' }) });
    await openForm();
    expect(await screen.findByText('有未缴电费，缴清后才能提现')).toBeTruthy();
    expect(screen.getByRole('link', { name: '去充值' })).toBeTruthy();
  });
});

describe('the address [rule:bitcoin-address]', () => {
  it('checks the pattern locally, and asks the server once typing pauses [call:GET /api/withdraw/check/address]', async () => {
    const server = serve({ withdrawCheckAddress: () => ({ ...good, valid: false, reason: 'CHECKSUM', known: false }) });
    await openForm();
    typeAddress('bc1');
    fireEvent.blur(screen.getByLabelText('提现地址'));
    expect(await screen.findByText('地址格式错误')).toBeTruthy();
    expect(screen.queryByRole('img', { name: 'bc1' })).toBeNull();
    for (const end of [41, 42, 43, 44]) typeAddress(addresses.BTC.toUpperCase().slice(0, end));
    expect(screen.getByLabelText<HTMLInputElement>('提现地址').value).toBe(addresses.BTC);
    expect(await screen.findByText('地址校验未通过，请逐位核对')).toBeTruthy();
    expect(screen.getByText('bcrt1qw5…7kygt080')).toBeTruthy();
    expect(screen.getByRole('img', { name: addresses.BTC }).textContent).toBe(addresses.BTC);
    expect(server.of('withdrawCheckAddress').map(({ url }) => url.searchParams.get('address'))).toEqual([
      addresses.BTC,
    ]);
  });

  it('links an unlisted address to the address book, and counts down the hold of a listed one', async () => {
    let known = false;
    serve({ withdrawCheckAddress: () => ({ ...good, known, reason: 'NEW_ADDRESS', until: inHours(known ? 3 : 24) }) });
    await openForm();
    typeAddress(addresses.BTC);
    const link = await screen.findByRole('link', { name: '加入地址簿' });
    expect(link.getAttribute('href')).toBe(`/pages/withdraw_address/index?coin=BTC&add=${addresses.BTC}`);
    expect(screen.queryByRole('timer')).toBeNull();
    known = true;
    typeAddress('');
    typeAddress(`${addresses.BTC.slice(0, -1)}q`);
    expect((await screen.findByRole('timer')).textContent).toMatch(/^0[23]:\d\d:\d\d$/);
    expect(document.body.textContent).toContain('新地址保护期剩');
    expect(screen.getByText('新地址')).toBeTruthy();
    expect(screen.queryByText('常用地址')).toBeNull();
  });

  it('is picked from the address book, with its label', async () => {
    const entry = { id: '1', coin: 'BTC', network: 'BITCOIN', addTime: serverNow, until: null } as const;
    serve({
      withdrawAddressList: () => [
        { ...entry, address: addresses.BTC, label: '冷钱包' },
        { ...entry, id: '2', coin: 'USDT', network: 'ERC20', address: addresses.USDT, label: '交易所' },
      ],
    });
    await openForm();
    await press('地址簿');
    const sheet = within(await screen.findByRole('dialog', { name: '选择地址' }));
    await sheet.findByText('冷钱包');
    expect(sheet.queryByText('交易所')).toBeNull();
    await act(async () => void fireEvent.click(sheet.getByText('冷钱包')));
    expect(await screen.findByText('常用地址 · 冷钱包')).toBeTruthy();
  });
});

describe('submission [call:POST /api/withdraw/apply]', () => {
  it('shows a confirmation, asks for code and password, and sends the request in the query', async () => {
    const server = serve();
    await openForm(`/withdraw?coin=BTC&address=${addresses.BTC}`);
    typeAmount('0.05');
    const sheet = await openSheet();
    expect(within(sheet).getByRole('img', { name: addresses.BTC })).toBeTruthy();
    expect(within(sheet).getByRole('img', { name: '0.04995000 BTC' })).toBeTruthy();
    await act(async () => void fireEvent.click(within(sheet).getByRole('button', { name: '获取验证码' })));
    expect(server.of('sendCode')[0]?.body).toEqual({
      account: '13812345620',
      scene: 'WITHDRAW',
      coin: 'BTC',
      network: 'BITCOIN',
      address: addresses.BTC,
      amount: '0.05',
    });
    await confirmWith(sheet, '123456');
    await enterPassword();
    expect(await screen.findByRole('heading', { name: '提现已提交' })).toBeTruthy();
    const [sent] = server.of('withdrawApply');
    expect(sent?.body).toBeNull();
    expect(Object.fromEntries(sent?.url.searchParams ?? [])).toEqual({
      coin: 'BTC',
      network: 'BITCOIN',
      address: addresses.BTC,
      amount: '0.05',
      code: '123456',
      password: '246810',
    });
    await act(async () => void fireEvent.click(screen.getByRole('link', { name: '查看进度' })));
    expect(currentAddress()).toBe('/pages/withdraw_record_detail/index?id=18');
  });

  it('shows a wrong code at its field, and retries the same request [code:20002]', async () => {
    const server = serve({ withdrawApply: () => refused('wrongCode') });
    await openForm(`/withdraw?coin=BTC&address=${addresses.BTC}`);
    typeAmount('0.05');
    const sheet = await openSheet();
    await confirmWith(sheet, '111111');
    await enterPassword();
    expect((await within(sheet).findByRole('alert')).textContent).toBe('验证码错误或已过期');
    server.reply({ withdrawApply: () => withdrawal() });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '请输入资金密码' })).toBeNull());
    // The button's throttle.
    await new Promise((resolve) => setTimeout(resolve, 850));
    await confirmWith(sheet, '222222');
    await enterPassword();
    await screen.findByRole('heading', { name: '提现已提交' });
    expect(new Set(server.of('withdrawApply').map(({ headers }) => headers.requestId)).size).toBe(1);
  });

  it('refetches what a refusal denies: limits, holds, addresses [code:40005] [code:40006]', async () => {
    const server = serve({ withdrawApply: () => refused('overLimit', { limit: '0.01000000' }) });
    await openForm(`/withdraw?coin=BTC&address=${addresses.BTC}`);
    typeAmount('0.05');
    await confirmWith(await openSheet(), '123456');
    server.reply({ withdrawTerms: () => quoteResponse({ leftToday: '0.01000000' }) });
    await enterPassword();
    expect((await screen.findByRole('alert')).textContent).toBe('超过今日剩余额度 0.01000000 BTC');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.of('withdrawCheckDevice').length).toBeGreaterThan(1);
  });

  it('closes when the network closes meanwhile [code:50001]', async () => {
    const server = serve({ withdrawApply: () => refused('switchedOff') });
    await openForm(`/withdraw?coin=BTC&address=${addresses.BTC}`);
    typeAmount('0.05');
    await confirmWith(await openSheet(), '123456');
    server.reply({ withdrawTerms: () => quoteResponse({ offered: false }) });
    await enterPassword();
    expect(await screen.findByRole('heading', { name: '暂未开通' })).toBeTruthy();
  });

  it('leads to risk disclosure and funds password before a code is requested, and back to the typed input [code:40010] [code:30002]', async () => {
    const server = serve({ userInfo: () => userResponse() });
    await openForm(`/withdraw?coin=BTC&address=${addresses.BTC}`);
    typeAmount('0.05');
    await waitFor(() => expect(submit().getAttribute('aria-disabled')).toBeNull());
    await act(async () => void fireEvent.click(submit()));
    await waitFor(() => expect(currentAddress()).toBe('/pages/fundPWA/index'));
    expect(server.of('sendCode')).toEqual([]);
    await act(async () => window.history.back());
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('提现数量').value).toBe('0.05'));
  });
});

describe('the draft', () => {
  const typed = () => ['提现地址', '提现数量'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
  const unknown = { ...good, known: false, reason: 'NEW_ADDRESS', until: inHours(24) } as const;
  const debt = { ...reminderResponse(), owed: '5.000000' };
  const back = async () => {
    await act(async () => window.history.back());
    await screen.findByLabelText('提现数量');
  };

  it.each([
    ['加入地址簿', '/pages/withdraw_address/index', { withdrawCheckAddress: () => unknown }],
    ['去充值', '/recharge', { electricityReminder: () => debt }],
    ['记录', '/pages/withdraw_record/index', {}],
    ['管理地址簿', '/pages/withdraw_address/index', {}],
  ] as const)('survives %s', async (name, path, replies) => {
    serve(replies);
    await openForm();
    typeAddress(addresses.BTC);
    typeAmount('0.005');
    if (name === '管理地址簿') await press('地址簿');
    const link = await screen.findByRole('link', { name });
    await act(async () => void fireEvent.click(link));
    await waitFor(() => expect(currentAddress()).toContain(path));
    await back();
    expect(typed()).toEqual([addresses.BTC, '0.005']);
    expect(currentAddress()).toBe('/withdraw?coin=BTC');
  });

  it.each([
    [24, true],
    [0, false],
  ])('with a hold of %s hours of new addresses names it: %s', async (holdHours, isNamed) => {
    serve({ withdrawCheckAddress: () => unknown, withdrawTerms: () => quoteResponse({ holdHours }) });
    await within(await leaveForBook()).findByLabelText(/验证码发送至/);
    expect(/\d 小时/.test(document.body.textContent ?? '')).toBe(isNamed);
  });

  async function leaveForBook(): Promise<HTMLElement> {
    await openForm();
    typeAddress(addresses.BTC);
    typeAmount('0.005');
    const link = await screen.findByRole('link', { name: '加入地址簿' });
    await act(async () => void fireEvent.click(link));
    return screen.findByRole('dialog', { name: '添加地址' });
  }

  it('survives adding the address', async () => {
    const added = { id: '1', coin: 'BTC', network: 'BITCOIN', address: addresses.BTC, label: '' } as const;
    const server = serve({
      withdrawCheckAddress: () => unknown,
      withdrawAddressAdd: () => ({ ...added, addTime: serverNow, until: inHours(24) }),
    });
    const sheet = within(await leaveForBook());
    fireEvent.change(await sheet.findByLabelText(/验证码发送至/), { target: { value: '123456' } });
    const confirm = sheet.getByRole('button', { name: '确认添加' });
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
    await act(async () => void fireEvent.click(confirm));
    server.reply({ withdrawCheckAddress: () => ({ ...unknown, known: true }) });
    await enterPassword();
    await screen.findByText('地址已加入地址簿');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await back();
    expect(typed()).toEqual([addresses.BTC, '0.005']);
    expect(await screen.findByText('新地址')).toBeTruthy();
  });

  it('is hidden from the next customer, and in no storage', async () => {
    serve({ withdrawCheckAddress: () => unknown });
    await leaveForBook();
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(addresses.BTC);
    const { user } = rootStore.getState();
    act(() => void rootStore.setState({ user: user && { ...user, id: '77' } }));
    // Once for the sheet, once for the page below it.
    await act(async () => window.history.back());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentAddress()).toContain('withdraw_address');
    await back();
    expect(typed()).toEqual(['', '']);
  });
});

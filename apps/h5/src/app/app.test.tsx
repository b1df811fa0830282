// Covers the app as a whole: routes, deep links through the login, the end of a session, hidden amounts, the theme, and
// refused, failed or unanswered calls.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rootStore } from '../lib/session/root-store.ts';
import { deferredReply, refused, startFakeServer, unreachable } from '../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../testing/render-app.tsx';
import { loginResponse, reminderResponse } from '../testing/responses.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => vi.unstubAllGlobals());

const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

/** Role of the element that shows a text: `alert` at a field, `status` in a toast. */
const rolesOf = (texts: string) =>
  screen
    .getAllByText(texts)
    .map((element) => element.closest('[role]')?.getAttribute('role'))
    .sort();

async function logInWith(account: string, password: string) {
  await screen.findByRole('button', { name: '登录' });
  fill('手机号或邮箱', account);
  fill('密码', password);
  fireEvent.click(screen.getByRole('checkbox'));
  press('登录');
}

describe('addresses', () => {
  it.each([
    ['/index', '首页', '总资产折合（USDT）'],
    ['/pages/index/index', '首页', '总资产折合（USDT）'],
    ['/mine', '我的', '138****20'],
    ['/pages/mine/index/', '我的', '138****20'],
    ['/electric_record', '电费', '2026 年 11 月'],
    ['/pages/electric_record/index', '电费', '2026 年 11 月'],
    ['/electric_detail?id=900-1', '电费明细', '0.078 USDT / kWh'],
    ['/pages/electric_pay_mode/index', '电费支付方式', '优先产出抵扣'],
    ['/sessions', '登录设备', '本机'],
    ['/password_edit', '修改密码', '原密码'],
    ['/pages/password_edit/index', '修改密码', '原密码'],
    ['/assets', '资产明细', '折合'],
    ['/pages/assets/index', '资产明细', '折合'],
    ['/about', '关于矿脉', '1.0.0.0'],
    ['/pages/about/index', '关于矿脉', '1.0.0.0'],
    ['/dogeList', 'DOGE 产出', '还没有 DOGE 产出'],
    ['/pages/dogeList/index', 'DOGE 产出', '还没有 DOGE 产出'],
    ['/detail?id=1&type=HomePopup', '详情', '2026-11-19 10:00 发布'],
    ['/pages/detail/index?id=1&type=HomePopup', '详情', '2026-11-19 10:00 发布'],
    ['/webview?url=https%3A%2F%2Fexample.com', '外部网页', 'example.com'],
    ['/pages/webview/index?url=https%3A%2F%2Fexample.com', '外部网页', 'example.com'],
    ['/closed', '暂不提供服务', '重新检查'],
  ])(
    'opens %s [router:history] [router:alias] [route:index] [route:mine] [route:electric_record] [route:electric_detail] [route:password_edit] [route:about] [route:dogeList] [route:detail] [route:webview]',
    async (address, title, texts) => {
      startFakeServer();
      await openApp(address);
      expect(await screen.findAllByText(texts)).not.toHaveLength(0);
      await waitFor(() => expect(document.title).toBe(title));
      expect(currentAddress()).toBe(address);
    },
  );

  it('shows the tab bar on its four pages only', async () => {
    startFakeServer();
    await openApp('/index');
    const tabs = within(await screen.findByRole('navigation'));
    expect(tabs.getAllByRole('link').map((link) => link.textContent)).toEqual(['首页', '矿机', 'COIN UP', '我的']);
    expect(tabs.getByText('首页').closest('a')?.getAttribute('aria-current')).toBe('page');
    fireEvent.click(tabs.getByText('我的'));
    await screen.findByText('退出登录');
    fireEvent.click(screen.getByText('电费明细'));
    await screen.findByText('全部类型');
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  it('shows a not-found page with a link home for an unknown address [router:not-found]', async () => {
    startFakeServer();
    await openApp('/nowhere');
    // Once: the title bar has the product's name.
    await screen.findByText('页面不存在');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('矿脉');
    fireEvent.click(await screen.findByText('返回首页'));
    await screen.findByText('总资产折合（USDT）');
    expect(currentAddress()).toBe('/index');
  });

  it.each([
    ['/user_agreement', '用户协议', '五、电费与托管费'],
    ['/pages/user_agreement/index', '用户协议', '五、电费与托管费'],
    ['/user_ys', '隐私政策', '一、我们收集的信息'],
    ['/pages/user_ys/index', '隐私政策', '一、我们收集的信息'],
  ])('opens %s with and without a session [route:user_agreement] [route:user_ys]', async (address, title, texts) => {
    for (const isLoggedIn of [true, false]) {
      resetDevice({ isLoggedIn });
      const server = startFakeServer();
      await openApp(address);
      expect(await screen.findByRole('heading', { name: texts })).toBeTruthy();
      await waitFor(() => expect(document.title).toBe(title));
      expect(currentAddress()).toBe(address);
      expect(server.of('indexInfo')).toHaveLength(0);
    }
  });

  it('links to both agreements from 我的', async () => {
    startFakeServer();
    await openApp('/mine');
    fireEvent.click(await screen.findByRole('link', { name: '隐私政策' }));
    expect(await screen.findByRole('heading', { name: '二、我们不收集的信息' })).toBeTruthy();
    press('返回');
    fireEvent.click(await screen.findByRole('link', { name: '用户协议' }));
    expect(await screen.findByRole('heading', { name: '四、产出' })).toBeTruthy();
  });

  it('redirects the start page to the home page or the login [route:start]', async () => {
    startFakeServer();
    await openApp('/');
    await waitFor(() => expect(currentAddress()).toBe('/index'));
    resetDevice({ isLoggedIn: false });
    await openApp('/pages/start/index');
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });

  it('returns home by 返回 when the page was opened by an external link', async () => {
    startFakeServer();
    await openApp('/electric_pay_mode');
    await screen.findByText('优先产出抵扣');
    press('返回');
    await waitFor(() => expect(currentAddress()).toBe('/index'));
  });
});

describe('login', () => {
  beforeEach(() => resetDevice({ isLoggedIn: false }));

  it('keeps the deep link and logs in with a password [route:login] [role:logged-out]', async () => {
    const server = startFakeServer();
    await openApp('/electric_detail?id=900-3');
    await waitFor(() => expect(currentAddress()).toBe('/login?to=%2Felectric_detail%3Fid%3D900-3'));
    await logInWith('13812345620', 'abc12345');
    await screen.findByText('0.078 USDT / kWh');
    expect(currentAddress()).toBe('/electric_detail?id=900-3');
    expect(server.of('login')[0]?.url.searchParams.get('password')).toBe('abc12345');
    expect(rootStore.getState().token).toBe(loginResponse().accessToken);
    expect(localStorage.getItem('root')).not.toContain('abc12345');
  });

  it('opens both agreements before consent, and keeps the account and the deep link meanwhile', async () => {
    startFakeServer();
    await openApp('/login?to=%2Fmine');
    await screen.findByRole('button', { name: '登录' });
    fill('手机号或邮箱', '13812345620');
    fireEvent.click(screen.getByRole('link', { name: '《用户协议》' }));
    expect(await screen.findByRole('heading', { name: '用户协议' })).toBeTruthy();
    expect(currentAddress()).toBe('/pages/user_agreement/index');
    press('返回');
    await screen.findByRole('link', { name: '《隐私政策》' });
    expect(currentAddress()).toBe('/login?to=%2Fmine');
    expect(screen.getByLabelText<HTMLInputElement>('手机号或邮箱').value).toBe('13812345620');
    expect(screen.getByRole('checkbox').getAttribute('aria-checked')).toBe('false');
  });

  it('logs in with a one-time code [call:POST /api/sms/send]', async () => {
    const server = startFakeServer();
    await openApp('/login');
    fireEvent.click(await screen.findByRole('tab', { name: '验证码登录' }));
    fill('手机号或邮箱', 'a@b.cn');
    await act(async () => press('获取验证码'));
    expect(server.of('sendCode')[0]?.body).toEqual({ account: 'a@b.cn', scene: 'LOGIN' });
    await screen.findByRole('button', { name: /60/ });
    fill('验证码', '12345x6');
    fireEvent.click(screen.getByRole('checkbox'));
    press('登录');
    await waitFor(() => expect(currentAddress()).toBe('/index'));
    expect(Object.fromEntries(server.of('login')[0]?.url.searchParams ?? [])).toEqual({
      account: 'a@b.cn',
      code: '123456',
    });
  });

  it('reports missing fields and the missing consent, and sends nothing', async () => {
    const server = startFakeServer();
    await openApp('/login');
    await screen.findByRole('button', { name: '登录' });
    fill('手机号或邮箱', '1381234562');
    press('登录');
    for (const texts of ['手机号应为 11 位', '请输入密码', '请先阅读并同意协议']) await screen.findByText(texts);
    expect(server.of('login')).toHaveLength(0);
  });

  it('counts down the wait for a code that the server returns [code:20003]', async () => {
    startFakeServer({ sendCode: () => refused('tooOften', { retryAfter: 42 }) });
    await openApp('/login');
    fireEvent.click(await screen.findByRole('tab', { name: '验证码登录' }));
    fill('手机号或邮箱', '13812345620');
    await act(async () => press('获取验证码'));
    await screen.findByRole('button', { name: /42/ });
  });

  it('shows a wrong password at its field and in a toast [code:20001] [error:other-code]', async () => {
    startFakeServer({ login: () => refused('wrongCredentials') });
    await openApp('/login');
    await logInWith('13812345620', 'wrong');
    await waitFor(() => expect(rolesOf('账号或密码错误')).toEqual(['alert', 'status']));
  });

  it('says at a locked account that a code logs in [code:20004]', async () => {
    startFakeServer({ login: () => refused('accountLocked', { retryAfter: 900 }) });
    await openApp('/login');
    await logInWith('13812345620', 'abc12345');
    await screen.findByText('账号已锁定，请稍后再试，或改用验证码登录');
  });

  it('shows a disabled account in the form only [code:1001] [error:1001]', async () => {
    startFakeServer({ login: () => refused('accountDisabled') });
    await openApp('/login');
    await logInWith('13812345620', 'abc12345');
    await screen.findByText('账户禁用');
    expect(rolesOf('账户禁用')).toEqual(['alert']);
  });

  it('sends one login for two quick taps [constant:button-throttle]', async () => {
    const response = deferredReply<'login'>();
    const server = startFakeServer({ login: () => response.data });
    await openApp('/login');
    await logInWith('13812345620', 'abc12345');
    press('登录');
    await waitFor(() => expect(server.of('login')).toHaveLength(1));
    await act(async () => response.release(loginResponse()));
    await waitFor(() => expect(currentAddress()).toBe('/index'));
    expect(server.of('login')).toHaveLength(1);
  });

  it('sets a first password by code and comes back with the account filled in [route:password_forget] [call:POST /api/user/set-password]', async () => {
    const server = startFakeServer();
    await openApp('/login');
    fireEvent.click(await screen.findByText('忘记密码？'));
    await screen.findByLabelText('新密码');
    fill('手机号或邮箱', '13812345620');
    fill('验证码', '123456');
    fill('新密码', 'abc12345');
    fill('再次输入新密码', 'abc1234');
    press('保存');
    await screen.findByText('两次输入的密码不一致');
    expect(server.of('setPassword')).toHaveLength(0);
    fill('再次输入新密码', 'abc12345');
    await new Promise((resolve) => setTimeout(resolve, 850));
    press('保存');
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(server.of('setPassword')[0]?.body).toEqual({ account: '13812345620', code: '123456', password: 'abc12345' });
    expect((await screen.findByLabelText<HTMLInputElement>('手机号或邮箱')).value).toBe('13812345620');
  });
});

describe('session', () => {
  it('ends on 10111: message, login page with the deep link, no customer data left [error:10111] [state:session.ended]', async () => {
    const server = startFakeServer({ electricityReminder: () => refused('sessionExpired') });
    await openApp('/index');
    await screen.findByText('登录失效');
    await waitFor(() => expect(currentAddress()).toBe('/login?to=%2Findex'));
    await screen.findByRole('button', { name: '登录' });
    expect(screen.queryByText('22,007')).toBeNull();
    expect(server.of('electricityReminder')).toHaveLength(1);
  });

  it('logs out after a confirmation; the next customer starts at home [state:session.logout] [call:POST /api/user/logout]', async () => {
    const server = startFakeServer();
    await openApp('/mine');
    fireEvent.click(await screen.findByText('退出登录'));
    const dialog = within(await screen.findByRole('dialog', { name: '退出登录？' }));
    fireEvent.click(dialog.getByRole('button', { name: '退出登录' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
    expect(server.of('logout')[0]?.headers.accessToken).toBe('token-1');
    expect(rootStore.getState().token).toBeNull();
    await logInWith('13812345620', 'abc12345');
    await waitFor(() => expect(currentAddress()).toBe('/index'));
    await waitFor(() => expect(server.of('indexInfo')).toHaveLength(2));
  });

  it('logs out when the server is unreachable', async () => {
    startFakeServer({ logout: unreachable });
    await openApp('/mine');
    fireEvent.click(await screen.findByText('退出登录'));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '退出登录' }));
    await waitFor(() => expect(currentAddress()).toBe('/login'));
  });
});

describe('theme', () => {
  it('loads the skin, applies it and stores it [call:GET /api/user/tag/info] [role:vip-theme] [entity:client-state.theme]', async () => {
    const server = startFakeServer({ skinTag: () => ({ groupTagType: 'APP_SKIN', tag: 'vip' }) });
    await openApp('/mine');
    await screen.findByText('VIP');
    expect(server.of('skinTag')[0]?.url.search).toBe('?groupTagType=APP_SKIN');
    expect(document.documentElement.dataset.theme).toBe('vip');
    expect(localStorage.getItem('root')).toContain('"theme":"vip"');
  });
});

describe('hidden amounts', () => {
  it('hides every amount and stores the choice outside `root`', async () => {
    startFakeServer();
    await openApp('/index');
    fireEvent.click(await screen.findByRole('button', { name: '隐藏' }));
    await screen.findByRole('button', { name: '显示' });
    expect(document.body.textContent).not.toMatch(/22,007|41818|214\.86/);
    expect(localStorage.getItem('root')).not.toContain('isHidden');
    expect(localStorage.getItem('amounts')).toContain('"isHidden":true');
    fireEvent.click(screen.getByRole('button', { name: '显示' }));
  });
});

describe('screen states', () => {
  it('reports a failed load and retries [error:network]', async () => {
    const server = startFakeServer({ indexInfo: unreachable });
    await openApp('/index');
    await screen.findByText('网络错误，请检查网络');
    await screen.findByText('加载失败');
    server.reply({ indexInfo: undefined });
    press('重试');
    await screen.findByRole('img', { name: '22,007.90' });
  });

  it('keeps old figures with their time while offline', async () => {
    startFakeServer();
    await openApp('/index');
    await screen.findByRole('img', { name: '22,007.90' });
    await act(async () => {
      window.dispatchEvent(new Event('offline'));
    });
    await screen.findByText(/显示的是 \d\d:\d\d 的数据/);
    expect(screen.getByRole('img', { name: '22,007.90' })).toBeTruthy();
    await act(async () => {
      window.dispatchEvent(new Event('online'));
    });
    expect(screen.queryByText(/显示的是/)).toBeNull();
  });

  it('refetches when an in-app browser restores the page', async () => {
    const server = startFakeServer();
    await openApp('/index');
    await screen.findByRole('img', { name: '22,007.90' });
    await act(async () => {
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    });
    await waitFor(() => expect(server.of('indexInfo')).toHaveLength(2));
  });
});

describe('electricity', () => {
  it('asks for electricity and hosting alone, filters them, and keeps the choice in the address', async () => {
    const server = startFakeServer();
    await openApp('/electric_record');
    await screen.findByText('还可运行', { exact: false });
    const asked = () => server.of('ledgerPage').at(-1)?.url.searchParams;
    await waitFor(() => expect([asked()?.get('group'), asked()?.get('type')]).toEqual(['ELECTRICITY', null]));
    press('全部类型');
    const sheet = within(await screen.findByRole('dialog', { name: '筛选类型' }));
    expect(sheet.queryByText('提现')).toBeNull();
    fireEvent.click(sheet.getByText('托管费'));
    await waitFor(() => expect(currentAddress()).toBe('/electric_record?type=HOSTING_FEE'));
    await waitFor(() => expect(asked()?.get('type')).toBe('HOSTING_FEE'));
  });

  it('expands a day into its machines and links to one [call:GET /api/user/wallet/ele/page]', async () => {
    startFakeServer();
    await openApp('/electric_record');
    const day = await screen.findByRole('button', { name: /^电费.*8 台/ });
    expect(day.textContent).toContain('−35.06');
    fireEvent.click(day);
    fireEvent.click(await screen.findByText('LS2-03-1182'));
    await screen.findByText('0.078 USDT / kWh');
  });

  it('says at the end of the list where older movements are', async () => {
    startFakeServer({ electricityReminder: () => ({ ...reminderResponse(), elsewhereTo: '2026-09-30' }) });
    await openApp('/electric_record');
    const note = await screen.findByText(/^2026-09-30 及更早的记录已归档/);
    expect(within(note).getByRole('link', { name: '客服' }).getAttribute('href')).toContain('/support');
  });

  it('reports a record of another customer as missing', async () => {
    startFakeServer();
    await openApp('/electric_detail?id=strange');
    await screen.findByText('记录不存在');
  });

  it('changes the pay mode after warning that output includes deposits [call:POST /api/user/wallet/pay-mode]', async () => {
    const server = startFakeServer();
    await openApp('/mine');
    fireEvent.click(await screen.findByText('电费支付方式'));
    await screen.findByText(/产出账户包含您充值的 BTC/);
    fireEvent.click(screen.getByRole('radio', { name: /优先产出抵扣/ }));
    press('保存');
    await waitFor(() => expect(currentAddress()).toBe('/mine'));
    expect(server.of('setPayMode')[0]?.body).toEqual({ mode: 'OUTPUT_FIRST' });
  });
});

// Covers the list of withdrawals, the detail of one, and the address book.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refused, startFakeServer, unreachable } from '../../testing/fake-server.ts';
import { currentAddress, openApp, resetDevice } from '../../testing/render-app.tsx';
import { pageOf, userResponse } from '../../testing/responses.ts';
import {
  addresses,
  offsetWithdrawal,
  quoteResponse,
  serverNow,
  steps,
  withdrawal,
} from './testing/withdraw-responses.ts';
import type { Withdrawal } from './withdrawal.ts';

beforeEach(() => resetDevice({ isLoggedIn: true }));
afterEach(() => {
  vi.unstubAllGlobals();
});

type Replies = Parameters<typeof startFakeServer>[0];
const serve = (replies: Replies = {}) =>
  startFakeServer({
    userInfo: () => ({ ...userResponse(), hasFundsPassword: true }),
    withdrawTerms: () => quoteResponse(),
    withdrawPage: () => pageOf([]),
    withdrawAddressList: () => [],
    withdrawCheckAddress: () => ({ valid: true, reason: 'NEW_ADDRESS', known: false, until: serverNow }),
    ...replies,
  });
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const pressFound = async (name: string) => {
  await screen.findByRole('button', { name });
  await press(name);
};
const txid = 'ab'.repeat(32);

const paying: Partial<Withdrawal> = {
  status: 'SUCCESS',
  thirdStatus: 'IN_PAYMENT',
  txid,
  confirmations: 1,
  steps: steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST'),
};

describe('the list [route:withdraw_record]', () => {
  it('shows every outcome, newest date first, and links to the detail', async () => {
    serve({
      withdrawPage: () =>
        pageOf([
          withdrawal({ id: '3' }),
          withdrawal({ id: '2', status: 'SUCCESS', checkRemark: '划转抵扣', applyTime: '2026-11-19T16:30:00.000Z' }),
          withdrawal({ id: '1', status: 'REJECTED', applyTime: '2026-11-19T15:30:00.000Z' }),
        ]),
    });
    await openApp('/withdraw_record');
    const rows = await screen.findAllByRole('link', { name: /提现 BTC/ });
    expect(rows.map((row) => /处理中|成功|失败/.exec(row.textContent)?.[0])).toEqual(['处理中', '成功', '失败']);
    expect(screen.getAllByRole('heading', { level: 2 }).map((each) => each.textContent)).toEqual([
      '2026-11-20 周五',
      '2026-11-19 周四',
    ]);
    expect(rows[0]?.getAttribute('href')).toBe('/pages/withdraw_record_detail/index?id=3');
  });

  it('says in every row the step with its time; of one that failed, why, and that the money is back', async () => {
    const failed = { status: 'SUCCESS', thirdStatus: 'FAILED' } as const;
    serve({
      withdrawPage: () =>
        pageOf([
          withdrawal({ ...failed, id: '4', checkRemark: '风控审核未通过，金额已退回' }),
          withdrawal({ id: '3', status: 'REJECTED', checkRemark: '地址与本人不符。' }),
          withdrawal({ id: '2', status: 'CANCELLED' }),
          withdrawal({ ...failed, id: '1' }),
          offsetWithdrawal('5', { toOwed: '0.00000000' }),
          offsetWithdrawal('6'),
          offsetWithdrawal('7', { toBalance: '0.00000000' }),
        ]),
    });
    await openApp('/withdraw_record');
    const rows = await screen.findAllByRole('link', { name: /提现 BTC/ });
    expect(rows.map((row) => row.querySelector('.note')?.textContent)).toEqual(
      [
        '提现地址未通过安全核查，已退回',
        '地址与本人不符，已退回',
        '您已取消，已全额退回',
        '已退回',
        '未打款，已转回产出账户',
        '未打款，抵扣欠费后转回产出账户',
        '未打款，已抵扣欠费',
      ].map((step) => `${step} · 14:02`),
    );
    // What came back did not leave; what the customer chose is no alarm.
    for (const row of rows) expect(within(row).queryByRole('img', { name: /^[−+]/ })).toBeNull();
    expect(rows.map((row) => row.querySelector('.chip')?.classList.contains('suspend'))).toEqual([
      false,
      false,
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('filters by coin and display status; an empty list links to the form [call:GET /api/withdraw/page]', async () => {
    const server = serve();
    await openApp('/withdraw_record');
    expect(await screen.findByRole('link', { name: '去提现' })).toBeTruthy();
    await press('失败');
    await press('BTC');
    const asked = server.of('withdrawPage').at(-1)?.url.searchParams;
    expect([asked?.get('display'), asked?.get('coin')]).toEqual(['FAILED', 'BTC']);
    expect(await screen.findByText('没有符合条件的提现')).toBeTruthy();
    await press('查看全部');
    expect(currentAddress()).toBe('/withdraw_record');
  });

  it('shows a failed load, and retries', async () => {
    const server = serve({ withdrawPage: unreachable });
    await openApp('/withdraw_record');
    await screen.findByRole('button', { name: '重试' });
    server.reply({ withdrawPage: () => pageOf([withdrawal()]) });
    await press('重试');
    expect(await screen.findByRole('link', { name: /提现 BTC/ })).toBeTruthy();
  });
});

describe('the detail [route:withdraw_record_detail]', () => {
  it('polls until the withdrawal is final, and then stops', async () => {
    const server = serve({ withdrawPage: () => pageOf([withdrawal(paying)]) });
    await openApp('/withdraw_record_detail?id=18');
    expect(await screen.findByText('链上确认 1/3，约 20 分钟')).toBeTruthy();
    expect((await screen.findAllByText(/18:30/)).map((once) => once.textContent)).toEqual(['预计今天 18:30 前完成']);
    expect(screen.getByText('W20261120-7KQ4M9XZAB')).toBeTruthy();
    expect(screen.getByRole('progressbar', { name: '确认进度' })).toBeTruthy();
    const paid = withdrawal({ ...paying, thirdStatus: 'SUCCESS', confirmations: 3, eta: null });
    paid.steps = steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED');
    server.reply({ withdrawPage: () => pageOf([paid]) });
    expect(await screen.findByText('已获 3 次确认')).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByText('成功')).toBeTruthy();
  });

  it('reports a withdrawal that takes longer than expected', async () => {
    serve({ withdrawPage: () => pageOf([withdrawal({ ...paying, eta: '2026-11-20T05:59:00.000Z' })]) });
    await openApp('/withdraw_record_detail?id=18');
    expect(await screen.findByText('比平时久，仍在处理，资金不会重复支付')).toBeTruthy();
    expect(screen.queryByText(/^预计/)).toBeNull();
  });

  it('copies the txid, and links to an explorer on the public chain only', async () => {
    serve({ withdrawPage: () => pageOf([withdrawal(paying)]) });
    const copied = vi.fn(() => Promise.resolve());
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: copied }, onLine: true });
    await openApp('/withdraw_record_detail?id=18');
    await pressFound('复制哈希');
    expect(copied).toHaveBeenCalledWith(txid);
    expect(screen.queryByRole('link', { name: '区块浏览器' })).toBeNull();
    resetDevice({ isLoggedIn: true });
    serve({
      withdrawPage: () => pageOf([withdrawal(paying)]),
      withdrawTerms: () => quoteResponse({ explorer: 'https://mempool.space/tx/' }),
    });
    await openApp('/withdraw_record_detail?id=18');
    const link = await screen.findByRole('link', { name: '区块浏览器' });
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
      `https://mempool.space/tx/${txid}`,
      'noopener noreferrer',
    ]);
  });

  it('cancels a waiting withdrawal once [call:POST /api/withdraw/cancel]', async () => {
    let now = withdrawal();
    const server = serve({
      withdrawPage: () => pageOf([now]),
      withdrawCancel: () => {
        now = withdrawal({ status: 'CANCELLED', eta: null, steps: steps('APPLIED', 'CANCELLED') });
        return now;
      },
    });
    await openApp('/withdraw_record_detail?id=18');
    await pressFound('取消提现');
    const asked = screen.getByRole('dialog', { name: '取消这笔提现？' });
    expect(asked.textContent).toContain('取消后 0.05000000 BTC 全额退回产出账户');
    const dialog = within(asked);
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: '取消提现' })));
    expect(await screen.findByText('提现已取消，全额已退回')).toBeTruthy();
    expect(await screen.findByText('已取消')).toBeTruthy();
    expect(server.of('withdrawCancel').map(({ body }) => body)).toEqual([{ id: '18' }]);
    await waitFor(() => expect(screen.queryByRole('button', { name: '取消提现' })).toBeNull());
  });

  it('shows that it is being cancelled until the amount has returned, and asks for nothing more', async () => {
    let now = withdrawal();
    serve({
      withdrawPage: () => pageOf([now]),
      withdrawCancel: () => {
        now = withdrawal({ checkRemark: '取消处理中', eta: null });
        return now;
      },
    });
    await openApp('/withdraw_record_detail?id=18');
    await pressFound('取消提现');
    const dialog = within(screen.getByRole('dialog'));
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: '取消提现' })));
    expect(await screen.findByText('正在取消，稍后全额自动退回')).toBeTruthy();
    expect(await screen.findByText('取消处理中')).toBeTruthy();
    expect(await screen.findByText(/确认不会再支付后，全额自动退回账户/)).toBeTruthy();
    expect(screen.queryByText('等待审核')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('button', { name: '取消提现' })).toBeNull());
    now = withdrawal({ status: 'CANCELLED', eta: null, steps: steps('APPLIED', 'CANCELLED') });
    expect(await screen.findByText('已取消', {}, { timeout: 6_000 })).toBeTruthy();
  });

  it('shows the current status when it was approved meanwhile [code:40008]', async () => {
    let now = withdrawal();
    serve({
      withdrawPage: () => pageOf([now]),
      withdrawCancel: () => {
        now = withdrawal(paying);
        return refused('notOperable');
      },
    });
    await openApp('/withdraw_record_detail?id=18');
    await pressFound('取消提现');
    const dialog = within(screen.getByRole('dialog'));
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: '取消提现' })));
    expect(await screen.findByText('当前状态不可操作')).toBeTruthy();
    expect(await screen.findByText(/链上确认/)).toBeTruthy();
  });

  it.each([
    [
      { status: 'REJECTED', checkRemark: '地址与本人不符' },
      ['审核未通过', '地址与本人不符。', '失败', '已全额退回产出账户 · 11-20 14:01', '重新提现'],
      'REJECTED',
    ],
    [{ status: 'CANCELLED' }, ['已取消', '失败', '已全额退回产出账户 · 11-20 14:01'], 'CANCELLED'],
    [{ status: 'REJECTED', checkRemark: '收款地址与登记的不符' }, ['失败', '换地址重新提现'], 'REJECTED'],
    [
      { status: 'SUCCESS', thirdStatus: 'FAILED', checkRemark: '风控审核未通过，金额已退回' },
      ['审核未通过', '失败', '已全额退回产出账户 · 11-20 14:01', '换地址重新提现'],
      'FAILED',
    ],
    [
      { status: 'SUCCESS', checkRemark: '划转抵扣' },
      [
        '平台已处理',
        '转回产出账户',
        '有欠费时先抵扣欠费，其余为可用余额',
        '成功',
        /^未打到您的地址， 已全额转回产出账户$/,
        '原提现地址（未使用）',
        '这笔提现由平台转回。想了解原因，可就这笔记录咨询。',
      ],
      'APPROVED',
    ],
    [
      { status: 'SUCCESS', checkRemark: '划转抵扣', offset: offsetWithdrawal('18').offset },
      ['抵扣所欠电费与托管费', '转回产出账户', /抵扣欠费后转回/, /没有收取手续费/],
      'APPROVED',
    ],
  ] as const)('shows the end of %j as %j', async (fields, texts, last) => {
    serve({ withdrawPage: () => pageOf([withdrawal({ ...fields, eta: null, steps: steps('APPLIED', last) })]) });
    await openApp('/withdraw_record_detail?id=18');
    for (const text of texts) expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: '取消提现' })).toBeNull();
    expect(screen.getByText('手续费').nextElementSibling?.textContent).toBe('未收取');
    // What came back whole did not leave.
    expect(screen.queryByRole('img', { name: /^−/ })).toBeNull();
    const again = screen.queryByRole('link', { name: /重新提现$/ })?.getAttribute('href') ?? null;
    expect(again).toBe(last === 'APPROVED' ? null : '/pages/withdraw/index?coin=BTC&network=BITCOIN');
  });

  it.each(['/withdraw_record_detail', '/withdraw_record_detail?id=strange'])(
    'shows a not-found page at %s',
    async (path) => {
      serve();
      await openApp(path);
      expect(await screen.findByRole('link', { name: '提现记录' })).toBeTruthy();
    },
  );
});

describe('the address book', () => {
  const entry = { id: '1', coin: 'BTC', network: 'BITCOIN', label: '冷钱包', addTime: serverNow } as const;

  it('takes an address with code and password, and shows the end of its hold [call:POST /api/withdraw/address/add]', async () => {
    const added = { ...entry, address: addresses.BTC, until: '2026-11-21T06:00:00.000Z' };
    const server = serve({ withdrawAddressAdd: () => added });
    await openApp(`/withdraw_address?coin=BTC&add=${addresses.BTC}`);
    const dialog = within(await screen.findByRole('dialog', { name: '添加地址' }));
    expect(await dialog.findByText(/添加后 24 小时内不能向这个地址提现/)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('备注名'), { target: { value: ' 冷钱包 ' } });
    fireEvent.change(await dialog.findByLabelText(/验证码发送至/), { target: { value: '123456' } });
    const confirm = dialog.getByRole('button', { name: '确认添加' });
    await waitFor(() => expect(confirm.getAttribute('aria-disabled')).toBeNull());
    await act(async () => void fireEvent.click(confirm));
    const keypad = within(await screen.findByRole('dialog', { name: '请输入资金密码' }));
    server.reply({ withdrawAddressList: () => [added] });
    for (const digit of '246810')
      await act(async () => void fireEvent.click(keypad.getByRole('button', { name: digit })));
    expect(await screen.findByText('保护期至 11-21 14:00，期满后可提现')).toBeTruthy();
    expect(server.of('withdrawAddressAdd')[0]?.body).toEqual({
      coin: 'BTC',
      network: 'BITCOIN',
      address: addresses.BTC,
      label: '冷钱包',
      code: '123456',
      password: '246810',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(currentAddress()).toBe('/withdraw_address?coin=BTC');
  });

  it('asks for risk disclosure and funds password before the form, and keeps the given address [code:40010] [code:30002]', async () => {
    const server = serve({
      riskDisclosure: () => ({ version: '2026-01', confirmed: false }),
      userInfo: () => userResponse(),
    });
    await openApp(`/withdraw_address?coin=BTC&add=${addresses.BTC}`);
    const open = () => screen.findByRole('dialog', { name: '添加地址' });
    expect(await within(await open()).findByText('添加提现地址前，请先阅读并确认风险声明。')).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    await pressFound('阅读风险声明');
    await waitFor(() => expect(currentAddress()).toBe('/pages/user_sm/index'));
    const tick = await screen.findByRole('checkbox');
    await act(async () => void fireEvent.click(tick));
    server.reply({ riskDisclosure: () => ({ version: '2026-01', confirmed: true }) });
    await press('确认');
    expect(await within(await open()).findByText('添加提现地址需要资金密码，请先设置。')).toBeTruthy();
    await pressFound('设置资金密码');
    await waitFor(() => expect(currentAddress()).toBe('/pages/fundPWA/index'));
    server.reply({ userInfo: () => ({ ...userResponse(), hasFundsPassword: true }) });
    await screen.findByLabelText('新资金密码');
    const fill = (label: string | RegExp, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    fill(/^验证码发送至/, '123456');
    fill('新资金密码', '135790');
    fill('再次输入新资金密码', '135790');
    await press('保存');
    const form = within(await open());
    expect((await form.findByLabelText<HTMLInputElement>('提现地址')).value).toBe(addresses.BTC);
    expect(form.getByLabelText<HTMLInputElement>(/^验证码发送至/).value).toBe('');
    expect(server.of('withdrawAddressAdd')).toEqual([]);
  });

  it('keeps the form when the risk disclosure changes meanwhile', async () => {
    const server = serve();
    await openApp('/withdraw_address');
    await pressFound('添加地址');
    const label = await screen.findByLabelText<HTMLInputElement>('备注名');
    fireEvent.change(label, { target: { value: '冷钱包' } });
    server.reply({ riskDisclosure: () => ({ version: '2026-02', confirmed: false }) });
    // As when a browser restores the page from its cache.
    await act(async () => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
    await waitFor(() => expect(server.of('riskDisclosure').length).toBeGreaterThan(1));
    expect(screen.getByLabelText<HTMLInputElement>('备注名').value).toBe('冷钱包');
  });

  it('offers 提现 only for addresses without a hold [call:GET /api/withdraw/address/list]', async () => {
    serve({
      withdrawAddressList: () => [
        { ...entry, address: addresses.BTC, until: null },
        { ...entry, id: '2', address: `${addresses.BTC.slice(0, -1)}q`, until: '2026-11-21T06:00:00.000Z' },
      ],
    });
    await openApp('/withdraw_address');
    await screen.findByText('可提现');
    const links = within(screen.getByRole('main')).getAllByRole('link', { name: '提现' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/pages/withdraw/index?coin=BTC&network=BITCOIN&address=${addresses.BTC}`,
    ]);
    expect(screen.getByText('保护期至 11-21 14:00，期满后可提现')).toBeTruthy();
  });

  it('removes an address after a confirmation [call:POST /api/withdraw/address/remove]', async () => {
    const book = [{ ...entry, address: addresses.BTC, until: null }];
    const server = serve({
      withdrawAddressList: () => [...book],
      withdrawAddressRemove: () => {
        book.pop();
        return null;
      },
    });
    await openApp('/withdraw_address');
    expect(await screen.findByText('可提现')).toBeTruthy();
    expect(await screen.findByText(/^新加入的地址满 24 小时后才能提现/)).toBeTruthy();
    await press('移除 冷钱包');
    const dialog = within(screen.getByRole('dialog', { name: '移除这个地址？' }));
    await act(async () => void fireEvent.click(dialog.getByRole('button', { name: '移除' })));
    expect(await screen.findByText('还没有地址')).toBeTruthy();
    // How long a new address is held stands once.
    expect(screen.getByText('新地址满 24 小时后才能提现，建议提前添加')).toBeTruthy();
    expect(screen.queryByText(/^新加入的地址满/)).toBeNull();
    expect(server.of('withdrawAddressRemove')[0]?.body).toEqual({ id: '1' });
  });
});

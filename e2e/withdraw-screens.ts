import { type Data, offsetReasons, withdrawalRemarks } from '@lode/contract';
import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';
import { customers, expect } from './test.ts';

type Withdrawal = Data<'withdrawPage'>['records'][number];

/** The longest address, in upper case as in a QR code. */
const longAddress = 'BCRT1P0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQC8GMA6';
const address = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const account = customers.main;

const hour = 3_600_000;
const at = (ms: number) => new Date(Date.now() + ms).toISOString();
/** Seven minutes apart, from the application on. */
const steps = (...names: Withdrawal['steps'][number]['step'][]) =>
  names.map((step, i) => ({ step, time: at(i * 420_000 - hour) }));
/** `20261120`, as the number of a withdrawal has it. */
const dayApplied = new Date(Date.now() - hour + 8 * hour).toISOString().slice(0, 10).replaceAll('-', '');

const base: Withdrawal = {
  id: '18',
  number: `W${dayApplied}-7KQ4M9XZAB`,
  coin: 'BTC',
  network: 'BITCOIN',
  address,
  amount: '0.05000000',
  fee: '0.00020000',
  received: '0.04980000',
  status: 'WAITING',
  thirdStatus: null,
  offset: null,
  checkRemark: null,
  txid: null,
  outputIndex: null,
  confirmations: 0,
  needed: 3,
  applyTime: at(-hour),
  steps: steps('APPLIED'),
  eta: at(hour),
};
const txid = '9f3c51ae77d0b62c4418ea90d35b7f61c2fd8a0e94b3176652d8c1efd07b62e8';

const withdrawals = {
  waiting: base,
  paying: {
    ...base,
    id: '17',
    status: 'SUCCESS',
    thirdStatus: 'IN_PAYMENT',
    confirmations: 1,
    txid,
    steps: steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST'),
  },
  paid: {
    ...base,
    id: '16',
    amount: '0.03100000',
    received: '0.03080000',
    address: longAddress.toLowerCase(),
    status: 'SUCCESS',
    thirdStatus: 'SUCCESS',
    confirmations: 9,
    txid,
    eta: null,
    steps: steps('APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'),
  },
  offset: {
    ...base,
    id: '15',
    coin: 'USDT',
    network: 'ERC20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    amount: '200.000000',
    fee: '3.000000',
    received: '197.000000',
    status: 'SUCCESS',
    checkRemark: '划转抵扣',
    offset: { account: 'ELE_ACCOUNT', toBalance: '140.000000', toOwed: '60.000000', reason: offsetReasons.OWED },
    eta: null,
    steps: steps('APPLIED', 'APPROVED'),
  },
  rejected: {
    ...base,
    id: '14',
    status: 'REJECTED',
    checkRemark: withdrawalRemarks.ADDRESS,
    eta: null,
    steps: steps('APPLIED', 'REJECTED'),
  },
  screened: {
    ...base,
    id: '12',
    status: 'SUCCESS',
    thirdStatus: 'FAILED',
    checkRemark: withdrawalRemarks.SCREENING,
    eta: null,
    steps: steps('APPLIED', 'APPROVED', 'FAILED'),
  },
  cancelled: { ...base, id: '13', status: 'CANCELLED', eta: null, steps: steps('APPLIED', 'CANCELLED') },
} satisfies Record<string, Withdrawal>;

const book: Data<'withdrawAddressList'> = [
  {
    id: '3',
    coin: 'BTC',
    network: 'BITCOIN',
    address: longAddress.toLowerCase(),
    label: '',
    addTime: at(-6.3 * hour),
    until: at(17.7 * hour),
  },
  { id: '2', coin: 'BTC', network: 'BITCOIN', address, label: 'Ledger 冷钱包', addTime: at(-90 * hour), until: null },
  {
    id: '1',
    coin: 'USDT',
    network: 'ERC20',
    address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
    label: '三十二个字也要放得下的备注名三十二个字也要放得下的备注名三十',
    addTime: at(-90 * hour),
    until: null,
  },
];

type StubbedResponses = Partial<{
  'withdraw/page': Data<'withdrawPage'>;
  'withdraw/address/list': Data<'withdrawAddressList'>;
  'withdraw/check/address': Data<'withdrawCheckAddress'>;
  'withdraw/check/device': Data<'withdrawCheckDevice'>;
  /** Merged into the product's response. */
  'withdraw/terms': Partial<Data<'withdrawTerms'>>;
}>;

/** Serves a state that the demo does not have. */
async function stubResponses(page: Page, responses: StubbedResponses): Promise<void> {
  for (const [path, data] of Object.entries(responses)) {
    await page.route(`**/api/${path}*`, async (route) => {
      if (Array.isArray(data)) return route.fulfill({ json: { code: 200, message: 'ok', data } });
      const real = (await (await route.fetch()).json()) as { data: object };
      return route.fulfill({ json: { code: 200, message: 'ok', data: { ...real.data, ...data } } });
    });
  }
  await page.reload();
}

const listOf = (...records: Withdrawal[]): Data<'withdrawPage'> => ({
  records,
  current: 1,
  size: 50,
  hasMore: false,
  nextCursor: null,
});
const good = { valid: true, reason: null, known: true, until: null } as const;
const open = { offered: true, eta: at(3 * hour) };

function detail(variant: keyof typeof withdrawals, name: string, before?: Screen['before']): Screen {
  const { id, eta } = withdrawals[variant];
  return {
    name: `withdraw_record_detail${name}`,
    account,
    path: `/withdraw_record_detail?id=${id}`,
    before: async (page) => {
      await stubResponses(page, {
        'withdraw/page': listOf(withdrawals[variant]),
        ...(eta !== null && { 'withdraw/terms': { eta } }),
      });
      await expect(page.getByText('提交时间')).toBeVisible();
      await before?.(page);
    },
  };
}

const allowed = { allowed: true, reason: null, until: null } as const;

async function fillForm(page: Page, where: string, amount: string): Promise<void> {
  await page.getByLabel('提现地址', { exact: true }).fill(where);
  await page.getByLabel('提现数量').fill(amount);
}

/** The last step before the funds password. */
export async function openConfirmation(page: Page): Promise<void> {
  await stubResponses(page, {
    'withdraw/terms': open,
    'withdraw/check/address': good,
    'withdraw/check/device': allowed,
  });
  await fillForm(page, longAddress, '0.05');
  await page.getByRole('button', { name: '提现', exact: true }).and(page.locator(':not([aria-disabled])')).click();
  await expect(page.getByRole('dialog', { name: '确认提现' })).toBeVisible();
}

export const withdrawScreens: readonly Screen[] = [
  {
    name: 'withdraw',
    account,
    path: '/withdraw?coin=BTC',
    before: async (page) => {
      await stubResponses(page, {
        'withdraw/terms': open,
        'withdraw/check/address': good,
        'withdraw/check/device': allowed,
        'withdraw/address/list': book,
      });
      await fillForm(page, address, '0.05');
      await expect(page.getByText('常用地址 · Ledger 冷钱包')).toBeVisible();
    },
  },
  {
    name: 'withdraw-confirm',
    // A customer who owes electricity cannot reach it.
    needsRealData: true,
    account,
    path: '/withdraw?coin=BTC',
    before: openConfirmation,
  },
  {
    name: 'withdraw-hold',
    account,
    path: '/withdraw?coin=BTC',
    before: async (page) => {
      await stubResponses(page, {
        'withdraw/terms': { ...open, available: '1234567.12345678', reserved: '0.00039500' },
        'withdraw/check/device': allowed,
        'withdraw/check/address': { ...good, reason: 'NEW_ADDRESS', until: at(17.7 * hour) },
      });
      await fillForm(page, longAddress, '1234567.12345678');
      // At rest it is grouped.
      await page.getByLabel('提现数量').blur();
      await expect(page.getByRole('timer')).toBeVisible();
    },
  },
  {
    name: 'withdraw-new-address',
    account,
    path: '/withdraw?coin=BTC',
    before: async (page) => {
      await stubResponses(page, {
        'withdraw/terms': open,
        'withdraw/check/device': { allowed: false, reason: 'NEW_DEVICE', until: at(3.2 * hour) },
        'withdraw/check/address': { ...good, known: false, reason: 'NEW_ADDRESS', until: at(24 * hour) },
      });
      await fillForm(page, address, '');
      await expect(page.getByRole('link', { name: '加入地址簿' })).toBeVisible();
    },
  },
  {
    name: 'withdraw-wrong',
    account,
    path: '/withdraw?coin=BTC',
    before: async (page) => {
      await stubResponses(page, { 'withdraw/terms': open });
      await fillForm(page, `${address.slice(0, -1)}q`, '99');
      await expect(page.getByRole('alert')).toHaveText([
        '地址校验未通过，请逐位核对',
        /^余额不足，最多可提 [\d.,]+ BTC（含手续费）$/,
      ]);
    },
  },
  {
    name: 'withdraw-closed',
    account,
    path: '/withdraw?coin=USDT',
    before: async (page) => {
      await stubResponses(page, { 'withdraw/terms': { offered: false } });
      await expect(page.getByText('暂未开通', { exact: true })).toBeVisible();
    },
  },
  {
    name: 'withdraw_record',
    account,
    path: '/withdraw_record',
    before: async (page) => {
      const numbered = Object.values(withdrawals).map((each, i) => ({
        ...each,
        number: `${base.number.slice(0, -2)}${i}B`,
      }));
      await stubResponses(page, { 'withdraw/page': listOf(...numbered) });
      await expect(page.getByRole('main').getByText('失败', { exact: true }).first()).toBeVisible();
    },
  },
  { name: 'withdraw_record-empty', account: customers.empty, path: '/withdraw_record' },
  detail('paying', ''),
  detail('waiting', '-cancel', async (page) => {
    await page.getByRole('button', { name: '取消提现' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  }),
  detail('paid', '-paid'),
  detail('rejected', '-rejected'),
  detail('screened', '-screened'),
  detail('offset', '-offset'),
  {
    name: 'withdraw_address',
    account,
    path: '/withdraw_address',
    before: async (page) => {
      await stubResponses(page, { 'withdraw/address/list': book });
      await expect(page.getByText('Ledger 冷钱包')).toBeVisible();
    },
  },
  { name: 'withdraw_address-empty', account: customers.empty, path: '/withdraw_address' },
  {
    name: 'withdraw_address-add',
    account,
    path: '/withdraw_address?coin=BTC',
    before: async (page) => {
      await page.getByRole('button', { name: '添加地址' }).click();
      await expect(page.getByRole('dialog', { name: '添加地址' }).getByLabel('备注名')).toBeVisible();
    },
  },
];

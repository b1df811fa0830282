// Covers a customer's money from the chain and back, on real nodes with its own clock: recharge, funds password, address
// and hold, an approved withdrawal, every refusal and every other outcome.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Api } from '../api.ts';
import { codeOf } from '../codes.ts';
import { OwnProduct } from '../own-product.ts';
import { FundsPasswordPage } from '../pages/funds-password-page.ts';
import { logIn } from '../pages/login-page.ts';
import { RechargePage } from '../pages/recharge-page.ts';
import { WithdrawPage } from '../pages/withdraw-page.ts';
import { test as base, expect, password, waitUntilIdle } from '../test.ts';

const startMs = 480_000;
const test = base.extend<object, { product: OwnProduct }>({
  product: [
    async ({}, use) => {
      const product = await OwnProduct.start();
      await use(product);
      await product.end();
    },
    { scope: 'worker', timeout: startMs },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
});
test.use({ actionTimeout: 20_000 });

const account = '13900000077';
const fundsPassword = '864209';
/** An address outside the wallet, from the vectors of BIP173. */
const destination = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const by = (name: string, id: string, reason = 'journey') => ['--id', id, '--by', name, '--reason', reason];
const readAddress = ['--address-ends', destination.slice(-6)];
/** Of a payment, on a busy machine. */
const confirmedMs = 300_000;

test('recharge, funds password, new address, withdraw, paid; refused, cancelled, rejected [area:wallet] [route:withdraw] [route:withdraw_record] [route:withdraw_record_detail] [route:recharge] [route:fundPWA] [router:scroll-lock] [call:POST /api/withdraw/apply] [call:POST /api/withdraw/cancel] [call:POST /api/withdraw/address/add] [entity:ledger-type.WITHDRAW] [entity:ledger-type.WITHDRAW_RETURN] [code:30001] [code:30003] [code:40005]', async ({
  page,
  request,
  product,
}) => {
  test.setTimeout(8 * startMs);
  const withdraw = new WithdrawPage(page, account);
  await importCustomer(product);
  await setPassword(page.request);
  /** Another day: its code needs no wait for the minute since the last one. */
  const liveOn = async () => {
    await withdraw.endCodeWait();
    await page.goto('about:blank');
    await product.nextDay();
  };
  const available = async () => {
    const { available: left } = await (await Api.logIn(request, account)).get<{ available: string }>(
      '/api/withdraw/terms',
      { coin: 'BTC', network: 'BITCOIN' },
    );
    return left;
  };

  await test.step('a deposit on the chain confirms and is credited', async () => {
    await logIn(page, account);
    const recharge = new RechargePage(page);
    await recharge.open('BTC');
    await recharge.faucet.click();
    await expect(recharge.newest).toContainText('已到账', { timeout: confirmedMs });
  });

  await test.step('an unlisted address leads to the address book; risk disclosure and funds password come first', async () => {
    await page.goto('/mine');
    await page.getByRole('link', { name: '提现', exact: true }).click();
    await expect(withdraw.amount).toBeVisible();
    await withdraw.address.fill(`${destination.slice(0, -1)}q`);
    await expect(page.getByText('地址校验未通过，请逐位核对')).toBeVisible();
    await withdraw.address.fill(destination.toUpperCase());
    await expect(withdraw.address).toHaveValue(destination);
    await withdraw.amount.fill('0.004');
    await page.getByRole('link', { name: '加入地址簿' }).click();
    const dialog = page.getByRole('dialog', { name: '添加地址' });
    // Before anything is typed, because the draft does not keep a code.
    await dialog.getByRole('button', { name: '阅读风险声明' }).click();
    await confirmRiskDisclosure(page);
    await dialog.getByRole('button', { name: '设置资金密码' }).click();
    await page.waitForURL('**/pages/fundPWA/index');
    const funds = new FundsPasswordPage(page);
    await funds.fill(await funds.receiveCode(account), fundsPassword);
    await funds.save();
    await expect(dialog.getByText(/24 小时内不能向这个地址提现/)).toBeVisible();
    await dialog.getByLabel('备注名').fill('冷钱包');
    await withdraw.fillNewCode('添加地址');
    await dialog.getByRole('button', { name: '确认添加' }).click();
    await withdraw.enterPassword(fundsPassword);
    await expect(page.getByText('地址已加入地址簿')).toBeVisible();
    await expect(page.getByRole('listitem')).toContainText('冷钱包');
    await expect(page.getByRole('listitem')).toContainText(/保护期至 \d\d-\d\d \d\d:\d\d/);
  });

  await test.step('the address is held for a day, with a countdown before input', async () => {
    await expect(page.getByRole('listitem').getByRole('link')).toHaveCount(0);
    await page.goBack();
    await expect(withdraw.address).toHaveValue(destination);
    await expect(withdraw.amount).toHaveValue('0.004');
    await expect(page.getByText('新地址保护期剩')).toBeVisible();
    await expect(page.getByText('新地址 · 冷钱包', { exact: true })).toBeVisible();
    await expect(page.getByRole('timer')).toHaveText(/^23:5\d:\d\d$/);
    await expect(withdraw.submit).toHaveAttribute('aria-disabled', 'true');
    await liveOn();
  });

  let paid = '';
  await test.step('the next day: insufficient balance, a wrong password, then submitted', async () => {
    await withdraw.open(`&address=${destination}`);
    await expect(page.getByText('常用地址 · 冷钱包')).toBeVisible();
    await expect(page.getByRole('timer')).toHaveCount(0);
    await withdraw.amount.fill('4.9');
    await expect(page.getByRole('alert')).toHaveText(/^余额不足，最多可提 \d\.\d{8} BTC（含手续费）$/);
    await withdraw.amount.fill('0.004');
    await withdraw.proceed();
    await expect(withdraw.confirmation.getByRole('img', { name: destination })).toBeVisible();
    await withdraw.fillNewCode('确认提现');
    await withdraw.confirmation.getByRole('button', { name: '确认提现' }).click();
    await withdraw.enterPassword('000000');
    await expect(withdraw.passwordDialog.getByRole('alert')).toContainText('密码错误！');
    const sent = page.waitForRequest('**/api/withdraw/apply*');
    await withdraw.enterPassword(fundsPassword);
    expect(new URL((await sent).url()).searchParams.get('address')).toBe(destination);
    paid = await withdraw.seeProgress();
    await expect(page.getByText('等待审核')).toBeVisible();
    await expect(page.getByRole('button', { name: '取消提现' })).toBeVisible();
  });

  await test.step('two approvals and the confirmations complete the timeline by polling', async () => {
    await product.run('ops', 'withdrawal:propose', ...by('finance', paid), ...readAddress);
    await expect(page.getByText('等待审核')).toBeVisible();
    await product.run('ops', 'withdrawal:approve', ...by('approver', paid), ...readAddress);
    await expect(page.getByText('审核通过')).toBeVisible();
    await expect(page.getByRole('button', { name: '取消提现' })).toHaveCount(0);
    await expect(page.getByText(/链上确认 \d\/3/)).toBeVisible({ timeout: 180_000 });
    await expect(page.getByText('已获 3 次确认')).toBeVisible({ timeout: confirmedMs });
    await expect(page.getByRole('button', { name: '复制哈希' })).toBeVisible();
    await withdraw.openRecords('成功');
    await expect(page.getByRole('main')).toContainText('−0.00400000 BTC');
    expect(await product.run('books:check', '--chains')).not.toContain('differ');
  });

  const left = await available();
  await test.step('cancelled while waiting: the whole amount is returned', async () => {
    await withdraw.withdraw(destination, '0.002', fundsPassword);
    expect(await available()).not.toBe(left);
    await page.getByRole('button', { name: '取消提现' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '取消提现' }).click();
    await expect(page.getByText('已取消', { exact: true })).toBeVisible();
    await expect(page.getByText('失败', { exact: true })).toBeVisible();
    expect(await available()).toBe(left);
  });

  await test.step('rejected: the record shows the reason and the returned amount', async () => {
    await liveOn();
    const id = await withdraw.withdraw(destination, '0.003', fundsPassword);
    await product.run('ops', 'withdrawal:reject', ...by('finance', id, '收款地址与登记的不符'));
    await expect(page.getByText('审核未通过')).toBeVisible();
    await expect(page.getByText('收款地址与登记的不符').first()).toBeVisible();
    expect(await available()).toBe(left);
    await withdraw.openRecords('失败');
    await expect(page.getByRole('link', { name: /提现 BTC/ })).toHaveCount(2);
    await page.goto('/bill');
    await waitUntilIdle(page);
    await expect(page.getByRole('main')).toContainText('提现退回');
  });

  await test.step('five wrong passwords lock the funds password', async () => {
    await withdraw.open(`&address=${destination}`);
    await withdraw.amount.fill('0.004');
    await withdraw.proceed();
    await withdraw.confirmation.getByLabel(/^验证码发送至/).fill('123456');
    await withdraw.confirmation.getByRole('button', { name: '确认提现' }).click();
    for (const attemptsLeft of ['还可尝试 4 次', '还可尝试 3 次', '还可尝试 2 次', '还可尝试 1 次', '已锁定 3 小时']) {
      await withdraw.enterPassword('000000');
      await expect(withdraw.passwordDialog.getByRole('alert')).toContainText(attemptsLeft);
    }
    await withdraw.enterPassword(fundsPassword);
    await expect(withdraw.passwordDialog.getByRole('alert')).toContainText('资金密码已锁定');
    expect(await available()).toBe(left);
  });

  expect(await product.run('books:check')).not.toContain('differ');
});

async function importCustomer(product: OwnProduct): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'e2e-customer-'));
  const file = join(folder, 'customers.csv');
  writeFileSync(file, `account,nickname,tags\n${account},提现,\n`);
  await product.run('import:customers', file);
  rmSync(folder, { recursive: true });
}

/** By API; the screen has its own journey. */
async function setPassword(request: Parameters<typeof Api.logIn>[0]): Promise<void> {
  const headers = { clientType: 'H5' };
  await request.post('/api/sms/send', { data: { account, scene: 'SET_PASSWORD' }, headers });
  const code = await codeOf(request, account, 'SET_PASSWORD');
  const answer = await request.post('/api/user/set-password', { data: { account, code, password }, headers });
  expect(await answer.json()).toMatchObject({ code: 200 });
}

/** Follows the redirect to the risk disclosure before the first money action, and back to the draft. */
async function confirmRiskDisclosure(page: Page): Promise<void> {
  await page.waitForURL('**/user_sm/**');
  await page.getByRole('checkbox').click();
  await page.getByRole('button', { name: '确认' }).click();
}

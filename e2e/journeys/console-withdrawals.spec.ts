// Covers withdrawals in the console: reviewed, approved and paid; signed by files; stuck and recovered; a refill that two holders sign;
// proposals that others decide; machines that run again once paid. A screen reader reads all in both appearances, at 1280 and at 1920.
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bitcoinDevNode, parseColdDescriptor } from '@lode/chain-bitcoin';
import { descriptorOfOthers, signAsOther } from '@lode/chain-bitcoin/testing';
import type { Data } from '@lode/contract';
import type { Page } from '@playwright/test';
import { Api } from '../api.ts';
import { confirmedMs, expect, member, signOn, startMs, test } from '../console-product.ts';
import { expectReadable as expectReadableAsItIs, open } from '../console-test.ts';
import { runIn } from '../shared-product.ts';
import { customers } from '../test.ts';

test.use({ actionTimeout: 20_000 });
test.beforeAll(async ({ demo }) => {
  test.setTimeout(startMs);
  await demo.signerIsReady();
});

/** In the least and in a wide window. */
async function expectReadable(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1920, height: 1080 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectReadableAsItIs(page);
  await page.emulateMedia({ colorScheme: 'light' });
}

test('reviewed, proposed, approved by another person on the signer’s page, and paid', async ({
  browser,
  request,
  demo,
}) => {
  test.setTimeout(3 * startMs);
  const api = await Api.logIn(request, customers.main);
  interface Row {
    id: string;
    status: string;
    thirdStatus: string | null;
    address: string;
    received: string;
    amount: string;
  }
  const rows = async () => (await api.get<{ records: Row[] }>('/api/withdraw/page', { size: '100' })).records;
  let waiting: Row | undefined;
  // The demo's own are approved as soon as its nodes run; the one that stays was asked for before.
  await expect(async () => {
    [waiting] = (await rows()).filter(({ status }) => status === 'WAITING').slice(-1);
    expect(waiting).toBeDefined();
  }).toPass({ timeout: confirmedMs });
  const { id = '', address = '', received = '', amount = '' } = waiting ?? {};

  const finance = await member(browser, demo, 'finance');
  await test.step('it waits in the list, and its whole address is shown in fours', async () => {
    await open(finance, '提现');
    await expect(finance.getByRole('table', { name: '提现' })).toBeVisible();
    await expectReadable(finance);
    await finance.getByRole('searchbox', { name: /编号、客户账号/ }).fill(address);
    await finance.keyboard.press('Enter');
    await expect(finance).toHaveURL(/find=/);
    await finance.goto(`/withdrawals/${id}`);
    await expect(finance.getByRole('region', { name: '提出' })).toContainText(
      (address.match(/.{1,4}/g) ?? []).join(''),
    );
    await expect(finance.getByRole('region', { name: '提出' })).toContainText(amount);
    await expect(finance.getByRole('region', { name: /^系统核对/ })).toContainText('重算');
    await expect(finance.getByRole('region', { name: /^钱从哪来/ })).toContainText('先进先出');
    await expectReadable(finance);
    for (const name of [/^驳回/, /^划转抵扣/])
      await expect(finance.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
  });

  await test.step('FINANCE writes a judgement and proposes on the signer’s page; the console sees it', async () => {
    await finance.keyboard.press('a');
    await finance.keyboard.type('与上次同址，已电话确认。');
    await signOn(finance, 'finance', /^提议付款/, /^提议付款/);
    await expect(finance.getByText('等别人复核')).toBeVisible({ timeout: 60_000 });
    await expect(finance.getByRole('region', { name: '经过' })).toContainText('“与上次同址，已电话确认。”');
    await expect(finance.getByRole('button', { name: /^批准/ })).toHaveCount(0);
  });

  const approver = await member(browser, demo, 'approver');
  await test.step('another person reads it, approves on the signer’s page, and it is paid', async () => {
    await approver.goto(`/withdrawals/${id}`);
    await expect(approver.getByRole('region', { name: '经过' })).toContainText('finance 判断');
    await expectReadable(approver);
    await approver.getByLabel('判断').fill('同意。');
    await signOn(approver, 'approver', new RegExp(`^批准 ${received}`), /^批准付款/);
    const stateOf = async () => (await rows()).find((one) => one.id === id)?.thirdStatus;
    await expect.poll(stateOf, { timeout: confirmedMs }).toBe('SUCCESS');
    await expect(approver.getByText('已付', { exact: true }).first()).toBeVisible();
    await expectReadable(approver);
    expect(await demo.product.run('books:check')).not.toContain('differ');
  });
});

test('taken off the online signer, carried as files to one without a network, and paid', async ({
  browser,
  request,
  demo,
}) => {
  test.setTimeout(3 * startMs);
  const api = await Api.logIn(request, customers.vip);
  const bitcoins = async () => {
    const { records } = await api.get<Data<'withdrawPage'>>('/api/withdraw/page', { size: '100' });
    return records.filter(({ coin }) => coin === 'BTC');
  };
  const waiting = (await bitcoins()).find(({ status }) => status === 'WAITING');
  const { id = '', address = '', received = '' } = waiting ?? {};
  const statusOf = async () => (await bitcoins()).find((one) => one.id === id)?.thirdStatus;
  const finance = await member(browser, demo, 'finance');
  const section = finance.getByRole('region', { name: '离线签名' });
  const dialog = finance.getByRole('dialog');

  await test.step('the signer is not asked for it any more, and two people approve it as ever', async () => {
    await finance.goto(`/withdrawals/${id}`);
    await finance.getByRole('button', { name: /^改为离线签名/ }).click();
    await expect(dialog).toContainText(/才付出 .*没有人带文件/);
    await expectReadableAsItIs(finance, '[role=dialog]');
    await dialog.getByLabel(/^原因/).fill('large amount');
    await dialog.getByRole('button', { name: '改为离线签名' }).click();
    await expect(section).toContainText('“large amount”');
    await expectReadable(finance);
    const about = ['--id', id, '--address-ends', address.slice(-6), '--reason', 'known address'];
    await demo.product.run('ops', 'withdrawal:propose', ...about, '--by', 'finance');
    await demo.product.run('ops', 'withdrawal:approve', ...about, '--by', 'approver');
  });

  const folder = await mkdtemp(join(tmpdir(), 'offline-'));
  const [requestFile, responseFile] = [join(folder, 'request.txt'), join(folder, 'response.txt')];
  await test.step('its request is downloaded, and signed elsewhere', async () => {
    await section.getByRole('button', { name: '下载签名请求' }).click({ timeout: confirmedMs });
    await expectReadableAsItIs(finance, '[role=dialog]');
    await dialog.getByLabel(/^原因/).fill('carried by hand');
    const download = finance.waitForEvent('download');
    await dialog.getByRole('button', { name: '下载签名请求' }).click();
    await (await download).saveAs(requestFile);
    await expect(section).toContainText('等签好的文件');
    expect(await statusOf()).toBe('APPROVAL_TO_BE_SIGNED');
    // Another machine with the same seed: the demo's own signer goes on serving.
    await cp(join(demo.product.dataDir, 'signer'), join(folder, 'signer'), {
      recursive: true,
      filter: (source) => !source.endsWith('/socket'),
    });
    await runIn({ DATA_DIR: folder }, 'signer', 'sign-file', '--in', requestFile, '--out', responseFile);
  });

  await test.step('a wrong file changes nothing; the response pays', async () => {
    await section.getByRole('button', { name: '上传签名结果' }).click();
    await dialog.getByLabel(/sign-file/).setInputFiles(requestFile);
    await dialog.getByLabel(/^原因/).fill('signed offline');
    const pay = dialog.getByRole('button', { name: new RegExp(`^导入并付出 ${received.replace(/0+$/, '')}`) });
    await pay.click();
    await expect(dialog.getByRole('alert')).toBeVisible();
    await expectReadableAsItIs(finance, '[role=dialog]');
    expect(await statusOf()).toBe('APPROVAL_TO_BE_SIGNED');
    await dialog.getByLabel(/sign-file/).setInputFiles(responseFile);
    await pay.click();
    await expect(section).toContainText('签名已导入');
    await expectReadable(finance);
    await expect.poll(statusOf, { timeout: confirmedMs }).toBe('SUCCESS');
    expect(await demo.product.run('books:check')).not.toContain('differ');
  });
  await rm(folder, { recursive: true });
});

test('a payment that is in a block and has not paid in full holds its coin, and two people settle it', async ({
  browser,
  request,
  demo,
}) => {
  test.setTimeout(3 * startMs);
  const api = await Api.logIn(request, customers.main);
  const rows = async () => {
    const { records } = await api.get<Data<'withdrawPage'>>('/api/withdraw/page', { size: '100' });
    return records.filter(({ coin }) => coin === 'USDT');
  };
  let waiting: Data<'withdrawPage'>['records'][number] | undefined;
  // The demo pays its own first; the one that stays is left to its visitor.
  await expect(async () => {
    const found = await rows();
    waiting = found.find(({ status }) => status === 'WAITING');
    expect(waiting).toBeDefined();
    expect(found.filter(({ thirdStatus }) => thirdStatus === 'SUCCESS')).toHaveLength(2);
  }).toPass({ timeout: confirmedMs });
  const { id = '', number = '', address = '', received = '' } = waiting ?? {};
  await setTokenFee(demo.product.dataDir, 10);
  const about = ['--id', id, '--address-ends', address.slice(-6), '--reason', 'known address'];
  await demo.product.run('ops', 'withdrawal:propose', ...about, '--by', 'finance');
  await demo.product.run('ops', 'withdrawal:approve', ...about, '--by', 'approver');

  const finance = await member(browser, demo, 'finance');
  await test.step('it stands among the stuck ones, with what people may do about it', async () => {
    await finance.goto('/stuck-payments');
    const row = finance.getByRole('row', { name: new RegExp(number) });
    await expect(row).toContainText('已上链，未见付出', { timeout: confirmedMs });
    await expect(row.getByRole('button')).toHaveText([/^提议作废，退回/, /^提议记为已付出/]);
    expect((await rows()).find((one) => one.id === id)).toMatchObject({ thirdStatus: 'IN_PAYMENT' });
    await expectReadable(finance);
  });

  await test.step('FINANCE has looked at the receiver elsewhere, and proposes to record it as paid', async () => {
    await finance.getByRole('button', { name: /^提议记为已付出/ }).click();
    const dialog = finance.getByRole('dialog');
    await expect(dialog).toContainText('没有把这个金额转给收款人的记录');
    await dialog.getByLabel(/^原因/).fill('receiver has it less the fee of the token');
    await dialog.getByRole('button', { name: /^提议记为已付出/ }).click();
    await expect(dialog).toHaveCount(0);
  });

  await test.step('another person approves; it is paid in the books, and nothing is stuck', async () => {
    const approver = await member(browser, demo, 'approver');
    await open(approver, '待复核');
    await approver
      .getByRole('row', { name: new RegExp(number) })
      .getByRole('link')
      .first()
      .click();
    await expect(approver.getByText('与提议时相同')).toBeVisible();
    await expectReadable(approver);
    await approver.getByRole('button', { name: '批准并立即生效' }).click();
    await approver.getByRole('dialog').getByRole('button', { name: '批准并立即生效' }).click();
    await expect(approver.getByText('approver 已批准')).toBeVisible();
    expect((await rows()).find((one) => one.id === id)).toMatchObject({ thirdStatus: 'SUCCESS', received });
    await finance.reload();
    await expect(finance.getByRole('heading', { name: '没有卡住的付款' })).toBeVisible();
    expect(await demo.product.run('books:check')).not.toContain('differ');
    await setTokenFee(demo.product.dataDir, 0);
  });
});

const nodesOf = async (dataDir: string) => JSON.parse(await readFile(join(dataDir, 'demo-nodes.json'), 'utf8'));

/** The demo's USDT keeps so many hundredths of a percent of each transfer, as the real contract may. */
async function setTokenFee(dataDir: string, points: number): Promise<void> {
  const { ERC20: node } = await nodesOf(dataDir);
  const ask = async (method: string, ...params: unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = await answer.json();
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const [owner] = await ask('eth_accounts');
  // setFee(uint256)
  const data = `0x69fe0e2d${points.toString(16).padStart(64, '0')}`;
  const txid = await ask('eth_sendTransaction', { from: owner, to: node.usdtContract, data });
  await expect
    .poll(async () => (await ask('eth_getTransactionReceipt', txid))?.status, { timeout: confirmedMs })
    .toBe('0x1');
}

test('a refill of the hot wallet is proposed, carried to two holders as a file, and arrives', async ({
  browser,
  demo,
}) => {
  test.setTimeout(startMs);
  const node = bitcoinDevNode((await nodesOf(demo.product.dataDir)).BITCOIN.url);
  const wallet = ['--network', 'BITCOIN', '--descriptor', descriptorOfOthers];
  const people = ['--by', 'finance', '--approved-by', 'approver', '--reason', 'vault of the holders'];
  await demo.product.run('ops', 'cold:add', ...wallet, ...people);
  await node.pay(parseColdDescriptor(descriptorOfOthers, 'regtest').addressAt(0).address, 60_000_000n);
  await node.mine(3);

  const finance = await member(browser, demo, 'finance');
  const section = finance.getByRole('region', { name: /^从冷钱包补充/ });
  const dialog = finance.getByRole('dialog');
  await test.step('it is proposed once the coins of cold storage are final, and approved', async () => {
    await open(finance, '资金');
    await expect(section).toContainText('没有进行中的补充');
    await expectReadable(finance);
    await section.getByRole('link', { name: '提议从冷钱包补充' }).click();
    await finance.getByLabel('热钱包收到的 BTC').fill('0.5');
    await expect(async () => {
      await finance.keyboard.press('Escape');
      await finance.getByRole('button', { name: '看结果' }).click();
      await expect(dialog).toContainText('到热钱包，手续费', { timeout: 3_000 });
    }).toPass({ timeout: confirmedMs });
    await expectReadableAsItIs(finance, '[role=dialog]');
    await dialog.getByLabel(/^原因/).fill('withdrawals of the week');
    await dialog.getByRole('button', { name: '提议' }).click();
    const [, id = ''] = /编号 (\d+)/.exec((await finance.getByText(/已提议，编号 \d+/).textContent()) ?? '') ?? [];
    await demo.product.run('ops', 'approve', '--id', id, '--by', 'approver');
  });

  let payload = '';
  await test.step('its file is downloaded; giving it up is offered too', async () => {
    await open(finance, '资金');
    await expect(section).toContainText('finance / approver');
    await expect(section).toContainText('等持有人签名');
    await expectReadable(finance);
    await section.getByRole('button', { name: '取消这笔补充' }).click();
    await expect(dialog).toContainText('已下载的文件请销毁');
    await expectReadableAsItIs(finance, '[role=dialog]');
    await finance.keyboard.press('Escape');
    await section.getByRole('button', { name: '下载 PSBT' }).click();
    await dialog.getByLabel(/^原因/).fill('to the holders');
    await expectReadableAsItIs(finance, '[role=dialog]');
    const download = finance.waitForEvent('download');
    await dialog.getByRole('button', { name: '下载 PSBT' }).click();
    payload = await readFile(await (await download).path(), 'utf8');
  });

  await test.step('one signature is too few; two move the coins', async () => {
    const textFile = { name: 'signed.psbt', mimeType: 'text/plain' };
    const signedBy = (holder: 0 | 2) => ({ ...textFile, buffer: Buffer.from(signAsOther(holder, payload)) });
    await section.getByRole('button', { name: '上传持有人的签名' }).click();
    await dialog.getByLabel(/^一位持有人/).setInputFiles(signedBy(0));
    await dialog.getByLabel(/^原因/).fill('both have signed');
    const submit = dialog.getByRole('button', { name: /^存下签名并转 0\.5/ });
    await submit.click();
    await expect(dialog.getByRole('alert')).toContainText('有 1 个，要 2 个');
    await expectReadableAsItIs(finance, '[role=dialog]');
    await dialog.getByLabel(/^另一位持有人/).setInputFiles(signedBy(2));
    await submit.click();
    await expect(section).toContainText('已签名，等确认');
    await expectReadable(finance);
  });

  await test.step('it is among the moves that are done', async () => {
    await node.mine(3);
    await finance.goto('/chain-money?list=COLD&view=ALL');
    const row = finance.getByRole('row', { name: /补热钱包/ });
    await expect(async () => {
      await finance.reload();
      await expect(row).toContainText('完成', { timeout: 3_000 });
    }).toPass({ timeout: confirmedMs });
    await expect(section).toContainText('没有进行中的补充');
    await expectReadable(finance);
    expect(await demo.product.run('books:check')).not.toContain('differ');
  });
});

test('a proposal is taken back by its proposer, and another is decided by a second person', async ({
  browser,
  demo,
}) => {
  test.setTimeout(startMs);
  const propose = (name: string) =>
    demo.product.run('ops', 'staff:add', '--name', name, '--role', 'SUPPORT', '--by', 'admin', '--reason', 'new clerk');
  await propose('carol');
  await propose('dave');
  const admin = await member(browser, demo, 'admin');
  await admin.goto('/proposals?view=OWN');
  await admin.getByRole('row', { name: /carol/ }).getByRole('link').click();
  await expect(admin.getByText('自己的提议由别人复核。')).toBeVisible();
  await expect(admin.getByRole('button', { name: /^批准/ })).toHaveCount(0);
  await admin.getByRole('button', { name: /^撤回/ }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel(/^原因/).fill('wrong name');
  await dialog.getByRole('button', { name: '撤回' }).click();
  await expect(admin.getByText('admin 已驳回或撤回')).toBeVisible();

  const approver = await member(browser, demo, 'approver');
  await open(approver, '待复核');
  await expect(approver.getByRole('row', { name: /dave/ })).toBeVisible();
  await expect(approver.getByRole('row', { name: /carol/ })).toHaveCount(0);
  await expectReadable(approver);
  await approver.getByRole('row', { name: /dave/ }).getByRole('link').click();
  await expect(approver.getByText('与提议时相同')).toBeVisible();
  await expectReadable(approver);
  await approver.getByRole('button', { name: '批准并立即生效' }).click();
  await approver.getByRole('dialog').getByRole('button', { name: '批准并立即生效' }).click();
  // The first password, which is never shown again.
  await expect(approver.getByRole('alert').filter({ hasText: '已批准' })).toContainText('dave');
  await expect(approver.getByText('approver 已批准')).toBeVisible();
});

test('machines that stopped for debt are found from the queue, and run again once their owner has paid', async ({
  browser,
  request,
  demo,
}) => {
  test.setTimeout(startMs);
  const api = await Api.logIn(request, customers.inArrear);
  const stopped = async () => (await api.machines()).filter(({ status }) => status === 'ARREAR');
  const machines = (await stopped()).map(({ machineNo }) => machineNo);
  expect(machines.length).toBeGreaterThan(0);

  const support = await member(browser, demo, 'support');
  await support.goto('/?view=all&kind=ARREARS');
  await support.getByRole('button', { name: /台矿机，1 位客户$/ }).click();
  await expect(support).toHaveURL(/\/machines\?status=ARREAR$/);
  for (const machineNo of machines) await expect(support.getByRole('link', { name: machineNo })).toBeVisible();
  await expectReadable(support);

  const cash = ['--account', customers.inArrear, '--coin', 'USDT', '--amount', '2000'];
  const people = ['--by', 'finance', '--approved-by', 'approver', '--reason', 'cash, receipt 9'];
  await demo.product.run('deposit:manual', ...cash, ...people);
  expect(await stopped()).toEqual([]);
  await support.reload();
  await expect(support.getByRole('heading', { level: 2 })).toBeVisible();
  for (const machineNo of machines) await expect(support.getByRole('link', { name: machineNo })).toHaveCount(0);
  await support.goto('/?view=all&kind=ARREARS');
  await expect(support.getByRole('heading', { name: '全部处理完了' })).toBeVisible();
  expect(await demo.product.run('books:check')).not.toContain('differ');
});

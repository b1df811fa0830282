// Covers the signer's own page on real passkeys: two people enrol, see what the bytes pay, approve, and it is paid; a server that
// claims another address gets no button.
import { BitcoinChain } from '@lode/chain-bitcoin';
import { signerClient, signerLocation } from '@lode/signing';
import type { Browser, Page } from '@playwright/test';
import { Api } from '../api.ts';
import { OwnProduct } from '../own-product.ts';
import { freePort } from '../product-process.ts';
import { test as base, customers, expect } from '../test.ts';
import { addAuthenticator } from '../virtual-authenticator.ts';

const startMs = 480_000;
/** Of a payment, on a busy machine. */
const confirmedMs = 300_000;
interface Demo {
  product: OwnProduct;
  pageUrl: string;
}
const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({}, use) => {
      const port = String(await freePort());
      const product = await OwnProduct.start({ SIGNER_PAGE_PORT: port });
      await use({ product, pageUrl: `http://localhost:${port}` });
      await product.end();
    },
    { scope: 'worker', timeout: startMs },
  ],
  baseURL: async ({ demo }, use) => use(demo.product.baseUrl),
});
test.use({ actionTimeout: 20_000 });

/** A person with a browser and an authenticator of their own. */
async function newPerson(browser: Browser, { product, pageUrl }: Demo, name: string, role: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await addAuthenticator(page);
  const code = (await product.run('signer', 'approver:invite', '--name', name, '--role', role)).split(' ')[0] ?? '';
  await expect(async () => {
    await page.goto(pageUrl);
  }).toPass({ timeout: startMs });
  await page.getByLabel('一次性代码').fill(code);
  await page.getByRole('button', { name: '登记', exact: true }).click();
  await expect(page.getByRole('status')).toContainText(`${name} 的通行密钥已生成，须由另外两名审批人签名后生效。`);
  const fingerprint = /([0-9a-f]{4} ){15}[0-9a-f]{4}/.exec(await page.getByRole('status').innerText())?.[0] ?? '';
  for (const other of ['finance', 'approver', 'deputy'].filter((one) => one !== name))
    await signNewKey(browser, pageUrl, { name, other, fingerprint });
  await page.getByRole('button', { name: '使用通行密钥登录' }).click();
  await expect(page.getByText(`${name} · `)).toBeVisible();
  await expect(page.getByText('软件密钥')).toHaveCount(0);
  return page;
}

/** Another approver compares the fingerprint and signs, with the demo's software key. */
async function signNewKey(
  browser: Browser,
  pageUrl: string,
  { name, other, fingerprint }: { name: string; other: string; fingerprint: string },
): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(pageUrl);
  await page.getByLabel('姓名').fill(other);
  await page.getByLabel('审批口令').fill('Lode@Console1');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  const change = page.getByRole('region', { name: `登记密钥 ${name}` });
  await expect(change.locator('pre')).toContainText(`new key passkey ${fingerprint}\nsigned by ${other} at `);
  await page.screenshot({ path: test.info().outputPath(`new-key-${name}-${other}.png`) });
  await change.getByRole('button', { name: '签名同意' }).click();
  await expect(page.getByRole('status')).toContainText('已签名');
  await context.close();
}

test('two people approve with passkeys what the bytes pay, and it is paid; another address has no button [area:wallet]', async ({
  browser,
  request,
  demo,
}) => {
  test.setTimeout(3 * startMs);
  const api = await Api.logIn(request, customers.main);
  type Row = { id: string; status: string; thirdStatus: string | null; address: string; received: string };
  const rows = async (): Promise<Row[]> =>
    (await api.get<{ records: Row[] }>('/api/withdraw/page', { size: '100' })).records;
  let waiting: Row | undefined;
  // The demo's own are approved as soon as its nodes run; the one that stays was asked for before.
  await expect(async () => {
    [waiting] = (await rows()).filter(({ status }) => status === 'WAITING').slice(-1);
    expect(waiting).toBeDefined();
  }).toPass({ timeout: confirmedMs });
  const { id = '', address = '', received = '' } = waiting ?? {};
  const groups = (address.match(/.{1,4}/g) ?? []).join(' ');

  const finance = await newPerson(browser, demo, 'finance', 'FINANCE');
  const approver = await newPerson(browser, demo, 'approver', 'APPROVER');
  const sectionOf = (page: Page) => page.getByRole('region', { name: new RegExp(`^付款 withdrawal:${id}-`) });

  await test.step('the approver waits for the proposal', async () => {
    await sectionOf(approver).locator('summary').click({ timeout: confirmedMs });
    // The hot wallet's coins have to be final first.
    await expect(sectionOf(approver)).toContainText('等待财务提议', { timeout: confirmedMs });
    await expect(sectionOf(approver).getByRole('button')).toHaveCount(0);
  });

  await test.step('FINANCE sees the bytes beside the claims, and proposes', async () => {
    await sectionOf(finance).locator('summary').click({ timeout: confirmedMs });
    const row = sectionOf(finance).getByRole('row', { name: /^收款地址/ });
    await expect(row.getByRole('cell')).toHaveText([groups, groups], { timeout: confirmedMs });
    await expect(sectionOf(finance).locator('pre')).toContainText(`address ${groups}\npays ${received} BTC`);
    await expect(sectionOf(finance).getByRole('row', { name: /^客户/ })).toContainText('138****01');
    // Of the page: a section is drawn anew when its claims change.
    await finance.screenshot({ path: test.info().outputPath('finance.png'), fullPage: true });
    await sectionOf(finance)
      .getByRole('button', { name: `提议付款 ${received} BTC` })
      .click();
    await expect(finance.getByRole('status')).toHaveText('已提议，等待复核人批准。');
    await expect(sectionOf(finance).getByRole('button')).toHaveCount(0);
  });

  await test.step('the APPROVER approves, and it is paid', async () => {
    await sectionOf(approver)
      .getByRole('button', { name: `批准付款 ${received} BTC` })
      .click({ timeout: 60_000 });
    await expect(approver.getByRole('status')).toHaveText('已批准，付款即将开始。');
    await expect(async () => {
      expect((await rows()).find((one) => one.id === id)).toMatchObject({ thirdStatus: 'SUCCESS' });
    }).toPass({ timeout: confirmedMs });
    expect(await demo.product.run('books:check')).not.toContain('differ');
  });

  await test.step('a page that stayed open for longer than its challenge lives logs in', async () => {
    const asked = finance.waitForResponse('**/api/hello');
    await finance.getByRole('button', { name: '退出' }).click();
    const { challenge } = (await (await asked).json()) as { challenge: string };
    // One that is spent is refused as one that is over.
    await finance.evaluate(async (spent) => {
      const none = { credentialId: 'AAAA', authenticatorData: 'AAAA', clientDataJSON: 'AAAA', signature: 'AAAA' };
      const body = JSON.stringify({ challenge: spent, assertion: none });
      await fetch('/api/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    }, challenge);
    await finance.getByRole('button', { name: '使用通行密钥登录' }).click();
    await expect(finance.getByText('finance · ')).toBeVisible();
  });

  await test.step('a server that claims another address than the bytes pay', async () => {
    await claimAnotherAddress(demo.product);
    const swapped = finance.getByRole('region', { name: '付款 withdrawal:999-x' });
    await swapped.locator('summary').click();
    await expect(swapped.getByText('不一致，不能审批')).toBeVisible();
    await expect(swapped.getByRole('button')).toHaveCount(0);
    await expect(swapped.locator('tr.bad')).toContainText(['收款地址']);
    await finance.screenshot({ path: test.info().outputPath('differs.png'), fullPage: true });
  });
});

test('in the demo a software key stands in for a passkey, and the page says so', async ({
  page,
  demo,
  browserErrors,
}) => {
  await expect(async () => {
    await page.request.get(demo.pageUrl);
  }).toPass({ timeout: startMs });
  await test.step('a page whose first call found no signer tries again by itself', async () => {
    let answer = () => {};
    const isSeen = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let asked = 0;
    await page.route('**/api/hello', async (route) => {
      asked += 1;
      if (asked === 1) return route.abort();
      await isSeen;
      await route.continue();
    });
    // The first load of all: the call of an earlier one could be the one that is aborted.
    await page.goto(demo.pageUrl);
    await expect(page.getByText('操作失败，请重试。')).toBeVisible();
    answer();
    await expect(page.getByLabel('姓名')).toBeVisible();
    await expect(page.getByText('操作失败，请重试。')).toHaveCount(0);
    await page.unroute('**/api/hello');
    browserErrors.splice(0);
  });
  await page.getByLabel('姓名').fill('approver');
  await page.getByLabel('审批口令').fill('Lode@Console2');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('验证未通过。');
  expect(browserErrors.splice(0).every((text) => text.includes('403'))).toBe(true);
  // The name stays: only what was wrong is typed again.
  await expect(page.getByLabel('姓名')).toHaveValue('approver');
  await page.getByLabel('审批口令').fill('Lode@Console1');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('当前由软件密钥代替通行密钥。')).toBeVisible();
  await expect(page.getByText('approver · 复核人（批准）')).toBeVisible();
});

/** What a compromised server can do: it knows the signer's socket and secret. */
async function claimAnotherAddress(product: OwnProduct): Promise<void> {
  const signer = signerClient(signerLocation({ DEMO: '1' }, product.dataDir));
  const { bitcoin } = await signer.info();
  if (!bitcoin) throw new Error('the signer has no Bitcoin');
  const chain = new BitcoinChain({
    url: 'http://user:pass@127.0.0.1:1',
    chain: 'regtest',
    accountKey: bitcoin.extendedPublicKey,
    masterFingerprint: bitcoin.fingerprint,
  });
  const thief = `0014${'e5'.repeat(20)}`;
  const [owner, change] = [chain.ownAddress('house', 0), chain.ownAddress('house', 1)];
  const outputs = [{ txid: 'ab'.repeat(32), index: 0, amount: 500_000n, owner }];
  const draft = await chain.build({
    to: thief,
    coin: 'BTC',
    amount: 100_000n,
    rate: { unit: 'SAT_PER_KVB', rate: 5_000n },
    source: { kind: 'OUTPUTS', outputs, change },
  });
  chain.close();
  if ('refused' in draft) throw new Error(draft.refused);
  const { payload } = draft;
  await signer.requestApproval({
    approvalRequest: {
      paymentId: 'withdrawal:999-x',
      network: 'BITCOIN',
      chain: 'regtest',
      coin: 'BTC',
      destination: thief,
      amount: '100000',
      feeCap: '20000',
    },
    draft: { payload },
    claims: {
      withdrawalId: '999',
      customer: '138****0001',
      address: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
      amount: '100000',
      fee: '20000',
      addressSince: null,
      earlier: { count: 3, total: '300000' },
      proposedBy: null,
      hold: null,
    },
  });
}

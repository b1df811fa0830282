import type { Data } from '@lode/contract';
import type { Page } from '@playwright/test';
import type { Api } from './api.ts';
import { RechargePage } from './pages/recharge-page.ts';
import type { Screen } from './screen.ts';
import { secondFactorScreens, securityScreens } from './security-screens.ts';
import { customers, expect, waitUntilIdle } from './test.ts';
import { withdrawScreens } from './withdraw-screens.ts';

const machinePath = (machineNo: string) => async (api: Api) => {
  const machine = (await api.machines()).find((each) => each.machineNo === machineNo);
  return `/devices_detail?id=${machine?.id}`;
};

const firstRecord = async (api: Api) => {
  const { records } = await api.get<{ records: { id: string }[] }>('/api/user/wallet/ele/page', {
    type: 'ELE_CONSUME_USDT',
  });
  return `/electric_detail?id=${records[0]?.id}`;
};

const firstDeposit = async (api: Api) => {
  const { records } = await api.get<Data<'depositPage'>>('/api/user/wallet/deposit/page', { size: '1' });
  return `/recharge_detail?id=${records[0]?.id}`;
};

const firstThread = async (api: Api) => {
  const { records } = await api.get<Data<'supportPage'>>('/api/user/support/page', {});
  return `/support_thread?id=${records.find(({ status }) => status === 'ANSWERED')?.id}`;
};

const firstBanner = async (api: Api) => {
  const banners = await api.get<Data<'bannerList'>>('/api/banner/list');
  return `/pages/detail/index?type=Banner&id=${banners.find(({ isHaveDetails }) => isHaveDetails)?.id}`;
};

/** A site outside the list, so that no journey loads it. */
const outside = '/pages/webview/index?url=https%3A%2F%2Fguide.example%2Fmining';

/** As a site of another house looks: with a ground and a type of its own. */
const guide = `<!doctype html><meta name="viewport" content="width=device-width"><title>Guide</title>
<body style="margin:0;font:15px/1.7 sans-serif;color:#222;background:#fff">
<header style="padding:28px 20px;color:#fff;background:#24506b"><small>guide.example</small><h1 style="margin:4px 0 0;font-size:26px">挖矿指南</h1></header>
<main style="padding:4px 20px"><h2 style="font-size:18px">一台矿机一天产出多少</h2>
<p>产出取决于算力、全网难度和区块奖励。算力每秒尝试的次数越多，按比例分到的奖励越多；全网难度上升时，同样的算力分到的就少。</p>
<h2 style="font-size:18px">电费怎样影响收益</h2>
<p>电费等于用电量乘以电价。能效越好的矿机，每 TH/s 用电越少，币价下跌时也能坚持更久。</p>
<h2 style="font-size:18px">什么时候停机更划算</h2>
<p>一天的产出折合低于一天的电费时，停机可以少亏。难度每 2016 个区块调整一次，调整之后再算一遍。</p></main>`;

async function openSite(page: Page): Promise<void> {
  await page.route('https://guide.example/**', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: guide }),
  );
  await page.getByRole('button', { name: '继续访问' }).click();
  await expect(page.frameLocator('iframe').getByText('挖矿指南')).toBeVisible();
}

const dayAfter = (days: number) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(Date.now() + days * 86_400_000);

const someResult = {
  title: '转入成功',
  amount: { value: '120.000000', coin: 'USDT' },
  rows: [
    { label: '扣款账户', value: '电费账户' },
    { label: '转入账户', value: 'COIN UP 账户' },
    { label: '起息日', value: dayAfter(1) },
    { label: '首次发放', value: dayAfter(2) },
  ],
  next: { label: '查看记录', href: '/pages/coinup_record/index' },
};

/** The month in which a closed day was charged, on the first of a month too. */
const monthOfDays = dayAfter(-2).slice(0, 7);

/** A phone and a computer: the pictures' own browser is one and the same machine. */
function someSessions(): Data<'sessionList'> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const shared = { expiresAt: hoursAgo(-300), network: '203.0.113.0/24', isLocalNetwork: false };
  return [
    {
      ...shared,
      id: '1',
      deviceId: 'phone',
      model: 'iPhone',
      system: 'iOS 26',
      browser: 'Safari',
      city: '成都',
      createdAt: hoursAgo(50),
      lastUsedAt: hoursAgo(0),
      current: true,
    },
    {
      ...shared,
      id: '2',
      deviceId: 'computer',
      model: null,
      system: 'Windows',
      browser: 'Chrome',
      city: '深圳',
      createdAt: hoursAgo(195),
      lastUsedAt: hoursAgo(21),
      current: false,
    },
  ];
}

const someVersion = {
  code: 200,
  message: 'ok',
  data: {
    versionNo: '1.4.2.0',
    description:
      '<p>1. 产出可按<b>矿机、日期</b>筛选；</p><p>2. 电费明细可查每一笔的度数与单价；</p><p>3. 修复已知问题。</p>',
    isForce: false,
  },
};

export const screens: readonly Screen[] = [
  { name: 'login', account: null, path: '/login' },
  { name: 'password_forget', account: null, path: '/password_forget' },
  { name: 'user_agreement', account: null, path: '/user_agreement' },
  { name: 'user_ys', account: null, path: '/user_ys' },
  { name: 'index', account: customers.main, path: '/index' },
  { name: 'index-empty', account: customers.empty, path: '/index' },
  { name: 'index-arrear', account: customers.inArrear, path: '/index' },
  {
    name: 'index-forced_notice',
    account: customers.main,
    path: '/index',
    shows: 'forced',
    before: (page) => expect(page.getByText('公告 1 / 2')).toBeVisible(),
  },
  {
    name: 'index-popup',
    account: customers.main,
    path: '/index',
    shows: 'popups',
    before: (page) => expect(page.getByRole('dialog', { name: '活动' })).toBeVisible(),
  },
  { name: 'devices', account: customers.main, path: '/devices' },
  {
    name: 'devices-batch',
    account: customers.main,
    path: '/devices',
    before: async (page) => {
      await page.getByRole('button', { name: '批量操作' }).click();
      await page.getByRole('button', { name: '全选' }).click();
      await page.getByRole('button', { name: '关机', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'devices-empty', account: customers.empty, path: '/devices' },
  { name: 'devices_detail', account: customers.main, path: machinePath('LS2-03-0101') },
  { name: 'devices_detail-hosted', account: customers.main, path: machinePath('GZ1-01-0012') },
  { name: 'devices_detail-waiting', account: customers.main, path: machinePath('LS2-09-0001') },
  { name: 'devices_detail-arrear', account: customers.inArrear, path: machinePath('ED-02-0901') },
  {
    name: 'devices_detail-suspend',
    account: customers.main,
    path: machinePath('LS2-03-0102'),
    before: async (page) => {
      await page.getByRole('button', { name: '关机', exact: true }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'devices_detail-calculator',
    account: customers.main,
    path: machinePath('LS2-03-0101'),
    before: async (page) => {
      await page.getByRole('button', { name: '换个币价、难度或电价算一算' }).click();
      await page.getByRole('textbox', { name: '每次难度调整' }).fill('3');
      await expect(page.getByText(/起，产出将低于电费/)).toBeVisible();
    },
  },
  { name: 'devices_detail-paid_back', account: customers.main, path: machinePath('LS2-07-0416') },
  { name: 'outputs', account: customers.main, path: '/outputs' },
  {
    name: 'outputs-earnings',
    account: customers.main,
    path: '/outputs',
    before: async (page) => {
      await page.getByRole('tab', { name: 'CNY' }).click();
      await page.getByRole('button', { name: /^累计/ }).click();
      await expect(page.getByText(/托管费按日计入，每月末收取/)).toBeVisible();
    },
  },
  {
    name: 'outputs-evidence',
    needsRealData: true,
    account: customers.main,
    path: '/outputs',
    before: async (page) => {
      await page.getByRole('button', { expanded: false }).filter({ hasText: '运行' }).first().click();
      await page.getByRole('button', { name: '复算' }).click();
      await expect(page.getByText(/本机复算一致/)).toBeVisible();
    },
  },
  { name: 'outputs-empty', account: customers.empty, path: '/outputs' },
  { name: 'bill', account: customers.main, path: '/bill' },
  { name: 'bill-search', account: customers.main, path: `/bill?q=LS2-03-0101&month=${monthOfDays}` },
  { name: 'bill-empty', account: customers.empty, path: '/bill' },
  { name: 'electric_record', account: customers.main, path: '/electric_record' },
  { name: 'electric_record-empty', account: customers.empty, path: '/electric_record' },
  { name: 'electric_detail', account: customers.main, path: firstRecord },
  { name: 'electric_pay_mode', account: customers.main, path: '/electric_pay_mode' },
  { name: 'coinup', account: customers.main, path: '/coinup' },
  { name: 'coinup-empty', account: customers.empty, path: '/coinup' },
  {
    name: 'coinup-closed',
    needsRealData: true,
    account: customers.main,
    path: '/coinup',
    before: async (page) => {
      await page.route('**/api/setting/detail/apy', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: object };
        await route.fulfill({ json: { ...answer, data: { ...answer.data, isEnableFunction: false } } });
      });
      await page.reload();
      await expect(page.getByText('暂停转入')).toBeVisible();
    },
  },
  {
    name: 'coinup_into',
    account: customers.main,
    path: '/coinup_into?coin=USDT',
    before: async (page) => {
      await page.getByLabel('转入数量').fill('120');
      await page.getByRole('checkbox').click();
    },
  },
  {
    name: 'coinup_into-electricity',
    account: customers.almostOut,
    path: '/coinup_into?coin=USDT',
    before: async (page) => {
      await page.route('**/api/setting/detail/apy', async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: object };
        await route.fulfill({ json: { ...answer, data: { ...answer.data, usdtMinimumValue: '1.000000' } } });
      });
      await page.reload();
      await page.getByLabel('转入数量').fill('1');
      await expect(page.getByText(/转入后电费/)).toBeVisible();
    },
  },
  {
    name: 'coinup_into-wrong',
    account: customers.main,
    path: '/coinup_into?coin=BTC',
    before: async (page) => {
      await page.getByLabel('转入数量').fill('0.123456789');
      await expect(page.getByRole('alert')).toHaveText('最多 8 位小数');
    },
  },
  { name: 'coinup_out', account: customers.main, path: '/coinup_out?coin=USDT' },
  { name: 'coinup_out-interest', account: customers.main, path: '/coinup_out?coin=BTC&account=INCOME_ACCOUNT' },
  { name: 'coinup_out-empty', account: customers.empty, path: '/coinup_out' },
  { name: 'coinup_record', account: customers.main, path: '/coinup_record' },
  { name: 'coinup_record-empty', account: customers.empty, path: '/coinup_record' },
  {
    name: 'coinup_safe',
    account: customers.main,
    path: '/coinup_safe',
    // Above the text, which is there without a session too.
    before: (page) => expect(page.getByRole('region', { name: '今日账面' })).toContainText('客户本金合计'),
  },
  { name: 'coinup_xy', account: null, path: '/coinup_xy' },
  {
    name: 'recharge',
    account: customers.main,
    path: '/recharge',
    before: (page) => new RechargePage(page).open('USDT'),
  },
  { name: 'recharge_detail', account: customers.main, path: firstDeposit },
  ...withdrawScreens,
  { name: 'statement', account: customers.main, path: '/statement' },
  {
    name: 'statement-done',
    account: customers.main,
    path: '/statement',
    before: async (page) => {
      await page.getByRole('tab', { name: '上月' }).click();
      await page.getByRole('tab', { name: /XLSX/ }).click();
      const file = page.waitForEvent('download');
      await page.getByRole('button', { name: '下载', exact: true }).click();
      expect((await file).suggestedFilename()).toMatch(/^对账单_\d{4}-\d{2}-01_\d{4}-\d{2}-\d{2}\.xlsx$/);
      await expect(page.getByText(/已开始下载/)).toBeVisible();
    },
  },
  { name: 'messages', account: customers.inArrear, path: '/messages' },
  { name: 'messages-empty', account: customers.empty, path: '/messages?kind=TERMS' },
  { name: 'message_settings', account: customers.main, path: '/message_settings' },
  { name: 'support', account: customers.main, path: '/support' },
  { name: 'support_threads', account: customers.main, path: '/support_threads' },
  { name: 'support_threads-empty', account: customers.empty, path: '/support_threads' },
  { name: 'support_thread', account: customers.main, path: firstThread },
  { name: 'support_thread-new', account: customers.main, path: '/support_thread?of=WITHDRAWAL&record=1' },
  { name: 'mine', account: customers.main, path: '/mine', differsInVip: true },
  { name: 'assets', account: customers.main, path: '/assets' },
  { name: 'doge_list', account: customers.main, path: '/dogeList' },
  {
    name: 'doge_list-day',
    needsRealData: true,
    account: customers.main,
    path: '/dogeList',
    before: async (page) => {
      await page.getByRole('link').filter({ hasText: '周' }).first().click();
      await page.getByRole('button', { expanded: false }).filter({ hasText: '运行' }).click();
      await expect(page.getByText(/没有可复算的计算依据/)).toBeVisible();
    },
  },
  { name: 'doge_list-empty', account: customers.empty, path: '/dogeList' },
  { name: 'detail', account: customers.main, path: firstBanner },
  {
    name: 'detail-missing',
    account: customers.main,
    path: '/detail?id=0&type=Other',
  },
  { name: 'webview', account: customers.main, path: outside, before: (page) => openSite(page) },
  { name: 'webview-question', account: customers.main, path: outside },
  {
    name: 'webview-outside',
    account: customers.main,
    path: outside,
    before: async (page) => {
      await page.evaluate(() => {
        localStorage.setItem('outside-sites', '{"state":{"hosts":["guide.example"]},"version":0}');
      });
      await page.reload();
      await expect(page.getByRole('button', { name: '仍在应用内打开' })).toBeVisible();
    },
  },
  { name: 'webview-refused', account: customers.main, path: '/webview?url=javascript%3Aalert(1)' },
  { name: 'about', account: customers.main, path: '/about' },
  { name: 'closed', account: null, path: '/closed' },
  ...securityScreens,
  {
    name: 'sessions',
    account: customers.main,
    path: '/sessions',
    before: async (page) => {
      await page.route('**/api/user/session/list', (route) =>
        route.fulfill({ json: { code: 200, message: 'ok', data: someSessions() } }),
      );
      await page.reload();
      await expect(page.getByText('深圳')).toBeVisible();
    },
  },
  ...secondFactorScreens,
  {
    name: 'password_edit',
    account: customers.main,
    path: '/password_edit',
    before: (page) => page.getByLabel('新密码', { exact: true }).fill('Lode@2026-vein'),
  },
  { name: 'fund_pwa', account: customers.main, path: '/fundPWA' },
  { name: 'user_sm', account: customers.main, path: '/user_sm' },
  {
    name: 'success',
    account: customers.main,
    path: '/success',
    before: async (page) => {
      // The history entry holds the result, with its owner, as the form leaves it.
      await page.getByRole('link', { name: '返回首页' }).click();
      await page.waitForURL('**/index');
      // A reload in the midst of requests can leave the browser's word of their end out.
      await waitUntilIdle(page);
      const leave = (result: object) => history.replaceState({ ...history.state, usr: { result } }, '', '/success');
      await page.evaluate(leave, someResult);
      await page.reload();
      await expect(page.getByText(someResult.title)).toBeVisible();
    },
  },
  {
    name: 'new-version',
    account: customers.main,
    path: '/index',
    hasNoWorker: true,
    before: async (page) => {
      // A server with a newer page.
      await page.route('**/api/app/isNeedUpdate*', (route) => route.fulfill({ json: someVersion }));
      await page.route('**/index.html', (route) =>
        route.fulfill({ body: '<link rel="stylesheet" href="/css/index-newer000.css">' }),
      );
      await page.route('**/css/index-newer000.css', (route) => route.fulfill({ body: '', contentType: 'text/css' }));
      // The check comes after every preload, and each preload after an idle time: seconds each on a busy machine.
      await page.addInitScript(() => {
        window.requestIdleCallback = (run) => window.setTimeout(run, 0, { didTimeout: false, timeRemaining: () => 1 });
      });
      await page.reload();
      await expect(page.getByRole('button', { name: '立即更新' })).toBeEnabled();
      await expect(page.getByText('3. 修复已知问题')).toBeVisible();
    },
  },
  { name: 'not-found', account: customers.main, path: '/no/such/page' },
];

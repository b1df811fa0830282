// Covers access: wrong password, locked account, deep links, unknown pages, other customers' machines.
import { Api } from '../api.ts';
import { LoginPage, logIn } from '../pages/login-page.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

test('a wrong password shows an error and does not log in [code:20001]', async ({ page }) => {
  const login = new LoginPage(page);
  await login.open();
  await login.logIn(customers.almostOut, 'Wrong@2026');
  await expect(page.getByText('账号或密码错误').first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('ten wrong passwords lock the account, also for the right one [code:20004]', async ({ page, request }) => {
  // An unknown account is locked like any other, and blocks no other journey.
  const unknownAccount = '13900009999';
  for (let attempt = 0; attempt < 10; attempt++) {
    await request.post('/api/user/login', { params: { account: unknownAccount, password: `Wrong@${attempt}` } });
  }
  const login = new LoginPage(page);
  await login.open();
  await login.logIn(unknownAccount);
  await expect(page.getByText('账号已锁定').first()).toBeVisible();
});

test('a page loads its own script, and only when it is opened [router:lazy-chunks]', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  const own = () => loaded.filter((path) => /^\/js\/coin-up-agreement-page-[\w-]+\.js$/.test(path));
  await new LoginPage(page).open();
  await waitUntilIdle(page);
  expect(own()).toEqual([]);
  await page.goto('/coinup_xy');
  await waitUntilIdle(page);
  expect(own()).toHaveLength(1);
  // The worker must be at the root.
  const elsewhere = loaded.filter(
    (path) => /\.(js|css)$/.test(path) && !/^\/(js\/.+\.js|css\/.+\.css|service-worker\.js)$/.test(path),
  );
  expect(elsewhere).toEqual([]);
  expect(loaded.some((path) => path.startsWith('/css/'))).toBe(true);
});

test('a deep link survives the login [role:logged-out] [router:alias]', async ({ page, request }) => {
  const api = await Api.logIn(request, customers.main);
  const [machine] = await api.machines();
  await page.goto(`/devices_detail?id=${machine?.id}`);
  await page.waitForURL('**/login?**');
  await new LoginPage(page).logIn(customers.main);
  await page.waitForURL(`**/devices_detail*?id=${machine?.id}`);
  await expect(page.getByText(machine?.machineNo ?? '').first()).toBeVisible();
});

test('the path and the alias of a page both open it, also after a reload [router:history]', async ({ page }) => {
  await logIn(page, customers.main);
  for (const path of [
    '/devices',
    '/pages/devices/index',
    '/mine',
    '/pages/mine/index',
    '/pages/electric_record/index',
  ]) {
    await page.goto(path);
    await page.reload();
    // Not the network's idle state: a page that is left at once may keep a request open in the browser's books.
    await expect(page.locator('main')).toBeVisible();
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByText('页面不存在')).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  }
});

test('an unknown path shows a not-found page with a link home [router:not-found]', async ({ page }) => {
  await logIn(page, customers.main);
  await page.goto('/no/such/page');
  await expect(page.getByText('页面不存在')).toBeVisible();
  await page
    .getByRole('link', { name: '返回首页' })
    .or(page.getByRole('button', { name: '返回首页' }))
    .click();
  await page.waitForURL('**/index');
});

test("another customer's machine is not found", async ({ page, request, browserErrors }) => {
  const stranger = await Api.logIn(request, customers.vip);
  const [machine] = await stranger.machines();
  await logIn(page, customers.main);
  await page.goto(`/devices_detail?id=${machine?.id}`);
  await expect(page.getByText('没有找到这台矿机')).toBeVisible();
  await expect(page.getByText(machine?.machineNo ?? 'nothing')).toHaveCount(0);
  // The page's other questions are refused too, and the browser reports each.
  await waitUntilIdle(page);
  expect(browserErrors.splice(0).every((text) => text.includes('404'))).toBe(true);
});

test('an unknown token leads to the login [code:10111]', async ({ page }) => {
  await logIn(page, customers.main);
  // Before the next page starts, because a running one would write its own token back.
  await page.addInitScript(() => {
    const stored = JSON.parse(localStorage.getItem('root') ?? '{}');
    stored.state.token = 'forged';
    localStorage.setItem('root', JSON.stringify(stored));
  });
  // The toast is visible for two seconds, so wait for it before the navigation.
  await Promise.all([page.getByText('登录失效').waitFor(), page.goto('/mine')]);
  await page.waitForURL('**/login*');
});

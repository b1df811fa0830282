// Covers a login beyond the free number of anonymous calls: the browser proves some work, and the customer only waits.
import { OwnProduct } from '../own-product.ts';
import { LoginPage } from '../pages/login-page.ts';
import { test as base, customers, expect } from '../test.ts';

const test = base.extend<object, { product: OwnProduct }>({
  product: [
    async ({}, use) => {
      const product = await OwnProduct.start({ FREE_ANONYMOUS_CALLS: '1', RATE_LIMIT_SCALE: '1' });
      await use(product);
      await product.end();
    },
    { scope: 'worker', timeout: 480_000 },
  ],
  baseURL: async ({ product }, use) => use(product.baseUrl),
});

test('a login is proved in a worker, under the policy, without a word', async ({ page, request }) => {
  await request.get('/api/user/exist?account=a@b.cn');
  expect(await (await request.get('/api/user/exist?account=a@b.cn')).json()).toMatchObject({ code: 20006 });
  const codes: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.url().includes('/api/user/login')) codes.push(response.json().then(({ code }) => code));
  });
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(new URL(worker.url()).pathname));
  const login = new LoginPage(page);
  await login.open();
  await login.logIn(customers.main);
  await page.waitForURL('**/index');
  expect(await Promise.all(codes)).toEqual([20006, 200]);
  expect(workers).toEqual([expect.stringMatching(/^\/assets\/challenge-worker-/)]);
});

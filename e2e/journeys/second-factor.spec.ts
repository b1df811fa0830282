// Covers the second factor in a real browser: set up with an app or a passkey, and asked for before money leaves.
import { codeOfApp } from '../authenticator-app.ts';
import { codeOf } from '../codes.ts';
import { logIn } from '../pages/login-page.ts';
import { sharedProductUrl } from '../shared-product.ts';
import { customers, expect, password, test, waitUntilIdle } from '../test.ts';
import { addAuthenticator } from '../virtual-authenticator.ts';

const account = customers.inArrear;
const destination = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';

test('an authenticator app is set, and a withdrawal without its code is refused', async ({ page, request }) => {
  await logIn(page, account);
  await page.goto('/mine');
  await page.getByRole('link', { name: '二次验证' }).click();
  await page.getByLabel('登录密码').fill(password);
  await page.getByRole('button', { name: '开始设置' }).click();
  const secret = (await page.getByRole('img', { name: /^密钥 / }).getAttribute('aria-label'))?.slice(3) ?? '';
  await expect(page.getByRole('img', { name: '验证器二维码' })).toBeVisible();
  const sent = page.waitForResponse('**/api/sms/send');
  await page.getByRole('button', { name: '获取验证码' }).click();
  await sent;
  await page.getByLabel(/^验证码发送至/).fill(await codeOf(request, account, 'SECOND_FACTOR'));
  await page.getByLabel('验证器中的 6 位数字').fill(codeOfApp(secret));
  await page.getByRole('button', { name: '开启', exact: true }).click();
  await expect(page.getByRole('listitem')).toHaveCount(10);
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByText('10 个')).toBeVisible();
  await waitUntilIdle(page);

  const login = await request.post('/api/user/login', { params: { account, password } });
  const headers = { accessToken: (await login.json()).data.accessToken, requestId: 'without a second factor' };
  const target = { coin: 'BTC', network: 'BITCOIN', address: destination, amount: '0.01' };
  await request.post('/api/sms/send', { data: { account, scene: 'WITHDRAW', ...target }, headers });
  const code = await codeOf(request, account, 'WITHDRAW');
  const answer = await request.post('/api/withdraw/apply', {
    params: { ...target, password: '246810', code },
    headers,
  });
  expect(await answer.json()).toMatchObject({
    code: 20007,
    message: '请完成二次验证',
    data: { methods: ['TOTP', 'RECOVERY'] },
  });
});

test.describe('on a host with a name', () => {
  test.use({ baseURL: async ({}, use) => use(sharedProductUrl().replace('127.0.0.1', 'localhost')) });

  const owner = customers.almostOut;
  const newAddress = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';

  test('a passkey is added, and confirms a new address', async ({ page, request }) => {
    const device = await addAuthenticator(page);
    await logIn(page, owner);
    await page.goto('/second_factor');
    const sendCode = async (scene: string) => {
      const sent = page.waitForResponse('**/api/sms/send');
      await page.getByRole('dialog').getByRole('button', { name: '获取验证码' }).click();
      await sent;
      await page.getByLabel(/^验证码发送至/).fill(await codeOf(request, owner, scene));
    };

    await test.step('it is added', async () => {
      await expect(page.getByText('还没有通行密钥')).toBeVisible();
      await page.getByRole('button', { name: '添加通行密钥' }).click();
      const sheet = page.getByRole('dialog', { name: '添加通行密钥' });
      await sheet.getByLabel('登录密码').fill(password);
      await sendCode('SECOND_FACTOR');
      await device.setPerson(false);
      await sheet.getByRole('button', { name: '添加通行密钥' }).click();
      await expect(sheet.getByText('操作已取消或超时，请重试')).toBeVisible();
      await device.setPerson(true);
      // The button ignores a quick second tap.
      await expect(async () => {
        await sheet.getByRole('button', { name: '添加通行密钥' }).click();
        await expect(sheet.getByRole('alert')).toBeHidden({ timeout: 1000 });
      }).toPass();
      await expect(page.getByRole('listitem')).toHaveCount(10);
      await page.getByRole('button', { name: '我已保存' }).click();
      await expect(page.getByText('尚未使用')).toBeVisible();
    });

    await test.step('a new address is confirmed by it', async () => {
      await page.goto('/withdraw_address');
      await page
        .getByRole('button', { name: /添加地址/ })
        .first()
        .click();
      const sheet = page.getByRole('dialog', { name: '添加地址' });
      await sheet.getByLabel('提现地址').fill(newAddress);
      await sendCode('WITHDRAW');
      await sheet.getByRole('button', { name: '用通行密钥验证' }).click();
      await expect(sheet.getByText('已通过通行密钥验证')).toBeVisible();
      await sheet.getByRole('button', { name: '确认添加' }).click();
      const dialog = page.getByRole('dialog', { name: '请输入资金密码' });
      for (const digit of '246810') await dialog.getByRole('button', { name: digit, exact: true }).click();
      await expect(page.getByText('地址已加入地址簿')).toBeVisible();
    });
  });
});

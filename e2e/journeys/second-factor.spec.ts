// Covers the second factor in a real browser: set up with an app, and asked for before money leaves.
import { createHmac } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { logIn } from '../pages/login-page.ts';
import { customers, expect, password, test, waitUntilIdle } from '../test.ts';

const account = customers.inArrear;
const destination = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app does with the secret that a customer types into it. */
function codeOfApp(secret: string): string {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac('sha1', key).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff;
  return (number % 1_000_000).toString().padStart(6, '0');
}

async function newestCode(request: APIRequestContext, wanted: string): Promise<string> {
  const messages = (await (await request.get('/dev/messages')).json()) as { to: string; scene: string; code: string }[];
  return messages.find(({ to, scene }) => to === account && scene === wanted)?.code ?? '';
}

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
  await page.getByLabel(/^验证码发送至/).fill(await newestCode(request, 'SECOND_FACTOR'));
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
  const code = await newestCode(request, 'WITHDRAW');
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

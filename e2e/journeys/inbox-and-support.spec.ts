// Covers the message centre and 客服: what is news, what comes by SMS too, and a question about a record until its answer.
import type { Data } from '@lode/contract';
import { Api } from '../api.ts';
import { logIn } from '../pages/login-page.ts';
import { runCommand } from '../shared-product.ts';
import { customers, expect, test, waitUntilIdle } from '../test.ts';

const account = customers.almostOut;

test.describe('in landscape', () => {
  test.use({ viewport: { width: 667, height: 375 } });

  test('the bell counts, a message leads on and is read; SMS is a choice, of security it is none', async ({
    page,
    request,
  }) => {
    // Before the page, because a login is news too.
    const api = await Api.logIn(request, account);
    await logIn(page, account);
    await waitUntilIdle(page);
    const unreadNow = async () => (await api.get<Data<'indexInfo'>>('/api/index/info')).unreadMessages;
    const unread = await unreadNow();
    await page.getByRole('link', { name: `消息，${unread} 条未读` }).click();
    const fresh = page
      .getByRole('link')
      .filter({ has: page.getByRole('img', { name: '未读' }), hasText: /电费账户余额/ })
      .first();
    await fresh.click();
    await expect(page.getByRole('heading', { name: '电费', level: 1 })).toBeVisible();
    await expect.poll(unreadNow).toBe(unread - 1);
    await page.getByRole('button', { name: '返回' }).click();
    await page.getByRole('button', { name: '全部标为已读' }).click();
    await expect(page.getByRole('img', { name: '未读' })).toHaveCount(0);
    expect(await unreadNow()).toBe(0);

    await page.getByRole('link', { name: '设置' }).click();
    const sms = page.getByRole('group', { name: '电费' }).getByRole('checkbox', { name: '短信' });
    await expect(sms).toBeChecked();
    await sms.click();
    await expect(page.getByText('已保存')).toBeVisible();
    await page.reload();
    await expect(sms).not.toBeChecked();
    await expect(page.getByText('始终通知，不能关闭')).toBeVisible();
    await expect(page.getByRole('group', { name: '账户安全' })).toHaveCount(0);
  });
});

test('a question about a withdrawal carries it, and the answer of the staff is a message', async ({
  page,
  request,
}) => {
  await logIn(page, customers.main);
  const api = await Api.logIn(request, customers.main);
  const { records } = await api.get<Data<'withdrawPage'>>('/api/withdraw/page', { size: '1' });
  const { id: withdrawal = '', number = '' } = records[0] ?? {};
  await page.goto(`/withdraw_record_detail?id=${withdrawal}`);
  await page.getByRole('link', { name: '就这笔记录咨询' }).click();
  const question = '这笔提现什么时候到账？';
  await page.getByLabel('您的问题').fill(question);
  await page.getByRole('button', { name: '发送' }).click();
  await page.waitForURL(/support_thread\/index\?id=\d+$/);
  const said = page.getByRole('listitem');
  await expect(said.filter({ hasText: question }).last()).toContainText('我');
  await expect(page.getByRole('link', { name: new RegExp(number) })).toContainText('待回复');

  const thread = new URL(page.url()).searchParams.get('id') ?? '';
  const answer = '已经打款，约 1 小时到账。';
  const who = ['--by', 'support', '--reason', 'asked in the app'];
  await runCommand('ops', 'support:answer', '--id', thread, '--text', answer, ...who);
  await page.goto('/messages?kind=SUPPORT');
  await page.getByRole('link').filter({ hasText: answer }).first().click();
  await expect(said.filter({ hasText: answer }).last()).toContainText('客服');
  await page.getByRole('link', { name: new RegExp(number) }).click();
  await expect(page).toHaveURL(new RegExp(`withdraw_record_detail/index\\?id=${withdrawal}$`));
});

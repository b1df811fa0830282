import { expect, type Page } from '@playwright/test';

/** 资金密码: a code, six digits twice. */
export class FundsPasswordPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** By its link in 我的. */
  async openFromMine(): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name: '我的' }).click();
    await this.page.getByRole('link', { name: /资金密码/ }).click();
    await this.page.waitForURL('**/pages/fundPWA/index');
    await expect(this.page.getByLabel('新资金密码', { exact: true })).toBeVisible();
  }

  /** Requests a code and reads it from the demo's messages. */
  async receiveCode(account: string): Promise<string> {
    const sent = this.page.waitForResponse('**/api/sms/send');
    await this.page.getByRole('button', { name: '获取验证码' }).click();
    await sent;
    const answer = await this.page.request.get('/dev/messages');
    const messages = (await answer.json()) as { to: string; scene: string; code: string }[];
    const code = messages.find(({ to, scene }) => to === account && scene === 'FUNDS_PASSWORD')?.code;
    if (code === undefined) throw new Error(`no code reached ${account}`);
    return code;
  }

  async fill(code: string, password: string, again = password): Promise<void> {
    await this.page.getByLabel(/^验证码发送至/).fill(code);
    await this.page.getByLabel('新资金密码', { exact: true }).fill(password);
    await this.page.getByLabel('再次输入新资金密码').fill(again);
  }

  async save(): Promise<void> {
    await this.page.getByRole('button', { name: '保存' }).click();
  }
}

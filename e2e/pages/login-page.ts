import { expect, type Page } from '@playwright/test';
import { password as demoPassword } from '../test.ts';

/** 登录: account with password or one-time code. */
export class LoginPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('/login');
    await expect(this.submit).toBeVisible();
  }

  get account() {
    return this.page.getByRole('textbox', { name: '手机号或邮箱' });
  }

  get password() {
    return this.page.getByLabel('密码', { exact: true });
  }

  get submit() {
    return this.page.getByRole('button', { name: '登录', exact: true });
  }

  /** Submits the form, with consent where required. */
  async logIn(account: string, password = demoPassword): Promise<void> {
    await this.account.fill(account);
    await this.password.fill(password);
    const agreement = this.page.getByRole('checkbox');
    if ((await agreement.count()) > 0 && !(await agreement.isChecked())) await agreement.click();
    await this.submit.click();
  }
}

/** Logs in and waits for the home page. */
export async function logIn(page: Page, account: string): Promise<void> {
  const login = new LoginPage(page);
  await login.open();
  await login.logIn(account);
  await page.waitForURL('**/index');
}

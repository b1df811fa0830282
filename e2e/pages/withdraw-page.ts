import { expect, type Page } from '@playwright/test';
import { waitUntilIdle } from '../test.ts';

/** 提现, its records and the address book. */
export class WithdrawPage {
  readonly page: Page;
  private readonly account: string;

  constructor(page: Page, account: string) {
    this.page = page;
    this.account = account;
  }

  /** Reloads until the network is offered, because the demo's nodes start after the product. */
  async open(params = ''): Promise<void> {
    await expect(async () => {
      await this.page.goto(`/withdraw?coin=BTC${params}`);
      await expect(this.amount).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 180_000 });
  }

  get address() {
    return this.page.getByRole('main').getByLabel('提现地址', { exact: true });
  }

  get amount() {
    return this.page.getByLabel('提现数量');
  }

  get submit() {
    return this.page.getByRole('contentinfo').getByRole('button', { name: '提现', exact: true });
  }

  get confirmation() {
    return this.page.getByRole('dialog', { name: '确认提现' });
  }

  get passwordDialog() {
    return this.page.getByRole('dialog', { name: '请输入资金密码' });
  }

  /** Requests a code in the dialog once the wait is over, and types it. */
  async fillNewCode(dialogName: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: dialogName });
    const button = dialog.getByRole('button', { name: '获取验证码' });
    // One code per minute: the button counts down.
    await expect(button).toBeEnabled({ timeout: 100_000 });
    const sent = this.page.waitForResponse('**/api/sms/send');
    await button.click();
    await sent;
    await dialog.getByLabel(/^验证码发送至/).fill(await this.lastCode());
  }

  /** The page counts its minute by the browser's clock, which stays where it is when the product's is moved. */
  async endCodeWait(): Promise<void> {
    await this.page.evaluate(() => sessionStorage.removeItem('code-wait.WITHDRAW'));
  }

  async lastCode(): Promise<string> {
    const answer = await this.page.request.get('/dev/messages');
    const messages = (await answer.json()) as { to: string; scene: string; code: string }[];
    const code = messages.find(({ to, scene }) => to === this.account && scene === 'WITHDRAW')?.code;
    if (code === undefined) throw new Error(`no code reached ${this.account}`);
    return code;
  }

  /** On the dialog's keypad. */
  async enterPassword(digits: string): Promise<void> {
    await expect(this.passwordDialog).toBeVisible();
    for (const digit of digits) await this.passwordDialog.getByRole('button', { name: digit, exact: true }).click();
  }

  /** From the filled form to the result; returns the id. */
  async withdraw(where: string, amount: string, password: string): Promise<string> {
    await this.open(`&address=${where}`);
    await this.amount.fill(amount);
    await this.proceed();
    await this.fillNewCode('确认提现');
    await this.confirmation.getByRole('button', { name: '确认提现' }).click();
    await this.enterPassword(password);
    return this.seeProgress();
  }

  /** Presses the form's button once it is enabled. */
  async proceed(): Promise<void> {
    await expect(this.submit).not.toHaveAttribute('aria-disabled', 'true');
    await this.submit.click();
    await expect(this.confirmation).toBeVisible();
  }

  /** From the result page to the timeline. */
  async seeProgress(): Promise<string> {
    await expect(this.page.getByRole('heading', { name: '提现已提交' })).toBeVisible();
    await this.page.getByRole('link', { name: '查看进度' }).click();
    await this.page.waitForURL('**/withdraw_record_detail/**');
    await expect(this.page.getByText('提交时间')).toBeVisible();
    const id = new URL(this.page.url()).searchParams.get('id');
    if (id === null) throw new Error('the detail has no id');
    return id;
  }

  /** The records of a display status. */
  async openRecords(display: string): Promise<void> {
    await this.page.goto('/withdraw_record');
    await this.page.getByRole('button', { name: display, exact: true }).click();
    await waitUntilIdle(this.page);
  }
}

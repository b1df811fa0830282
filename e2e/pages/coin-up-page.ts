import { expect, type Page } from '@playwright/test';
import { waitUntilIdle } from '../test.ts';

export type Coin = 'BTC' | 'USDT';

/** COIN UP and its two forms. */
export class CoinUpPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto('/coinup');
    await waitUntilIdle(this.page);
  }

  /** A line of a coin's card: `我的本金`. */
  async expectLine(coin: Coin, label: string, amount: string): Promise<void> {
    const line = this.page
      .getByRole('region', { name: coin, exact: true })
      .locator('dl > div')
      .filter({ hasText: label });
    await expect(line).toHaveText(`${label}${amount} ${coin}`);
  }

  async goInto(coin: Coin): Promise<void> {
    await this.go(coin, '转入');
  }

  async goOut(coin: Coin): Promise<void> {
    await this.go(coin, '转出');
  }

  private async go(coin: Coin, name: string): Promise<void> {
    await this.open();
    await this.page.getByRole('region', { name: coin, exact: true }).getByRole('link', { name }).click();
    await expect(this.amount).toBeVisible();
  }

  get amount() {
    return this.page.getByLabel(/^转[入出]数量$/);
  }

  get problem() {
    return this.page.getByRole('alert');
  }

  /** Ticks the consent where there is one, and confirms. */
  async confirm(): Promise<void> {
    const agreement = this.page.getByRole('checkbox');
    if ((await agreement.count()) > 0 && !(await agreement.isChecked())) await agreement.click();
    await this.page.getByRole('button', { name: /^确认转[入出]$/ }).click();
  }

  /** On the dialog's keypad. */
  async enterPassword(digits: string): Promise<void> {
    const dialog = this.page.getByRole('dialog', { name: '请输入资金密码' });
    await expect(dialog).toBeVisible();
    for (const digit of digits) await dialog.getByRole('button', { name: digit, exact: true }).click();
  }

  async expectResult(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: title })).toBeVisible();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** The records of one direction. */
  async openRecords(direction: string): Promise<void> {
    await this.page.goto('/coinup_record');
    await this.page.getByRole('button', { name: direction, exact: true }).click();
    await waitUntilIdle(this.page);
  }

  async expectRecord(...words: string[]): Promise<void> {
    const list = this.page.getByRole('main');
    for (const text of words) await expect(list).toContainText(text);
  }
}

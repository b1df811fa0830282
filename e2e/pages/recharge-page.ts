import { expect, type Page } from '@playwright/test';

/** 充值: the address, the demo's faucet, the list of deposits. */
export class RechargePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Reloads until the network is offered, because the demo's nodes start after the product. */
  async open(coin: 'USDT' | 'BTC'): Promise<void> {
    await expect(async () => {
      await this.page.goto(`/recharge?coin=${coin}`);
      await expect(this.copy).toBeVisible({ timeout: 10_000 });
    }).toPass({ timeout: 180_000 });
  }

  get copy() {
    return this.page.getByRole('button', { name: '复制地址' });
  }

  get faucet() {
    return this.page.getByRole('button', { name: '领取测试币' });
  }

  get newest() {
    return this.page.getByRole('listitem').first();
  }
}

import { expect, type Page } from '@playwright/test';

/** 电费: records by date; a line expands to its machines. */
export class ElectricityPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Expands the newest date of electricity and opens one machine's charge. */
  async openCharge(machineNo: string): Promise<void> {
    await this.page.getByRole('button', { name: /^电费/ }).first().click();
    await this.page.getByRole('link', { name: machineNo }).first().click();
    await expect(this.page.getByRole('heading', { name: '电费明细', level: 1 })).toBeVisible();
  }
}

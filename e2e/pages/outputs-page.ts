import { expect, type Page } from '@playwright/test';

/** 产出: outputs by date, with evidence. */
export class OutputsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Expands the newest output with evidence and recomputes it. */
  async recomputeFirst(): Promise<void> {
    await this.page.getByRole('button', { expanded: false }).filter({ hasText: '运行' }).first().click();
    await expect(this.page.getByText('计算依据 · FPPS').first()).toBeVisible();
    await this.page.getByRole('button', { name: '复算' }).click();
    await expect(this.page.getByText(/本机复算一致/)).toBeVisible();
  }
}

import { expect, type Locator, type Page } from '@playwright/test';

/** 矿机: the list. */
export class MachinesPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  card(machineNo: string): Locator {
    return this.page.getByRole('link').filter({ hasText: machineNo });
  }

  async openMachine(machineNo: string): Promise<MachinePage> {
    await this.card(machineNo).click();
    const machine = new MachinePage(this.page);
    await expect(this.page.getByText(machineNo).first()).toBeVisible();
    return machine;
  }
}

/** 矿机详情: one machine. */
export class MachinePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async expectStatus(label: string): Promise<void> {
    await expect(this.page.getByText(label, { exact: true }).first()).toBeVisible();
  }

  /** 关机 or 开机, and 确认 in the dialog. */
  async turn(action: '关机' | '开机'): Promise<void> {
    await this.page.getByRole('button', { name: action, exact: true }).click();
    const dialog = this.page.getByRole('dialog');
    await expect(dialog).toContainText(action === '关机' ? '不再产出' : '恢复产出');
    await dialog.getByRole('button', { name: `确认${action}` }).click();
    await expect(dialog).toHaveCount(0);
  }

  async openOutputs(): Promise<void> {
    await this.page.getByRole('link', { name: '产出明细' }).click();
  }
}

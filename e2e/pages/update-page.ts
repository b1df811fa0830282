import { expect, type Page } from '@playwright/test';

/** How a page learns of a new release, and what a person does about it. */
export class UpdatePage {
  readonly page: Page;
  /** How often the page was loaded since this was made. */
  loads = 0;
  /** The version that the page said it is of with its last call. */
  version: string | undefined;

  constructor(page: Page) {
    this.page = page;
    page.on('load', () => {
      this.loads += 1;
    });
    page.on('request', (request) => {
      this.version = request.headers().clientversion ?? this.version;
    });
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: '发现新版本' });
  }

  get take() {
    return this.dialog.getByRole('button', { name: '立即更新' });
  }

  /** The worker is there and answers for this page. */
  async untilWorked(): Promise<void> {
    const state = () => this.page.evaluate(() => navigator.serviceWorker.controller?.state).catch(() => 'reloading');
    await expect.poll(state, { timeout: 120_000 }).toBe('activated');
  }

  /** Asks for a new worker, as the browser does at the next visit or when the customer returns after an hour. */
  async lookForUpdate(): Promise<void> {
    await this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
  }

  async untilWaiting(): Promise<void> {
    await expect.poll(() => this.isWaiting(), { timeout: 120_000 }).toBe(true);
  }

  /** Nothing waits any more: the worker of the newest release answers. */
  async untilTakenOver(): Promise<void> {
    await expect.poll(() => this.isWaiting(), { timeout: 120_000 }).toBe(false);
  }

  private isWaiting(): Promise<boolean> {
    return this.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
  }

  /** No worker, and nothing of one: the page itself reloads once on the way there. */
  async untilSwitchedOff(): Promise<void> {
    const left = () =>
      this.page
        .evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()])
        .catch(() => 'reloading');
    // A worker on its way out may keep one last file: the next start of the app drops that too.
    await expect(async () => {
      await expect
        .poll(left, { timeout: 8000 })
        .toEqual([0, []])
        .catch(() => this.page.reload());
      expect(await left()).toEqual([0, []]);
    }).toPass({ timeout: 120_000 });
  }

  /** Names of the files that are kept on the device. */
  async kept(): Promise<string[]> {
    return this.page.evaluate(async () => {
      const files: string[] = [];
      for (const name of await caches.keys()) {
        for (const { url } of await (await caches.open(name)).keys()) files.push(url.slice(location.origin.length));
      }
      return files;
    });
  }

  async expectGone(): Promise<void> {
    await expect(this.dialog).toHaveCount(0);
  }
}

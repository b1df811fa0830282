import { expect, type Page } from '@playwright/test';

/** A page's view of a new release. */
export class UpdatePage {
  readonly page: Page;
  /** Page loads since construction. */
  loads = 0;
  /** The version in the page's last call. */
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

  /** Waits until the worker controls this page. */
  async waitForWorker(): Promise<void> {
    const state = () => this.page.evaluate(() => navigator.serviceWorker.controller?.state).catch(() => 'reloading');
    await expect.poll(state, { timeout: 120_000 }).toBe('activated');
  }

  /** Triggers the worker check that the browser makes at the next visit. */
  async lookForUpdate(): Promise<void> {
    await this.page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      await registration?.update();
    });
  }

  async waitForWaitingWorker(): Promise<void> {
    await expect.poll(() => this.isWaiting(), { timeout: 120_000 }).toBe(true);
  }

  /**
   * Waits until the newest release's worker is active and none waits. A request may start the old worker again while it is
   * replaced. The browser then replaces it as soon as it is idle, which no worker ever is while a debugger, here Playwright,
   * is attached: it is stopped in its place. Without the page's message to take over, that replaces nothing.
   */
  async waitForTakeover(): Promise<void> {
    const hasTakenOver = (timeout: number) => expect.poll(() => this.isWaiting(), { timeout }).toBe(false);
    await hasTakenOver(15_000).catch(() => this.stopOldWorker());
    await hasTakenOver(60_000);
  }

  private async stopOldWorker(): Promise<void> {
    const devtools = await this.page.context().newCDPSession(this.page);
    const old = new Promise<string>((resolve) => {
      devtools.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        const active = versions.find(({ status }) => status === 'activated');
        if (active) resolve(active.versionId);
      });
    });
    await devtools.send('ServiceWorker.enable');
    await devtools.send('ServiceWorker.stopWorker', { versionId: await old });
    await devtools.detach();
  }

  private isWaiting(): Promise<boolean> {
    return this.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
  }

  /** Waits until no worker and no cache is left; the page reloads once on the way. */
  async waitForRemoval(): Promise<void> {
    const left = () =>
      this.page
        .evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()])
        .catch(() => 'reloading');
    // A terminating worker may cache one last file, which the next start deletes.
    await expect(async () => {
      await expect
        .poll(left, { timeout: 8000 })
        .toEqual([0, []])
        .catch(() => this.page.reload());
      expect(await left()).toEqual([0, []]);
    }).toPass({ timeout: 120_000 });
  }

  /** Names of cached files. */
  async cachedFiles(): Promise<string[]> {
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

import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { logIn, staffPassword } from './console-test.ts';
import { OwnProduct } from './own-product.ts';
import { freePort } from './product-process.ts';

export { expect };

export const startMs = 480_000;
/** Of a payment, on a busy machine. */
export const confirmedMs = 300_000;

/** A product of a journey's own, with the addresses of its staff's pages. */
export interface Demo {
  product: OwnProduct;
  consoleUrl: string;
  /** Fulfilled once the signer serves its page: it starts with the chains' nodes, which a busy machine has only after the product is ready. */
  signerIsReady(): Promise<void>;
}

export const test = base.extend<object, { demo: Demo }>({
  demo: [
    async ({}, use) => {
      const [page, console] = [String(await freePort()), String(await freePort())];
      const product = await OwnProduct.start({ SIGNER_PAGE_PORT: page, CONSOLE_PORT: console });
      const isServed = () =>
        fetch(`http://localhost:${page}/`).then(
          ({ ok }) => ok,
          () => false,
        );
      const signerIsReady = () => expect.poll(isServed, { timeout: startMs }).toBe(true);
      await use({ product, consoleUrl: `http://localhost:${console}`, signerIsReady });
      await product.end();
    },
    { scope: 'worker', timeout: startMs },
  ],
  baseURL: async ({ demo }, use) => use(demo.product.baseUrl),
});

/** A member at a desk of their own. */
export async function member(browser: Browser, { consoleUrl }: Demo, name: string): Promise<Page> {
  const viewport = { width: 1280, height: 800 };
  // A dialog that still opens moves away under a press.
  const desk = { isMobile: false, hasTouch: false, reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ baseURL: consoleUrl, viewport, ...desk });
  const page = await context.newPage();
  await logIn(page, name);
  return page;
}

/** Opens the signer's page by the console's own button, and signs there. */
export async function signOn(page: Page, name: string, button: RegExp, sign: RegExp): Promise<void> {
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: button }).click();
  const signer = await opening;
  await signer.getByLabel('姓名').fill(name);
  await signer.getByLabel('审批口令').fill(staffPassword);
  await signer.getByRole('button', { name: '登录', exact: true }).click();
  // The payment that the console named is open already.
  await signer.getByRole('button', { name: sign }).click({ timeout: confirmedMs });
  await expect(signer.getByRole('status')).toContainText('已');
  await signer.close();
}

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { OwnProduct } from './own-product.ts';
import { projectFolder } from './product-process.ts';

/** A product whose client is released repeatedly while it runs. */
export class ReleasedProduct {
  readonly product: OwnProduct;
  private readonly folder: string;
  private count = 0;

  private constructor(product: OwnProduct, folder: string) {
    this.product = product;
    this.folder = folder;
  }

  static async start(): Promise<ReleasedProduct> {
    const folder = mkdtempSync(join(tmpdir(), 'e2e-release-'));
    const client = join(folder, 'h5');
    await build(client, versionOf(0));
    return new ReleasedProduct(await OwnProduct.start({ CLIENT_FOLDER: client }), folder);
  }

  /** The served version: `1.0.0.3`. */
  get version(): string {
    return versionOf(this.count);
  }

  /** Builds and publishes the next version. */
  async release(): Promise<void> {
    this.count += 1;
    await build(join(this.folder, 'h5'), this.version);
  }

  /** Answers the version check for every page of the context, as if each release, or none, were published. */
  async answerVersionChecks(
    page: Page,
    { isForce = false, isPublished = true, description = '<p>修复已知问题</p>' } = {},
  ): Promise<void> {
    await page.context().route('**/api/app/isNeedUpdate*', (route) =>
      route.fulfill({
        json: {
          code: 200,
          message: 'ok',
          data: { versionNo: isPublished ? this.version : versionOf(0), description, isForce },
        },
      }),
    );
  }

  async end(): Promise<void> {
    await this.product.end();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
  }
}

const versionOf = (count: number) => `1.0.${Math.floor(count / 10)}.${count % 10}`;

async function build(folder: string, version: string): Promise<void> {
  const env = { ...process.env, VITE_CLIENT_VERSION: version };
  await promisify(execFile)('node', ['--import', 'tsx', 'scripts/lib/build-client.ts', folder], {
    cwd: projectFolder,
    env,
  });
}

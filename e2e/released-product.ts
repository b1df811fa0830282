import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { releaseClient } from '../scripts/lib/build-client.ts';
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
    await build(client);
    cpSync(client, join(folder, 'built'), { recursive: true, filter: (file) => !/\.(?:br|gz)$/.test(file) });
    return new ReleasedProduct(await OwnProduct.start({ CLIENT_FOLDER: client }), folder);
  }

  /** The served version: `1.0.0.3`. */
  get version(): string {
    return versionOf(this.count);
  }

  /** Publishes the next version. */
  async release(): Promise<void> {
    this.count += 1;
    const next = join(this.folder, 'next');
    renameBuild(join(this.folder, 'built'), next, this.count);
    await releaseClient(next, join(this.folder, 'h5'), { isCompressed: false });
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

async function build(folder: string): Promise<void> {
  const env = { ...process.env, VITE_CLIENT_VERSION: versionOf(0) };
  await promisify(execFile)('node', ['--import', 'tsx', 'scripts/lib/build-client.ts', folder], {
    cwd: projectFolder,
    env,
  });
}

/**
 * Another build in which every chunk has changed: its version, and the hash in the name of each file and wherever it is named.
 * A build of its own takes as long as all that a journey does with it.
 */
function renameBuild(from: string, to: string, count: number): void {
  const files = readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) => /\.\w+$/.test(file));
  const names = new Map<string, string>();
  for (const file of files) {
    const [whole, name = '', hash = '', ending = ''] = /([\w.-]+-)([\w-]{8})(\.\w+)$/.exec(file) ?? [];
    if (whole && /^(?:js|css|assets)\//.test(file))
      names.set(name + hash + ending, `${name}${count}${hash.slice(1)}${ending}`);
  }
  const named = new RegExp([...names.keys()].map((name) => name.replaceAll('.', '\\.')).join('|'), 'g');
  for (const file of files.filter((one) => !one.startsWith('.'))) {
    const target = join(
      to,
      file.replace(named, (name) => names.get(name) ?? name),
    );
    mkdirSync(dirname(target), { recursive: true });
    const bytes = readFileSync(join(from, file));
    if (!/\.(?:js|css|html|svg|webmanifest)$/.test(file)) writeFileSync(target, bytes);
    else {
      const text = bytes.toString().replace(named, (name) => names.get(name) ?? name);
      writeFileSync(target, text.replaceAll(versionOf(0), versionOf(count)));
    }
  }
}

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from './product-process.ts';

export interface SharedProduct {
  url: string;
  /** By the name that passkeys need. */
  consoleUrl: string;
  dataDir: string;
}

/**
 * The product that this worker's journeys share. Each worker has one of its own, so that journeys that change a machine or a
 * password never meet; Playwright gives a worker that replaces a failed one the same number.
 */
function sharedProduct(): SharedProduct {
  const { E2E_BASE_URL: url, DATA_DIR: dataDir = '', E2E_PRODUCTS: started, TEST_PARALLEL_INDEX: index } = process.env;
  const { E2E_CONSOLE_URL: consoleUrl = 'http://localhost:8081' } = process.env;
  if (url) return { url, consoleUrl, dataDir };
  const product = (JSON.parse(started ?? '[]') as SharedProduct[])[Number(index ?? 0)];
  if (!product) throw new Error(`no product was started for worker ${index}`);
  return product;
}

export const sharedProductUrl = (): string => sharedProduct().url;
export const sharedConsoleUrl = (): string => sharedProduct().consoleUrl;

/** Runs one of the product's commands while it serves: `runCommand('ops', 'coin-up:status')`; throws when it fails. */
export const runCommand = (command: string, ...args: string[]): Promise<string> =>
  runIn({ DATA_DIR: sharedProduct().dataDir }, command, ...args);

/** The same for the product of an environment. */
export async function runIn(env: Record<string, string>, command: string, ...args: string[]): Promise<string> {
  const options = { cwd: projectFolder, env: { ...process.env, DEMO: '1', ...env } };
  return (await promisify(execFile)(process.execPath, [...programOf(command), ...args], options)).stdout;
}

/** What a script of package.json runs, without npm and without the look for changed sources: each takes as long as the command. */
function programOf(command: string): string[] {
  const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, , ...program] = scripts[command]?.split(' ') ?? [];
  if (!program[0]?.startsWith('dist/')) throw new Error(`package.json has no program ${command}`);
  return program;
}

/** Whatever was done by hand or in a browser, the books are whole after it: what differs stops payments in production. */
export async function assertBooksBalance(env: Record<string, string>): Promise<void> {
  const said = await runIn(env, 'books:check');
  if (said.includes('differ')) throw new Error(said);
}

/** Where the workers find the products that were started for them, in the order of their numbers. */
export function provideProducts(products: readonly SharedProduct[]): void {
  process.env.E2E_PRODUCTS = JSON.stringify(products);
}

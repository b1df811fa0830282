import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from '../apps/server/src/testing/memory-folder.ts';

export const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const startLimitMs = 180_000;

export interface ProductProcess {
  baseUrl: string;
  stop: () => Promise<void>;
}

/** Environment of a product, with its port and data folder. */
export type ProductEnv = Record<'PORT' | 'DATA_DIR', string> & Record<string, string>;

/** Starts the built product by `npm start` and waits until it is ready. */
export async function startProcess(env: ProductEnv): Promise<ProductProcess> {
  const output: string[] = [];
  const product = spawn('npm', ['start'], {
    cwd: projectFolder,
    // Journeys log in dozens of times a minute from one address.
    env: { ...process.env, DEMO: '1', RATE_LIMIT_SCALE: '100', SIGNER_PAGE_PORT: String(await freePort()), ...env },
    detached: true,
  });
  // The product has its own process group, which would survive the test runner.
  const endOnExit = () => endGroup(product);
  process.once('exit', endOnExit);
  product.once('close', () => process.off('exit', endOnExit));
  product.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  product.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  const baseUrl = `http://127.0.0.1:${env.PORT}`;
  try {
    await untilReady(baseUrl, product);
  } catch (cause) {
    await stopGroup(product);
    throw new Error(`the product did not start:\n${output.join('').slice(-4000)}`, { cause });
  }
  return { baseUrl, stop: () => stopGroup(product) };
}

async function untilReady(baseUrl: string, product: ChildProcess): Promise<void> {
  const deadline = Date.now() + startLimitMs;
  while (Date.now() < deadline) {
    if (product.exitCode !== null) throw new Error(`it ended with exit code ${product.exitCode}`);
    const answer = await fetch(`${baseUrl}/api/ready`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  throw new Error(`not ready after ${startLimitMs / 1000} s`);
}

/**
 * Stops the whole process group and waits until the last process has closed its output, because npm ends before its server
 * and the next start would reach the old one.
 */
async function stopGroup(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.signalCode !== null || product.pid === undefined) return;
  const ended = new Promise((resolve) => product.once('close', resolve));
  endGroup(product);
  await ended;
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    // The process group has already ended.
  }
}

/** In memory where there is room, so that no commit waits for the disk; open to the user that PostgreSQL runs as, so that its data lies there too. */
export async function newDataFolder(): Promise<string> {
  const folder = mkdtempSync(join(await memoryFolder(), 'e2e-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** The nodes may write for some seconds after the product has ended, hence the retries. */
export async function removeFolder(folder: string): Promise<void> {
  for (let left = 240; ; left--) {
    try {
      rmSync(folder, { recursive: true, force: true });
      return;
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

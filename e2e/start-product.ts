import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const projectFolder = fileURLToPath(new URL('..', import.meta.url));
const startLimitMs = 180_000;

/**
 * Starts the built product as a customer of ours would, `npm start`, on a free port and an empty data folder, and stops it afterwards.
 * With E2E_BASE_URL set, the product that runs there is used as it is.
 */
export default async function startProduct(): Promise<() => Promise<void>> {
  if (process.env.E2E_BASE_URL) return async () => {};
  const dataFolder = mkdtempSync(join(tmpdir(), 'e2e-'));
  const port = await freePort();
  const output: string[] = [];
  const product = spawn('npm', ['start'], {
    cwd: projectFolder,
    // Dozens of log-ins from one address in a minute are ours, not an attack.
    env: { ...process.env, PORT: String(port), DATA_DIR: dataFolder, DEMO: '1', RATE_LIMIT_SCALE: '100' },
    detached: true,
  });
  product.stdout.on('data', (chunk: Buffer) => output.push(chunk.toString()));
  product.stderr.on('data', (chunk: Buffer) => output.push(chunk.toString()));

  const stop = async (): Promise<void> => {
    await stopGroup(product);
    rmSync(dataFolder, { recursive: true, force: true });
  };
  const baseUrl = `http://127.0.0.1:${port}`;
  try {
    await untilReady(baseUrl, product);
  } catch (cause) {
    await stop();
    throw new Error(`the product did not start:\n${output.join('').slice(-4000)}`, { cause });
  }
  process.env.E2E_BASE_URL = baseUrl;
  return stop;
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

/** `npm start` has children of its own: the whole group is asked to stop. */
async function stopGroup(product: ChildProcess): Promise<void> {
  if (product.exitCode !== null || product.pid === undefined) return;
  const ended = new Promise((resolve) => product.once('exit', resolve));
  process.kill(-product.pid, 'SIGTERM');
  await ended;
}

function freePort(): Promise<number> {
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

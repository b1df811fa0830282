// Proves that a node ends with its parent also when the parent ends before the node is ready: `npm start` that is asked to
// stop in its first seconds leaves nothing running.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lode-node-end-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }));

const library = (name: string) => JSON.stringify(`file://${join(import.meta.dirname, name)}`);

/** Starts a node in a process of its own, which ends at the first moment that `isThere` is true, in the midst of the start. */
async function endInTheMidst(start: string, isThere: string): Promise<void> {
  const script = `
    import { readFile } from 'node:fs/promises';
    const dataDir = ${JSON.stringify(dataDir)};
    ${start}
    const node = async (folder) => JSON.parse(await readFile(dataDir + '/' + folder + '/node.json', 'utf8').catch(() => 'null'));
    for (;;) {
      if (await (${isThere})().catch(() => false)) process.exit(0);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }`;
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error(complaint);
}

async function ends(folder: string): Promise<void> {
  const { pid } = JSON.parse(await readFile(join(dataDir, folder, 'node.json'), 'utf8')) as { pid: number };
  expect(pid).toBeGreaterThan(1);
  await expect.poll(() => isRunning(pid), { timeout: 30_000 }).toBe(false);
}

/** What has ended and is not yet taken note of by its parent does not run any more. */
async function isRunning(pid: number): Promise<boolean> {
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return state !== null && !/\) [ZX] /.test(state);
}

it('bitcoind, while its first blocks are mined', { timeout: 90_000 }, async () => {
  const hasBlocks = `async () => {
    const { origin, username, password } = new URL((await node('bitcoind')).url);
    const headers = { authorization: 'Basic ' + Buffer.from(username + ':' + password).toString('base64') };
    const answer = await fetch(origin, { method: 'POST', headers, body: JSON.stringify({ method: 'listwallets', params: [] }) });
    return (await answer.json()).result.length > 0;
  }`;
  const start = `import { startDemoBitcoind } from ${library('demo-bitcoind.ts')}; void startDemoBitcoind({ dataDir });`;
  await endInTheMidst(start, hasBlocks);
  await ends('bitcoind');
});

it('anvil, before its token is there', { timeout: 60_000 }, async () => {
  const start = `import { startDemoAnvil } from ${library('anvil.ts')}; void startDemoAnvil({ dataDir });`;
  await endInTheMidst(start, `async () => (await node('anvil')) !== null`);
  await ends('anvil');
});

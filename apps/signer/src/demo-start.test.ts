/** Proves that the demo's signer starts and ends with its server, and reports why it cannot start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signerClient, signerLocation } from '@lode/signing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemoSigner } from '../../../scripts/lib/signer.ts';
import { bundleSigner } from './testing/bundle.ts';

const library = join(import.meta.dirname, '..', '..', '..', 'scripts', 'lib', 'signer.ts');

let bundle: Awaited<ReturnType<typeof bundleSigner>>;
let dataDir: string;
beforeAll(async () => {
  bundle = await bundleSigner();
  // A folder whose path is too long for a socket: signer and client derive another path.
  dataDir = join(await mkdtemp(join(tmpdir(), 'lode-signer-')), 'd'.repeat(100));
});
afterAll(async () => {
  await bundle.remove();
  await rm(join(dataDir, '..'), { recursive: true, force: true });
});

it('responds, keeps its keys across a restart, and stops on request', async () => {
  const program = bundle.program('main');
  const first = await startDemoSigner({ dataDir, program });
  expect(first.hotAddresses).toEqual({
    BITCOIN: expect.stringMatching(/^bcrt1q/),
    ERC20: expect.stringMatching(/^0x/),
  });
  const client = signerClient(signerLocation({}, dataDir));
  const about = await client.info();
  await expect(startDemoSigner({ dataDir, program })).rejects.toThrow('another signer is running');
  await first.stop();
  await expect(client.info()).rejects.toMatchObject({ name: 'SignerUnavailable' });
  const second = await startDemoSigner({ dataDir, program, environment: { EVM_CHAIN_ID: '1337' } });
  expect(await client.info()).toEqual({ ...about, erc20: { ...about.erc20, chain: '1337' } });
  expect(second.hotAddresses).toEqual(first.hotAddresses);
  await second.stop();
  await expect(startDemoSigner({ dataDir, program, environment: { BITCOIN_CHAIN: 'main' } })).rejects.toThrow(
    'test chains only',
  );
});

it('ends when its server is killed', async () => {
  const script = `
    const { startDemoSigner } = await import(${JSON.stringify(library)});
    const { pid } = await startDemoSigner({ dataDir: ${JSON.stringify(dataDir)}, program: ${JSON.stringify(bundle.program('main'))} });
    process.stdout.write(String(pid) + '\\n');
    setInterval(() => undefined, 1000);`;
  const server = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = (await once(server.stdout, 'data')) as [Buffer];
  expect(isAlive(Number(pid))).toBe(true);
  server.kill('SIGKILL');
  await expect.poll(() => isAlive(Number(pid)), { timeout: 30_000 }).toBe(false);
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

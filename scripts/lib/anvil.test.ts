/** Proves that the demo's Ethereum node keeps its chain: taken over while it runs, after an orderly end, and after a kill. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoAnvil, fundDemoAccount, startDemoAnvil, stopOrphanedAnvil } from './anvil.ts';

let dataDir: string;
let running: DemoAnvil;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lode-anvil-'));
});
afterAll(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(running.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { result: unknown }).result;
}
const hashOf = async (height: string) =>
  ((await ask('eth_getBlockByNumber', height, false)) as { hash: string } | null)?.hash;
const start = async () => {
  running = await startDemoAnvil({ dataDir, blockSeconds: 0 });
};

it('has its test USDT, and keeps it and its blocks whatever becomes of it', { timeout: 60_000 }, async () => {
  await start();
  expect(running.isTakenOver).toBe(false);
  expect(await ask('eth_getCode', running.usdtContract, 'latest')).not.toBe('0x');
  await ask('anvil_mine', '0x5');
  const { pid } = running;
  const [genesis, sixth] = [await hashOf('0x0'), await hashOf('0x6')];

  await start();
  expect([running.pid, running.isTakenOver]).toEqual([pid, true]);
  await running.stop();
  await start();
  expect(running.isTakenOver).toBe(false);
  expect([await hashOf('0x0'), await hashOf('0x6')]).toEqual([genesis, sixth]);

  process.kill(running.pid, 'SIGKILL');
  await start();
  expect(running.isTakenOver).toBe(false);
  expect([await hashOf('0x0'), await hashOf('0x6')]).toEqual([genesis, sixth]);
  expect(await ask('eth_getCode', running.usdtContract, 'latest')).not.toBe('0x');
});

it('is ended when its data is to be thrown away, and nothing is ended where none runs', async () => {
  await start();
  const { pid } = running;
  await stopOrphanedAnvil(dataDir);
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  await stopOrphanedAnvil(dataDir);
  await start();
});

it('says what is missing where there is no program', async () => {
  await expect(startDemoAnvil({ dataDir, program: null })).rejects.toThrow('ANVIL');
});

it('gives the hot wallet something to begin with, once', { timeout: 60_000 }, async () => {
  await start();
  const address = `0x${'7a'.repeat(20)}`;
  const held = async () => [
    BigInt((await ask('eth_getBalance', address, 'latest')) as string),
    BigInt(
      (await ask(
        'eth_call',
        { to: running.usdtContract, data: `0x70a08231${address.slice(2).padStart(64, '0')}` },
        'latest',
      )) as string,
    ),
  ];
  for (let time = 0; time < 2; time += 1) {
    await fundDemoAccount(running, address);
    await ask('anvil_mine', '0x1');
    expect(await held()).toEqual([10n ** 19n, 100_000_000_000n]);
  }
});

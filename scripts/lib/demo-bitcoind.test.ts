/** Proves that the demo's Bitcoin node keeps its chain and its money: taken over while it runs, after an orderly end, and after a kill. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bitcoinFaucet } from '@lode/chain-bitcoin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DemoBitcoind, startDemoBitcoind, stopOrphanedBitcoind } from './demo-bitcoind.ts';

let dataDir: string;
let running: DemoBitcoind;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lode-demo-bitcoind-'));
});
afterAll(async () => {
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function ask(method: string, ...params: unknown[]): Promise<unknown> {
  const { origin, username, password } = new URL(running.url);
  const headers = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  const answer = await fetch(origin, { method: 'POST', headers, body: JSON.stringify({ method, params }) });
  return ((await answer.json()) as { result: unknown }).result;
}
const start = async () => {
  running = await startDemoBitcoind({ dataDir, blockSeconds: 0 });
};

it('has money for its faucet, and keeps it and its blocks whatever becomes of it', { timeout: 120_000 }, async () => {
  await start();
  expect(running).toMatchObject({ chain: 'regtest', isTakenOver: false });
  expect(await ask('getblockcount')).toBe(122);
  const tip = await ask('getbestblockhash');
  process.kill(running.pid, 'SIGKILL');
  await start();
  expect([running.isTakenOver, await ask('getbestblockhash')]).toEqual([false, tip]);

  const receiver = String(await ask('getnewaddress'));
  const txid = await bitcoinFaucet(running.url).send(receiver, 12_345_678n);
  expect(await ask('getrawmempool')).toEqual([txid]);
  const { pid } = running;
  await start();
  expect([running.pid, running.isTakenOver]).toEqual([pid, true]);
  await running.stop();
  await start();
  expect([running.isTakenOver, await ask('getbestblockhash')]).toEqual([false, tip]);
  expect(await ask('getreceivedbyaddress', receiver, 0)).toBe(0.12345678);
  expect(await ask('getbalance')).toBeGreaterThan(400);
});

it('keeps its password out of the process list', async () => {
  const command = await readFile(`/proc/${running.pid}/cmdline`, 'utf8').catch(() => '');
  expect(command).not.toContain(new URL(running.url).password);
});

it('mines by itself', { timeout: 60_000 }, async () => {
  await running.stop();
  running = await startDemoBitcoind({ dataDir, blockSeconds: 0.2 });
  const before = Number(await ask('getblockcount'));
  const reached = (await ask('waitforblockheight', before + 2, 30_000)) as { height: number };
  expect(reached.height).toBeGreaterThanOrEqual(before + 2);
});

it('is ended when its data is to be thrown away, and nothing is ended where none runs', {
  timeout: 60_000,
}, async () => {
  await stopOrphanedBitcoind(dataDir);
  await expect(ask('getblockcount')).rejects.toThrow();
  await stopOrphanedBitcoind(dataDir);
});

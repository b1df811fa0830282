// The demo's Bitcoin node: regtest, a block every fifteen seconds, a funded wallet for the faucet, its chain kept in DATA_DIR. A
// killed start leaves it running, and the next start adopts it.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBitcoind } from './bitcoind.mjs';
import { kill, killOnExit, waitForExit } from './child-process.ts';
import { readJson, writeWhole } from './json-file.ts';
import { isAlive, root } from './project.mjs';

const wallet = 'demo';
/** A coinbase output may be spent after 100 blocks. */
const firstBlocks = 110;
const loading = -28;
const longestEndMs = 20_000;

interface BitcoindOptions {
  dataDir: string;
  program?: string | null;
  blockSeconds?: number;
}

export interface DemoBitcoind {
  url: string;
  chain: string;
  pid: number;
  isTakenOver: boolean;
  stop(): Promise<void>;
}

/** What node.json keeps. */
interface KnownNode {
  url: string;
  pid: number;
}

type RunningNode = KnownNode & { isTakenOver: boolean; leave?: () => void };

/**
 * Starts the demo's node, or adopts the one that still runs on this data. Throws where no program can be had. The node ends
 * with this process and saves its chain when it ends.
 */
export async function startDemoBitcoind({
  dataDir,
  program = null,
  blockSeconds = 15,
}: BitcoindOptions): Promise<DemoBitcoind> {
  const folder = join(dataDir, 'bitcoind');
  await mkdir(folder, { recursive: true });
  const node = (await runningNode(folder)) ?? (await newNode(folder, program ?? (await ensureBitcoind())));
  const leave = node.leave ?? killOnExit(node.pid);
  const address = await ensureFunds(node);
  const mining = keepMining(node, address, blockSeconds);
  return {
    url: node.url,
    chain: 'regtest',
    pid: node.pid,
    isTakenOver: node.isTakenOver,
    async stop() {
      clearTimeout(mining.timer);
      leave();
      await waitForExit(node.pid, longestEndMs);
    },
  };
}

/** Ends the node of a DATA_DIR whose server is gone, so that its chain can be deleted. */
export async function stopOrphanedBitcoind(dataDir: string): Promise<void> {
  const node = await runningNode(join(dataDir, 'bitcoind'));
  if (!node) return;
  kill(node.pid, 'SIGTERM');
  await waitForExit(node.pid, longestEndMs);
}

/** The demo hot wallet's first balance, for customers who were credited by hand; given once per chain. */
export async function fundDemoAddress({ url }: Pick<KnownNode, 'url'>, address: string): Promise<void> {
  const { total_amount: held } = await ask<{ total_amount: number }>({ url }, 'scantxoutset', 'start', [
    `addr(${address})`,
  ]);
  if (held === 0) await ask({ url }, 'sendtoaddress', address, '5.00000000');
}

async function runningNode(folder: string): Promise<RunningNode | null> {
  const known = await readJson<KnownNode>(join(folder, 'node.json'));
  if (!known) return null;
  // A node that is starting or ending does not answer.
  for (let waited = 0; waited < 400; waited += 1) {
    // Only this demo's node accepts its random password.
    if (await isReady(known).catch(() => false)) return { ...known, isTakenOver: true };
    if (!isAlive(known.pid)) return null;
    await pause(50);
  }
  return null;
}

async function newNode(folder: string, program: string): Promise<RunningNode> {
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  // In a file, where a list of processes does not show it.
  const settings = [
    'regtest=1',
    'server=1',
    'listen=0',
    'dnsseed=0',
    'printtoconsole=0',
    'nodebuglogfile=1',
    'dbcache=16',
  ];
  const regtestSettings = [
    `rpcport=${port}`,
    'rpcuser=demo',
    `rpcpassword=${password}`,
    'fallbackfee=0.0001',
    'addresstype=bech32',
    // A payment below blockmintxfee stays in the mempool, also over a restart: the demo shows a delayed payment with it.
    'minrelaytxfee=0.000001',
    'blockmintxfee=0.00001',
  ];
  const content = `${settings.join('\n')}\n[regtest]\n${regtestSettings.join('\n')}\n`;
  await writeWhole(join(folder, 'bitcoin.conf'), content);
  const child = spawn(program, [`-datadir=${folder}`], { cwd: root, detached: true, stdio: 'ignore' });
  child.unref();
  const leave = killOnExit(child.pid as number);
  let failure = '';
  child.once('error', ({ message }) => {
    failure = message;
  });
  const node = { url: `http://demo:${password}@127.0.0.1:${port}`, pid: child.pid as number };
  // Written before it answers, so that the next start finds the node of a start that is killed here.
  await writeWhole(join(folder, 'node.json'), JSON.stringify(node));
  while (!(await isReady(node))) {
    if (failure) throw new Error(`bitcoind did not start: ${failure}`);
    if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}`);
    await pause(50);
  }
  return { ...node, isTakenOver: false, leave };
}

async function isReady(node: Pick<KnownNode, 'url'>): Promise<boolean> {
  try {
    await ask(node, 'getblockcount');
    return true;
  } catch (error) {
    const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
    if (code === loading || cause?.code === 'ECONNREFUSED') return false;
    throw error;
  }
}

/** Funds the faucet's wallet. Returns the address that is mined to. */
async function ensureFunds(node: KnownNode): Promise<string> {
  const wallets = await ask<string[]>(node, 'listwallets');
  if (!wallets.includes(wallet)) {
    const loadsAtStart = true;
    await ask(node, 'createwallet', wallet, false, false, '', false, true, loadsAtStart);
  }
  const address = await ask<string>(node, 'getnewaddress');
  const height = await ask<number>(node, 'getblockcount');
  if (height < firstBlocks) await mine(node, firstBlocks - height, address);
  return address;
}

function keepMining(node: KnownNode, address: string, blockSeconds: number): { timer?: NodeJS.Timeout } {
  const mining: { timer?: NodeJS.Timeout } = {};
  if (blockSeconds === 0) return mining;
  const next = () => {
    mining.timer = setTimeout(async () => {
      // A node that does not answer is the watcher's to report.
      await mine(node, 1, address).catch(() => undefined);
      next();
    }, blockSeconds * 1_000).unref();
  };
  next();
  return mining;
}

/** bitcoind keeps its block index in memory for up to an hour; gettxoutsetinfo flushes it to disk. */
async function mine(node: KnownNode, blocks: number, address: string): Promise<void> {
  await ask(node, 'generatetoaddress', blocks, address);
  await ask(node, 'gettxoutsetinfo', 'none');
}

async function ask<Result>({ url }: Pick<KnownNode, 'url'>, method: string, ...params: unknown[]): Promise<Result> {
  const { origin, username, password } = new URL(url);
  const response = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: JSON.stringify({ jsonrpc: '1.0', id: method, method, params }),
    signal: AbortSignal.timeout(30_000),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: { code: number; message: string } };
  if (error) throw Object.assign(new Error(`${method}: ${error.message}`), { code: error.code });
  return result;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

// The demo's Bitcoin node: regtest, a block every fifteen seconds, a funded wallet for the faucet, its chain kept in DATA_DIR.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBitcoind } from './bitcoind.mjs';
import {
  adoptOrStart,
  type DemoNode,
  type DemoNodeOptions,
  endNode,
  freePort,
  type KnownNode,
  keepDoing,
  type NodeKind,
  spawnNode,
  stopOrphan,
  writeWhole,
} from './demo-node.ts';
import { isAlive } from './project.mjs';

const wallet = 'demo';
/** A coinbase output may be spent after 100 blocks; above 120 the wallet dates no locktime back to 21, which some nodes refuse as spam. */
const firstBlocks = 122;
const loading = -28;

export interface DemoBitcoind extends DemoNode {
  chain: string;
}

const bitcoind: NodeKind<KnownNode> = {
  name: 'bitcoind',
  async isRunning(known) {
    // A node that is starting or ending does not answer.
    for (let waited = 0; waited < 400; waited += 1) {
      // Only this demo's node accepts its random password.
      if (await isReady(known).catch(() => false)) return true;
      if (!isAlive(known.pid)) return false;
      await pause(50);
    }
    return false;
  },
};

/**
 * Starts the demo's node, or adopts the one that still runs on this data. Throws where no program can be had. The node ends
 * with this process and saves its chain when it ends.
 */
export async function startDemoBitcoind({
  dataDir,
  program = null,
  blockSeconds = 15,
}: DemoNodeOptions): Promise<DemoBitcoind> {
  const start = async (folder: string) => newNode(folder, program ?? (await ensureBitcoind()));
  const node = await adoptOrStart(dataDir, bitcoind, start);
  const address = await ensureFunds(node);
  const mining = blockSeconds > 0 ? keepDoing(blockSeconds * 1_000, () => mine(node, 1, address)) : null;
  return {
    ...node,
    chain: 'regtest',
    async stop() {
      mining?.stop();
      await endNode(node);
    },
  };
}

export const stopOrphanedBitcoind = (dataDir: string) => stopOrphan(dataDir, bitcoind);

/** The demo hot wallet's first balance, for customers who were credited by hand; given once per chain. */
export async function fundDemoAddress({ url }: Pick<KnownNode, 'url'>, address: string): Promise<void> {
  const { total_amount: held } = await ask<{ total_amount: number }>({ url }, 'scantxoutset', 'start', [
    `addr(${address})`,
  ]);
  if (held === 0) await ask({ url }, 'sendtoaddress', address, '5.00000000');
}

async function newNode(folder: string, program: string): Promise<KnownNode> {
  const port = await freePort();
  const password = randomBytes(24).toString('hex');
  // In a file, where a list of processes does not show it. A payment below blockmintxfee stays in the mempool, also over a restart:
  // the demo shows a delayed payment with it.
  const content = `regtest=1
server=1
listen=0
dnsseed=0
printtoconsole=0
nodebuglogfile=1
dbcache=16
[regtest]
rpcport=${port}
rpcuser=demo
rpcpassword=${password}
fallbackfee=0.0001
addresstype=bech32
minrelaytxfee=0.000001
blockmintxfee=0.00001
`;
  await writeWhole(join(folder, 'bitcoin.conf'), content);
  const { child, pid, failed } = spawnNode(program, [`-datadir=${folder}`]);
  const node = { url: `http://demo:${password}@127.0.0.1:${port}`, pid };
  // Written before it answers, so that the next start finds the node of a start that is killed here.
  await writeWhole(join(folder, 'node.json'), JSON.stringify(node));
  while (!(await Promise.race([isReady(node), failed]))) {
    if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}`);
    await pause(50);
  }
  return node;
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

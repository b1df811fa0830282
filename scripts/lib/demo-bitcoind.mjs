// The demo's Bitcoin node: regtest, a block every fifteen seconds, a wallet with money for the faucet, its chain kept in
// DATA_DIR. It outlives a start that was killed, and the next start takes it over as it is.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ensureBitcoind } from './bitcoind.mjs';
import { readJson, writeWhole } from './json-file.mjs';
import { endingWithUs, isAlive, kill, root } from './project.mjs';

const wallet = 'demo';
/** A miner's money may be spent after 100 blocks. */
const firstBlocks = 110;
const loading = -28;

/**
 * Starts the demo's node, or takes over the one that still runs on this data. Throws, in words, where no program can be had.
 * The node ends with this process, whenever that is: it writes its chain down by itself.
 */
export async function startDemoBitcoind({ dataDir, program = null, blockSeconds = 15 }) {
  const folder = join(dataDir, 'bitcoind');
  await mkdir(folder, { recursive: true });
  const node = (await runningNode(folder)) ?? (await newNode(folder, program ?? (await ensureBitcoind())));
  const leave = node.leave ?? endingWithUs(node.pid);
  const address = await ensureMoney(node);
  const mining = keepMining(node, address, blockSeconds);
  return {
    url: node.url,
    chain: 'regtest',
    pid: node.pid,
    isTakenOver: node.isTakenOver,
    async stop() {
      clearTimeout(mining.timer);
      leave();
      await ended(node.pid);
    },
  };
}

/** Ends the node of a DATA_DIR whose server is gone, so that its chain can be thrown away. */
export async function stopLeftOverBitcoind(dataDir) {
  const node = await runningNode(join(dataDir, 'bitcoind'));
  if (!node) return;
  kill(node.pid, 'SIGTERM');
  await ended(node.pid);
}

/** What the demo's hot wallet begins with, for customers who were credited by hand. Once for a chain. */
export async function fundDemoAddress({ url }, address) {
  const { total_amount: held } = await ask({ url }, 'scantxoutset', 'start', [`addr(${address})`]);
  if (held === 0) await ask({ url }, 'sendtoaddress', address, '5.00000000');
}

async function runningNode(folder) {
  const known = await readJson(join(folder, 'node.json'));
  if (!known) return null;
  // One that was just begun, or is just ending, does not answer yet or any more.
  for (let waited = 0; waited < 400; waited += 1) {
    // Its password is nobody else's: whoever answers to it is our node.
    if (await isReady(known).catch(() => false)) return { ...known, isTakenOver: true };
    if (!isAlive(known.pid)) return null;
    await pause(50);
  }
  return null;
}

async function newNode(folder, program) {
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
  const ours = [
    `rpcport=${port}`,
    'rpcuser=demo',
    `rpcpassword=${password}`,
    'fallbackfee=0.0001',
    'addresstype=bech32',
    // What pays less than it is mined for stays in the mempool, also over a restart: so the demo holds a payment back.
    'minrelaytxfee=0.000001',
    'blockmintxfee=0.00001',
  ];
  const content = `${settings.join('\n')}\n[regtest]\n${ours.join('\n')}\n`;
  await writeWhole(join(folder, 'bitcoin.conf'), content);
  const child = spawn(program, [`-datadir=${folder}`], { cwd: root, detached: true, stdio: 'ignore' });
  child.unref();
  const leave = endingWithUs(child.pid);
  let failure = '';
  child.once('error', ({ message }) => {
    failure = message;
  });
  const node = { url: `http://demo:${password}@127.0.0.1:${port}`, pid: child.pid };
  // Before it answers: a start that is killed here leaves a node that the next one finds.
  await writeWhole(join(folder, 'node.json'), JSON.stringify(node));
  while (!(await isReady(node))) {
    if (failure) throw new Error(`bitcoind did not start: ${failure}`);
    if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}`);
    await pause(50);
  }
  return { ...node, isTakenOver: false, leave };
}

async function isReady(node) {
  try {
    await ask(node, 'getblockcount');
    return true;
  } catch (error) {
    if (error.code === loading || error.cause?.code === 'ECONNREFUSED') return false;
    throw error;
  }
}

/** The faucet's wallet, with money that may be spent. Answers the address that is mined to. */
async function ensureMoney(node) {
  const wallets = await ask(node, 'listwallets');
  if (!wallets.includes(wallet)) {
    const loadsAtStart = true;
    await ask(node, 'createwallet', wallet, false, false, '', false, true, loadsAtStart);
  }
  const address = await ask(node, 'getnewaddress');
  const height = await ask(node, 'getblockcount');
  if (height < firstBlocks) await mine(node, firstBlocks - height, address);
  return address;
}

function keepMining(node, address, blockSeconds) {
  const mining = { timer: undefined };
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

/** Which blocks there are is kept in memory for up to an hour; asking for the sum of all coins writes it down. */
async function mine(node, blocks, address) {
  await ask(node, 'generatetoaddress', blocks, address);
  await ask(node, 'gettxoutsetinfo', 'none');
}

async function ask({ url }, method, ...params) {
  const { origin, username, password } = new URL(url);
  const response = await fetch(origin, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: JSON.stringify({ jsonrpc: '1.0', id: method, method, params }),
    signal: AbortSignal.timeout(30_000),
  });
  const { result, error } = await response.json();
  if (error) throw Object.assign(new Error(`${method}: ${error.message}`), { code: error.code });
  return result;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function ended(pid) {
  for (let waited = 0; waited < 400 && isAlive(pid); waited += 1) await pause(50);
}

// The demo's Ethereum node: anvil with a test USDT, a block a second, its chain kept in DATA_DIR. It outlives a start that was
// killed, and the next start takes it over as it is.
import { spawn } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readJson, writeWhole } from './json-file.mjs';
import { endingWithUs, isAlive, kill, root } from './project.mjs';

const chainId = 31_337;
/** What the first account makes with its first transaction always stands here. */
const usdtContract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const saveEveryMs = 10_000;

/** The program, or null where the package has none for this machine. */
export function anvilProgram() {
  if (process.env.ANVIL) return process.env.ANVIL;
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  try {
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    const name = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
    const platform = `anvil-${process.platform}-${cpu}`;
    const program = join(dirname(wrapper), '..', platform, 'bin', name);
    return existsSync(program) ? program : null;
  } catch {
    return null;
  }
}

/**
 * Starts the demo's node, or takes over the one that still runs on this data. Throws, in words, where there is no program.
 * The node ends with this process, whenever that is: it writes its chain down by itself.
 */
export async function startDemoAnvil({ dataDir, program = anvilProgram(), blockSeconds = 1 }) {
  if (!program) throw new Error(`no anvil for ${process.platform} ${process.arch}: give a program as ANVIL`);
  const folder = join(dataDir, 'anvil');
  await mkdir(folder, { recursive: true });
  const node = (await runningNode(folder)) ?? (await newNode(folder, program, blockSeconds));
  const leave = node.leave ?? endingWithUs(node.pid);
  await ensureUsdt(node.url, blockSeconds);
  await saveChain(node.url, folder);
  const saving = keepSaving(node.url, folder);
  return {
    url: node.url,
    chainId,
    usdtContract,
    pid: node.pid,
    isTakenOver: node.isTakenOver,
    async stop() {
      clearTimeout(saving.timer);
      await saveChain(node.url, folder);
      leave();
      await ended(node.pid);
    },
  };
}

/** Ends the node of a DATA_DIR whose server is gone, so that its chain can be thrown away. */
export async function stopLeftOverAnvil(dataDir) {
  const node = await runningNode(join(dataDir, 'anvil'));
  if (!node) return;
  kill(node.pid, 'SIGTERM');
  await ended(node.pid);
}

/** What the demo's hot wallet begins with: gas for sweeps and payments, and tokens for customers who were credited by hand. */
const firstEther = 10n ** 19n;
const firstUsdt = 100_000_000_000n;

/** Once for a chain: a wallet that has some is left as it is. */
export async function fundDemoAccount({ url, usdtContract }, address) {
  const [from] = await ask(url, 'eth_accounts');
  const word = (value) => value.toString(16).padStart(64, '0');
  const holder = address.slice(2).toLowerCase().padStart(64, '0');
  if (BigInt(await ask(url, 'eth_getBalance', address, 'latest')) === 0n) {
    await ask(url, 'eth_sendTransaction', { from, to: address, value: `0x${firstEther.toString(16)}` });
  }
  const balanceOf = { to: usdtContract, data: `0x70a08231${holder}` };
  if (BigInt(await ask(url, 'eth_call', balanceOf, 'latest')) === 0n) {
    const data = `0x867904b4${holder}${word(firstUsdt)}`;
    await ask(url, 'eth_sendTransaction', { from, to: usdtContract, data });
  }
}

async function runningNode(folder) {
  const known = await readJson(join(folder, 'node.json'));
  if (!known) return null;
  const genesis = await genesisOf(known.url).catch(() => null);
  if (genesis !== null && genesis === known.genesis) return { ...known, isTakenOver: true };
  // One that is just ending still writes its chain down.
  await ended(known.pid);
  return null;
}

async function newNode(folder, program, blockSeconds) {
  const state = await newestState(folder);
  const options = [
    '--port',
    '0',
    '--chain-id',
    `${chainId}`,
    '--no-cors',
    '--slots-in-an-epoch',
    '1',
    '--prune-history',
    '500',
  ];
  // Mining begins when the chain stands as it was left: without a block time it mines what comes in, at once.
  if (blockSeconds > 0) options.push('--block-time', `${blockSeconds}`);
  if (state) options.push('--load-state', state);
  options.push('--dump-state', join(folder, 'state-at-end.json'));
  const logFile = join(folder, 'anvil.log');
  const log = openSync(logFile, 'w');
  const child = spawn(program, options, { cwd: root, detached: true, stdio: ['ignore', log, log] });
  child.unref();
  const leave = endingWithUs(child.pid);
  const failed = new Promise((_, reject) => child.once('error', reject));
  const url = `http://${await Promise.race([listeningOn(logFile, child), failed])}`;
  const node = { url, pid: child.pid, genesis: await genesisOf(url) };
  await writeWhole(join(folder, 'node.json'), JSON.stringify(node));
  return { ...node, isTakenOver: false, leave };
}

async function listeningOn(logFile, child) {
  for (;;) {
    const output = await readFile(logFile, 'utf8');
    const address = /Listening on (\S+)/.exec(output)?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}: ${output.slice(-500)}`);
    await pause(20);
  }
}

/** Two are kept: what was saved while it ran, and what it wrote at its end; the higher chain of those that are whole. */
async function newestState(folder) {
  const states = await Promise.all(['state.json', 'state-at-end.json'].map((name) => readJson(join(folder, name))));
  const [newest] = states.filter((state) => state?.blocks).sort((a, b) => heightOf(b) - heightOf(a));
  if (!newest) return null;
  const file = join(folder, 'state.json');
  await writeWhole(file, JSON.stringify(withOneGenesis(newest)));
  return file;
}

const heightOf = (state) => Number(state.best_block_number ?? 0);

/** anvil adds a first block of its own at every start, and after the second the chain would have another beginning. */
function withOneGenesis(state) {
  const isFirst = ({ header }) => Number(header.number) === 0;
  const firsts = state.blocks.filter(isFirst).sort((a, b) => Number(a.header.timestamp) - Number(b.header.timestamp));
  return { ...state, blocks: [...firsts.slice(0, 1), ...state.blocks.filter((block) => !isFirst(block))] };
}

async function ensureUsdt(url, blockSeconds) {
  const hasCode = async () => (await ask(url, 'eth_getCode', usdtContract, 'latest')) !== '0x';
  if (await hasCode()) return;
  const compiled = join(root, 'packages', 'chain-evm', 'src', 'testing', 'test-usdt.json');
  const { TestUsdt: data } = JSON.parse(await readFile(compiled, 'utf8'));
  const [from] = await ask(url, 'eth_accounts');
  await ask(url, 'eth_sendTransaction', { from, data, nonce: '0x0' });
  if (blockSeconds > 0) await ask(url, 'anvil_mine', '0x1');
  if (!(await hasCode())) throw new Error('the test USDT could not be put on the chain of anvil');
}

/** Saves every ten seconds, or less often where saving has become long. */
function keepSaving(url, folder) {
  const saving = { timer: undefined };
  const next = (afterMs) => {
    saving.timer = setTimeout(async () => {
      const started = performance.now();
      // A node that does not answer is the watcher's to report.
      await saveChain(url, folder).catch(() => undefined);
      next(Math.max(saveEveryMs, (performance.now() - started) * 20));
    }, afterMs).unref();
  };
  next(saveEveryMs);
  return saving;
}

async function saveChain(url, folder) {
  const state = Buffer.from((await ask(url, 'anvil_dumpState')).slice(2), 'hex');
  await writeWhole(join(folder, 'state.json'), await promisify(gunzip)(state));
}

async function genesisOf(url) {
  if (Number(await ask(url, 'eth_chainId')) !== chainId) return null;
  return (await ask(url, 'eth_getBlockByNumber', '0x0', false)).hash;
}

async function ask(url, method, ...params) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(20_000),
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function ended(pid) {
  for (let waited = 0; waited < 200 && isAlive(pid); waited += 1) await pause(50);
}

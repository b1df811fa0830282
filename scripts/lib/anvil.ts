// The demo's Ethereum node: anvil with a test USDT, a block a second, its chain kept in DATA_DIR.
import type { ChildProcess } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  adoptOrStart,
  type DemoNode,
  type DemoNodeOptions,
  endNode,
  type KnownNode,
  keepDoing,
  type NodeKind,
  readJson,
  spawnNode,
  stopOrphan,
  waitForExit,
  writeWhole,
} from './demo-node.ts';
import { root } from './project.mjs';

const chainId = 31_337;
/** The address of the contract that the first account creates with its first transaction. */
const usdtContract = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const saveEveryMs = 10_000;

export interface DemoAnvil extends DemoNode {
  chainId: number;
  usdtContract: string;
}

interface KnownAnvil extends KnownNode {
  genesis: string | null;
}

const anvil: NodeKind<KnownAnvil> = {
  name: 'anvil',
  async isRunning({ url, pid, genesis: known }) {
    const genesis = await genesisOf(url).catch(() => null);
    if (genesis !== null && genesis === known) return true;
    // A node that is ending still saves its chain.
    await waitForExit(pid);
    return false;
  },
};

interface ChainState {
  best_block_number?: number | string;
  blocks?: { header: { number: string; timestamp: string } }[];
}

/** The program, or null where the package has none for this machine. */
function anvilProgram(): string | null {
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
 * Starts the demo's node, or adopts the one that still runs on this data. Throws where there is no program. The node ends with
 * this process and saves its chain when it ends.
 */
export async function startDemoAnvil({
  dataDir,
  program = anvilProgram(),
  blockSeconds = 1,
}: DemoNodeOptions): Promise<DemoAnvil> {
  if (!program) throw new Error(`no anvil for ${process.platform} ${process.arch}: give a program as ANVIL`);
  const node = await adoptOrStart(dataDir, anvil, (folder) => newNode(folder, program, blockSeconds));
  const { url, folder } = node;
  await ensureUsdt(url, blockSeconds);
  await saveChain(url, folder);
  const saving = keepDoing(saveEveryMs, () => saveChain(url, folder));
  return {
    ...node,
    chainId,
    usdtContract,
    async stop() {
      saving.stop();
      await saveChain(url, folder);
      await endNode(node);
    },
  };
}

export const stopOrphanedAnvil = (dataDir: string) => stopOrphan(dataDir, anvil);

/** The demo hot wallet's first balance: gas for sweeps and payments, and tokens for customers who were credited by hand. */
const firstEther = 10n ** 19n;
const firstUsdt = 100_000_000_000n;

/** Gives each asset once: a wallet that has some is left as it is. */
export async function fundDemoAccount(
  { url, usdtContract }: Pick<DemoAnvil, 'url' | 'usdtContract'>,
  address: string,
): Promise<void> {
  const [from] = await ask<string[]>(url, 'eth_accounts');
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const holder = address.slice(2).toLowerCase().padStart(64, '0');
  if (BigInt(await ask<string>(url, 'eth_getBalance', address, 'latest')) === 0n) {
    await ask(url, 'eth_sendTransaction', { from, to: address, value: `0x${firstEther.toString(16)}` });
  }
  const balanceOf = { to: usdtContract, data: `0x70a08231${holder}` };
  if (BigInt(await ask<string>(url, 'eth_call', balanceOf, 'latest')) === 0n) {
    const data = `0x867904b4${holder}${word(firstUsdt)}`;
    await ask(url, 'eth_sendTransaction', { from, to: usdtContract, data });
  }
}

async function newNode(folder: string, program: string, blockSeconds: number): Promise<KnownAnvil> {
  const state = await newestState(folder);
  const always = `--port 0 --chain-id ${chainId} --no-cors --slots-in-an-epoch 1 --prune-history 500`;
  const options = always.split(' ');
  // Without a block time anvil mines each transaction at once.
  if (blockSeconds > 0) options.push('--block-time', `${blockSeconds}`);
  if (state) options.push('--load-state', state);
  options.push('--dump-state', join(folder, 'state-at-end.json'));
  const logFile = join(folder, 'anvil.log');
  const log = openSync(logFile, 'w');
  const { child, pid, failed } = spawnNode(program, options, log);
  const url = `http://${await Promise.race([listeningOn(logFile, child), failed])}`;
  const node = { url, pid, genesis: await genesisOf(url) };
  await writeWhole(join(folder, 'node.json'), JSON.stringify(node));
  return node;
}

async function listeningOn(logFile: string, child: ChildProcess): Promise<string> {
  for (;;) {
    const output = await readFile(logFile, 'utf8');
    const address = /Listening on (\S+)/.exec(output)?.[1];
    if (address) return address;
    if (child.exitCode !== null) throw new Error(`anvil ended with ${child.exitCode}: ${output.slice(-500)}`);
    await pause(20);
  }
}

/** The higher chain of the two states that are kept: one saved while the node ran, one written at its end. */
async function newestState(folder: string): Promise<string | null> {
  const states = await Promise.all(
    ['state.json', 'state-at-end.json'].map((name) => readJson<ChainState>(join(folder, name))),
  );
  const [newest] = states
    .filter((state): state is ChainState => state?.blocks !== undefined)
    .sort((a, b) => heightOf(b) - heightOf(a));
  if (!newest) return null;
  const file = join(folder, 'state.json');
  await writeWhole(file, JSON.stringify(withOneGenesis(newest)));
  return file;
}

const heightOf = (state: ChainState) => Number(state.best_block_number ?? 0);

/** anvil adds a genesis block at every start, which would give the chain another beginning after the second. */
function withOneGenesis(state: ChainState): ChainState {
  const { blocks = [] } = state;
  const isFirst = ({ header }: (typeof blocks)[number]) => Number(header.number) === 0;
  const firsts = blocks.filter(isFirst).sort((a, b) => Number(a.header.timestamp) - Number(b.header.timestamp));
  return { ...state, blocks: [...firsts.slice(0, 1), ...blocks.filter((block) => !isFirst(block))] };
}

const receiptMs = 10_000;

async function ensureUsdt(url: string, blockSeconds: number): Promise<void> {
  const hasCode = async () => (await ask(url, 'eth_getCode', usdtContract, 'latest')) !== '0x';
  if (await hasCode()) return;
  const compiled = join(root, 'packages', 'chain-evm', 'src', 'testing', 'test-usdt.json');
  const { TestUsdt: data } = JSON.parse(await readFile(compiled, 'utf8')) as { TestUsdt: string };
  const [from] = await ask<string[]>(url, 'eth_accounts');
  const hash = await ask<string>(url, 'eth_sendTransaction', { from, data, nonce: '0x0' });
  if (blockSeconds > 0) await ask(url, 'anvil_mine', '0x1');
  // A node that mines each transaction by itself responds before its block exists.
  const deadline = Date.now() + receiptMs;
  while ((await ask(url, 'eth_getTransactionReceipt', hash)) === null) {
    if (Date.now() > deadline) throw new Error(`anvil did not mine the test USDT within ${receiptMs} ms`);
    await pause(20);
  }
  if (!(await hasCode())) throw new Error('the test USDT has no code on the chain of anvil');
}

async function saveChain(url: string, folder: string): Promise<void> {
  const state = Buffer.from((await ask<string>(url, 'anvil_dumpState')).slice(2), 'hex');
  await writeWhole(join(folder, 'state.json'), await promisify(gunzip)(state));
}

async function genesisOf(url: string): Promise<string | null> {
  if (Number(await ask(url, 'eth_chainId')) !== chainId) return null;
  return (await ask<{ hash: string }>(url, 'eth_getBlockByNumber', '0x0', false)).hash;
}

async function ask<Result>(url: string, method: string, ...params: unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(20_000),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

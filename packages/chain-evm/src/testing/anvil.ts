import { type ChildProcess, spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { addressOfKey } from '../address.ts';
import { evmFaucet } from '../faucet.ts';
import { jsonRpc } from '../json-rpc.ts';
import { quantityText } from '../node.ts';
import { fieldsOf, quantity } from '../responses.ts';
import contracts from './test-usdt.json' with { type: 'json' };

/** An Ethereum node for tests that mines only on request. */
export interface TestAnvil {
  url: string;
  chainId: number;
  /** Anvil's first account: rich, unlocked, owner of the test token. */
  rich: string;
  usdt: string;
  /** Asks the node anything; `anvil_…` too. */
  ask(method: string, ...params: unknown[]): Promise<unknown>;
  mine(blocks?: number): Promise<void>;
  /** Mints test USDT, `Transfer` from the zero address. Not mined yet. Returns the txid. */
  issue(to: string, amount: bigint): Promise<string>;
  ether(to: string, wei: bigint): Promise<string>;
  /** Has the rich account call a contract, here named by its text: `'setPaused(bool)'`. */
  call(contract: string, signature: string, ...args: unknown[]): Promise<string>;
  /** The same by any account, without its key. */
  callAs(from: string, contract: string, signature: string, ...args: unknown[]): Promise<string>;
  /** Makes a contract of `test-usdt.sol` and gives its address. */
  deploy(name: 'TestUsdt' | 'FakeUsdt'): Promise<string>;
  /** Replaces the newest `depth` blocks by `length` empty ones. */
  reorganise(depth: number, length: number): Promise<void>;
  stop(): Promise<void>;
}

export const testChainId = 31_337;

/** The program itself, not its wrapper: a wrapper that is killed leaves its child behind. */
function anvilProgram(): string {
  const cpu = process.arch === 'x64' ? 'amd64' : process.arch;
  const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
  return join(dirname(wrapper), '..', `anvil-${process.platform}-${cpu}`, 'bin', 'anvil');
}

export async function startAnvil(): Promise<TestAnvil> {
  const options = ['--port', '0', '--no-mining', '--chain-id', `${testChainId}`, '--slots-in-an-epoch', '1'];
  const child = spawn(anvilProgram(), options, { stdio: ['ignore', 'pipe', 'inherit'] });
  // Tests that end in a fault have no time to stop it.
  process.once('exit', () => child.kill('SIGKILL'));
  const url = `http://${await listeningOn(child)}`;
  const { ask } = jsonRpc({ url, timeoutMs: 30_000, maxBytes: 64 * 1024 * 1024 });
  const [rich] = (await ask('eth_accounts')) as string[];
  if (!rich) throw new Error('an anvil without accounts');

  const send = async (transaction: Record<string, string>) =>
    (await ask('eth_sendTransaction', { from: rich, ...transaction })) as string;
  const mine = async (blocks = 1): Promise<void> => void (await ask('anvil_mine', quantityText(blocks)));
  const call = (contract: string, signature: string, ...args: unknown[]) =>
    send({ to: contract, data: callOf(signature, args) });
  const callAs = async (from: string, contract: string, signature: string, ...args: unknown[]) => {
    await ask('anvil_impersonateAccount', from);
    return send({ from, to: contract, data: callOf(signature, args) });
  };
  const deploy = async (name: 'TestUsdt' | 'FakeUsdt'): Promise<string> => {
    const txid = await send({ data: contracts[name] });
    await mine();
    return fieldsOf('receipt', await ask('eth_getTransactionReceipt', txid)).contractAddress as string;
  };
  const usdt = await deploy('TestUsdt');
  const faucet = evmFaucet(url, usdt);

  return {
    url,
    chainId: testChainId,
    rich,
    usdt,
    ask,
    mine,
    deploy,
    call,
    callAs,
    issue: faucet.usdt,
    ether: faucet.ether,
    async reorganise(depth, length) {
      await ask('anvil_reorg', depth, []);
      if (length > depth) await mine(length - depth);
    },
    stop: () => stopped(child),
  };
}

/** The address of a key, where a test has only that. */
export function textOf(key: string): string {
  return addressOfKey(key);
}

export async function etherOf(anvil: Pick<TestAnvil, 'ask'>, address: string): Promise<bigint> {
  return quantity('balance', await anvil.ask('eth_getBalance', address, 'latest'));
}

function listeningOn(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    child.on('error', reject);
    child.on('exit', (code) => reject(new Error(`anvil ended with ${code} before it listened: ${output.slice(-500)}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const address = /Listening on (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
  });
}

function stopped(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.on('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Encodes a call that is named by its text: `callOf('issue(address,uint256)', [to, 5n])`. */
function callOf(signature: string, args: readonly unknown[]): Hex {
  const texts: readonly string[] = [`function ${signature}`];
  return encodeFunctionData({ abi: parseAbi(texts), args });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CallOptions, JsonRpc } from '../json-rpc.ts';

const fetched = fileURLToPath(new URL('../../../../.cache/bitcoind/bin/bitcoind', import.meta.url));

/** The node's program: `BITCOIND`, else the one that `node scripts/lib/bitcoind.mjs` fetched. Without one the tests fail, loudly. */
export function bitcoindProgram(): string {
  const program = process.env.BITCOIND ?? fetched;
  if (!existsSync(program)) {
    throw new Error(`no bitcoind at ${program}: run "node scripts/lib/bitcoind.mjs", or name one in BITCOIND`);
  }
  return program;
}

/** A regtest node of its own, in a folder of its own, with an outside payer's wallet. */
export class TestBitcoind {
  readonly url: string;
  private readonly folder: string;
  private readonly process: ChildProcess;
  private readonly rpc: JsonRpc;
  private readonly peerPort: number;

  private constructor(folder: string, process: ChildProcess, ports: { rpc: number; peer: number }, password: string) {
    this.folder = folder;
    this.process = process;
    this.peerPort = ports.peer;
    this.url = `http://tester:${password}@127.0.0.1:${ports.rpc}`;
    // Calls of a wallet are the payer's, also where the node has other wallets.
    this.rpc = this.rpcOf('payer');
  }

  static async start(options: readonly string[] = []): Promise<TestBitcoind> {
    const program = bitcoindProgram();
    const folder = await mkdtemp(join(tmpdir(), 'lode-bitcoind-'));
    const [rpc, peer] = [await freePort(), await freePort()];
    // A node of another test that took the port in between must not respond to this one's calls.
    const password = randomBytes(12).toString('hex');
    const settings = [
      '-regtest',
      `-datadir=${folder}`,
      '-server',
      '-rpcuser=tester',
      `-rpcpassword=${password}`,
      '-dnsseed=0',
    ];
    const listening = [`-rpcport=${rpc}`, `-bind=127.0.0.1:${peer}`, '-discover=0', '-fixedseeds=0', '-listenonion=0'];
    const wallet = ['-addresstype=bech32', '-changetype=bech32', '-fallbackfee=0.0001', '-dbcache=32', '-par=1'];
    const child = spawn(program, [...settings, ...listening, ...wallet, ...options], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // The parent may end without stopping it.
    process.once('exit', () => child.kill('SIGKILL'));
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = `${complaint}${chunk.toString()}`.slice(-1_000);
    });
    const node = new TestBitcoind(folder, child, { rpc, peer }, password);
    while (!(await node.isReady())) {
      if (child.exitCode !== null) throw new Error(`bitcoind ended with ${child.exitCode}: ${complaint}`);
    }
    await node.call('createwallet', ['payer']);
    return node;
  }

  call(method: string, params: readonly unknown[] = [], options: CallOptions = {}): Promise<unknown> {
    return this.rpc.call(method, params, { maxBytes: 64 * 2 ** 20, ...options });
  }

  /** The same by another of the node's wallets. */
  async callWallet(name: string, method: string, params: readonly unknown[] = []): Promise<unknown> {
    const rpc = this.rpcOf(name);
    try {
      return await rpc.call(method, params);
    } finally {
      rpc.close();
    }
  }

  async text(method: string, params: readonly unknown[] = []): Promise<string> {
    return String(await this.call(method, params));
  }

  /** Mines the mempool, on the payer's behalf. */
  async mine(blocks: number): Promise<void> {
    await this.call('generatetoaddress', [blocks, await this.payerAddress()]);
  }

  /** Mines empty blocks. */
  async mineEmpty(blocks: number): Promise<void> {
    const address = await this.payerAddress();
    for (let block = 0; block < blocks; block += 1) await this.call('generateblock', [address, []]);
  }

  /**
   * Funds the payer with spendable outputs. Its wallet dates a locktime back by up to 99 blocks now and then, and the node takes no
   * transaction whose locktime is 21: above 120 blocks none has it.
   */
  async fundPayer(): Promise<void> {
    await this.mine(122);
  }

  /** Throws when the node's own mempool did not take it: the wallet names a txid even then. */
  async pay(address: string, amountBtc: string): Promise<{ txid: string }> {
    const txid = await this.text('sendtoaddress', [address, amountBtc]);
    await this.call('getmempoolentry', [txid]).catch(async (cause: unknown) => {
      const { hex } = (await this.call('gettransaction', [txid])) as { hex: string };
      const why = JSON.stringify(await this.call('testmempoolaccept', [[hex]]));
      throw new Error(`the node's mempool did not take ${txid}: ${why}`, { cause });
    });
    return { txid };
  }

  /** Takes the newest `depth` blocks off the best chain for good and mines `length` empty ones in their place. */
  async reorganise(depth: number, length: number): Promise<void> {
    const height = Number(await this.call('getblockcount'));
    await this.call('invalidateblock', [await this.text('getblockhash', [height - depth + 1])]);
    await this.mineEmpty(length);
  }

  /** Exchanges blocks with another node from now on, and answers when both have the same tip. */
  async meet(other: TestBitcoind): Promise<void> {
    for (const node of [this, other]) await node.call('setnetworkactive', [true]);
    const tip = (node: TestBitcoind): Promise<string> => node.text('getbestblockhash');
    while ((await tip(this)) !== (await tip(other))) {
      await this.call('addnode', [`127.0.0.1:${other.peerPort}`, 'onetry']);
      // Answers when there is a new block, or after the time at the latest.
      await this.call('waitfornewblock', [300]);
    }
  }

  /** Disconnects two nodes. */
  async part(other: TestBitcoind): Promise<void> {
    for (const node of [this, other]) await node.call('setnetworkactive', [false]);
  }

  async stop(): Promise<void> {
    this.rpc.close();
    if (this.process.exitCode === null) {
      const ended = new Promise((resolve) => this.process.once('exit', resolve));
      this.process.kill('SIGKILL');
      await ended;
    }
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private rpcOf(wallet: string): JsonRpc {
    return new JsonRpc({ url: `${this.url}/wallet/${wallet}`, timeoutMs: 30_000 });
  }

  private payerAddress(): Promise<string> {
    return this.text('getnewaddress', []);
  }

  private async isReady(): Promise<boolean> {
    try {
      await this.rpc.call('getblockcount');
      return true;
    } catch {
      return new Promise((resolve) => {
        setTimeout(() => resolve(false), 20);
      });
    }
  }
}

/** Below the ports that the system gives to outgoing connections: one of those could take it before the node listens. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, 32_000);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

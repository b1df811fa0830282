import { createHash } from 'node:crypto';
import type { AddressKey, Block, ChainSum, Payment, ScannedBlock, Watched } from '../shapes.ts';

/** A transaction of the scripted chain. `seal` distinguishes otherwise equal ones. */
export interface ScriptedTx {
  txid: string;
  inputs: string[];
  outputs: { key: string; amount: bigint }[];
  fee: bigint;
}

interface Node {
  block: Block;
  txs: ScriptedTx[];
}

export const hashOf = (...parts: unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify(parts, (_key, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value)))
    .digest('hex');

/** The key (script) of the address of a hash that is this byte twenty times. */
export const scriptedKey = (byte: string): AddressKey => `0014${byte.repeat(20)}`;

/** A transaction whose txid follows from what it does. */
export function scriptedTx(inputs: string[], outputs: ScriptedTx['outputs'], fee = 0n): ScriptedTx {
  return { txid: hashOf(inputs, outputs, fee), inputs, outputs, fee };
}

/** A tree of blocks that grows, forks and switches branch on command, in memory and without chance. */
export class ScriptedBlocks {
  readonly mempool = new Map<string, ScriptedTx>();
  private readonly byHash = new Map<string, Node>();
  private best: Node[];
  private made = 0;
  private readonly prefix: string;

  /** `prefix` stands before every hash, as a chain writes them. */
  constructor(seed: string, prefix: '' | '0x' = '') {
    this.prefix = prefix;
    const hash = prefix + hashOf('genesis', seed);
    const genesis = { height: 0, hash, parentHash: prefix + '0'.repeat(64), time: 1_600_000_000 };
    this.best = [{ block: genesis, txs: [] }];
    this.byHash.set(genesis.hash, this.best[0] as Node);
  }

  get tip(): Block {
    return (this.best.at(-1) as Node).block;
  }

  at(height: number): Node | null {
    return this.best[height] ?? null;
  }

  find(hash: string): Node | null {
    return this.byHash.get(hash) ?? null;
  }

  transactions(): { tx: ScriptedTx; block: Block }[] {
    return this.best.flatMap(({ block, txs }) => txs.map((tx) => ({ tx, block })));
  }

  /** Adds a transaction to the mempool. Inputs of an outside payer are not checked. */
  submit(tx: ScriptedTx): void {
    this.mempool.set(tx.txid, tx);
  }

  /** Mines one block on the best branch from all that waits, or from exactly `txs`. */
  mine(txs: ScriptedTx[] = [...this.mempool.values()]): Block {
    this.best = [...this.best, this.child(this.best.at(-1) as Node, txs)];
    return this.tip;
  }

  /**
   * Replaces the newest `depth` blocks by `branch.length` others, each with its own transactions. What was in the old blocks
   * and not in the new ones waits again, unless its inputs are spent now.
   */
  reorganise(depth: number, branch: readonly ScriptedTx[][]): void {
    const gone = this.best.slice(this.best.length - depth);
    this.best = this.best.slice(0, this.best.length - depth);
    for (const tx of gone.flatMap(({ txs }) => txs)) this.mempool.set(tx.txid, tx);
    for (const txs of branch) this.mine(txs);
  }

  /** The output is there and unspent on the best branch; with `withMempool`, also not spent by what waits. */
  isUnspent(output: string, withMempool: boolean): boolean {
    const txs = this.best.flatMap((node) => node.txs);
    const all = withMempool ? [...txs, ...this.mempool.values()] : txs;
    return (
      txs.some((tx) => tx.outputs.some((_output, index) => `${tx.txid}:${index}` === output)) &&
      !all.some((tx) => tx.inputs.includes(output))
    );
  }

  private child(parent: Node, txs: ScriptedTx[]): Node {
    this.made += 1;
    const { height, hash, time } = parent.block;
    const own = this.prefix + hashOf(hash, this.made);
    const block = { height: height + 1, hash: own, parentHash: hash, time: time + 600 };
    const node = { block, txs: [...txs] };
    this.byHash.set(block.hash, node);
    const spent = new Set(txs.flatMap((tx) => tx.inputs));
    for (const tx of txs) this.mempool.delete(tx.txid);
    for (const [txid, tx] of this.mempool) if (tx.inputs.some((input) => spent.has(input))) this.mempool.delete(txid);
    return node;
  }
}

/** Payments to us and spends of our outputs in a block. */
export function scanTransactions(block: Block, txs: readonly ScriptedTx[], watched: Watched): ScannedBlock {
  const payments = txs.flatMap((tx) => paymentsOf(tx, watched));
  const here = new Set(payments.map(({ txid, index }) => `${txid}:${index}`));
  const spentOutputs = txs.flatMap(({ txid, inputs }) =>
    inputs.filter((output) => here.has(output) || watched.hasOutput(output)).map((outpoint) => ({ outpoint, txid })),
  );
  return { block, payments, spentOutputs };
}

export function paymentsOf({ txid, outputs }: ScriptedTx, watched: Watched): Payment[] {
  return outputs.flatMap(({ key, amount }, index) =>
    watched.hasKey(key) ? [{ txid, index, key, coin: 'BTC' as const, amount }] : [],
  );
}

export const satoshis = (atomic: bigint): ChainSum => ({ coin: 'BTC', atomic, decimals: 8 });

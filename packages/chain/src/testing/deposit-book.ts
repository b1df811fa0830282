import type { AddressKey, Payment, ScannedBlock, Watched } from '../shapes.ts';
import type { BlockRef } from '../watcher.ts';

interface Row extends Payment {
  /** Hash of its block; null while that block is disconnected. */
  blockHash: string | null;
  height: number | null;
  timesTakenBack: number;
}

/** Minimal storage of a watcher's caller: payments by txid and index, our outputs and their spenders. For tests. */
export class DepositBook implements Watched {
  readonly rows = new Map<string, Row>();
  readonly spentBy = new Map<string, { txid: string; blockHash: string }>();
  private readonly keys: ReadonlySet<AddressKey>;

  constructor(keys: Iterable<AddressKey>) {
    this.keys = new Set(keys);
  }

  hasKey(key: AddressKey): boolean {
    return this.keys.has(key);
  }

  hasOutput(output: string): boolean {
    return this.rows.has(output);
  }

  /** Applies one update, as one database transaction would. */
  apply({ disconnected, connected }: { disconnected: readonly BlockRef[]; connected: readonly ScannedBlock[] }): void {
    for (const block of disconnected) this.takeBack(block.hash);
    for (const scanned of connected) this.add(scanned);
  }

  /** The control: a watcher that trusts notifications. */
  believe(notice: ScannedBlock): void {
    const fresh = notice.payments.filter(({ txid, index }) => !this.rows.get(`${txid}:${index}`)?.blockHash);
    this.add({ ...notice, payments: fresh });
  }

  /** Confirmed payments and spends, comparable between books. */
  standing(): string[] {
    const payments = [...this.rows.values()]
      .filter(({ blockHash }) => blockHash !== null)
      .map(({ txid, index, amount, height, blockHash }) => `${height} ${blockHash} ${txid}:${index} ${amount}`);
    const spentOutputs = [...this.spentBy].map(([output, { txid }]) => `${output} spent by ${txid}`);
    return [...payments, ...spentOutputs].sort();
  }

  private takeBack(hash: string): void {
    for (const row of this.rows.values()) {
      if (row.blockHash !== hash) continue;
      row.blockHash = null;
      row.height = null;
      row.timesTakenBack += 1;
    }
    for (const [output, spend] of this.spentBy) if (spend.blockHash === hash) this.spentBy.delete(output);
  }

  private add({ block, payments, spentOutputs }: ScannedBlock): void {
    for (const payment of payments) {
      const name = `${payment.txid}:${payment.index}`;
      const known = this.rows.get(name);
      if (known?.blockHash) throw new Error(`${name} stands in two blocks at once`);
      this.rows.set(name, {
        ...payment,
        blockHash: block.hash,
        height: block.height,
        timesTakenBack: known?.timesTakenBack ?? 0,
      });
    }
    for (const { outpoint, txid } of spentOutputs) this.spentBy.set(outpoint, { txid, blockHash: block.hash });
  }
}

import type { Payment, Watched } from '@lode/chain';
import type { BitcoinNode } from './bitcoin-node.ts';
import type { RawTransaction } from './raw-block.ts';

/** Bounds one call; a busy mempool is read over several. Only blocks are credited. */
const mostPerCall = 2_000;

/** Caches the mempool's transactions, so that each is fetched once. */
export class MempoolWatch {
  private readonly node: BitcoinNode;
  private read = new Map<string, Payment[]>();

  constructor(node: BitcoinNode) {
    this.node = node;
  }

  async payments(watched: Watched): Promise<Payment[]> {
    const txids = await this.node.mempool();
    const there = new Map(
      txids.flatMap((txid) => (this.read.has(txid) ? [[txid, this.read.get(txid) ?? []] as const] : [])),
    );
    this.read = new Map(there);
    const fresh = txids.filter((txid) => !there.has(txid)).slice(0, mostPerCall);
    for (const txid of fresh) {
      const tx = await this.node.waiting(txid);
      if (tx) this.read.set(txid, paymentsOf(tx, watched));
    }
    return [...this.read.values()].flat();
  }
}

function paymentsOf({ txid, outputs }: RawTransaction, watched: Watched): Payment[] {
  return outputs.flatMap(({ script, amount }, index) =>
    amount > 0n && watched.hasKey(script) ? [{ txid, index, key: script, coin: 'BTC' as const, amount }] : [],
  );
}

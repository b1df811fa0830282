import { setImmediate as turn } from 'node:timers/promises';
import type { BitcoinNode, RawBlock } from './bitcoin-node.ts';

interface Fetched {
  hash: string;
  block: Promise<RawBlock | null>;
}

/**
 * Prefetches the next block while the caller processes one. A prefetched block is used only for its exact hash, never for
 * another branch.
 */
export class BlockReader {
  private readonly node: BitcoinNode;
  private ahead: Fetched | null = null;

  constructor(node: BitcoinNode) {
    this.node = node;
  }

  /** The block of the best chain at a height; null above the tip. */
  async read(height: number): Promise<(RawBlock & { hash: string }) | null> {
    const [hash, nextHash] = await Promise.all([this.node.hashAt(height), this.node.hashAt(height + 1)]);
    const { ahead } = this;
    this.ahead = nextHash === null ? null : this.fetch(nextHash);
    if (hash === null) return null;
    const block = (ahead?.hash === hash ? await ahead.block : null) ?? (await this.node.rawBlock(hash));
    // Sends the prefetch before the caller's work blocks the event loop.
    if (this.ahead) await turn();
    return block && { ...block, hash };
  }

  /** A failed prefetch is fetched again by the next read. */
  private fetch(hash: string): Fetched {
    return { hash, block: this.node.rawBlock(hash).catch(() => null) };
  }
}

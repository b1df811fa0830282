import { type BroadcastResult, ChainUnavailable, type Signed } from '@lode/chain';
import { NodeRefusal } from './json-rpc.ts';
import type { EvmNode } from './node.ts';

/** Error messages for bytes that the node has already: Geth, Nethermind, Besu, Erigon, Reth, Anvil. */
const knownAlready = /already known|known transaction|alreadyknown|already imported|already exists/i;

/**
 * Broadcasts signed bytes; idempotent. A refused transaction may be mined (`nonce too low`) or in the mempool already: only one
 * that the node does not know by its txid counts as refused.
 */
export async function sendPayment(node: EvmNode, { txid, bytes }: Signed): Promise<BroadcastResult> {
  try {
    const found = await node.send(bytes);
    if (found !== txid) throw new ChainUnavailable('ERC20', 'malformed', `sent ${txid}, the node returned ${found}`);
    return { accepted: true, isNew: true };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    if (knownAlready.test(error.message) || (await isThere(node, txid))) return { accepted: true, isNew: false };
    return { accepted: false, reason: error.message.slice(0, 300) };
  }
}

async function isThere(node: EvmNode, txid: string): Promise<boolean> {
  try {
    return (await node.receipt(txid)) !== null || (await node.isKnown(txid));
  } catch (error) {
    // Nodes refuse to look up a malformed txid.
    if (error instanceof NodeRefusal) return false;
    throw error;
  }
}

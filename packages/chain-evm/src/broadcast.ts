import { type BroadcastResult, ChainUnavailable, type Signed } from '@lode/chain';
import { NodeRefusal } from './json-rpc.ts';
import type { EvmNode } from './node.ts';

/** What nodes say when they have these very bytes already: Geth, Nethermind, Besu, Erigon, Reth, Anvil. */
const knownAlready = /already known|known transaction|alreadyknown|already imported|already exists/i;

/**
 * Sends signed bytes, as often as one likes. What a node refuses may still be there: it was mined since (`nonce too low`), or
 * waits already. Only what the node does not know by its txid counts as refused.
 */
export async function sendPayment(node: EvmNode, { txid, bytes }: Signed): Promise<BroadcastResult> {
  try {
    const found = await node.send(bytes);
    if (found !== txid)
      throw new ChainUnavailable('ERC20', 'malformed', `sent ${txid}, and the node names it ${found}`);
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
    // Bytes that are no transaction have no txid that a node would look up.
    if (error instanceof NodeRefusal) return false;
    throw error;
  }
}

import { type Block, ChainUnavailable, type SentPayment, type SentStatus } from '@lode/chain';
import type { BlockTransaction, Receipt } from './blocks.ts';
import { etherSum, readAccountNonce } from './build.ts';
import { NodeRefusal } from './json-rpc.ts';
import type { EvmNode } from './node.ts';

/**
 * Status of a payment. `CONFLICTED` requires the transaction that used its nonce: a lagging node must never fail a payment.
 */
export async function statusOf(node: EvmNode, usdt: string, sent: SentPayment): Promise<SentStatus> {
  const tip = await tipOf(node);
  const receipt = await node.receipt(sent.txid);
  if (receipt) return byReceipt(node, usdt, sent, receipt, tip);

  const { from, nonce } = readAccountNonce(sent.outpoints[0] ?? '');
  if ((await node.nonce(from, tip.height)) <= nonce) {
    return (await node.isKnown(sent.txid)) ? { state: 'MEMPOOL' } : { state: 'UNKNOWN', isPayable: true };
  }
  const since = Math.min(sent.sinceHeight, tip.height);
  const used = (await findNonce(node, from, nonce, since, tip.height)) ?? (await findBelow(node, from, nonce, since));
  if (!used)
    throw new ChainUnavailable(
      'ERC20',
      'malformed',
      `nonce ${nonce} of 0x${from} is used, and no block that this node can look into holds its transaction`,
    );
  if (used.transaction.txid === sent.txid) {
    const late = await node.receipt(sent.txid);
    if (!late)
      throw new ChainUnavailable('ERC20', 'malformed', `${sent.txid} is in block ${used.height} without a receipt`);
    return byReceipt(node, usdt, sent, late, tip);
  }
  return { state: 'CONFLICTED', by: used.transaction.txid, confirmations: tip.height - used.height + 1 };
}

async function tipOf(node: EvmNode): Promise<Block> {
  const tip = await node.block('latest');
  if (!tip) throw new ChainUnavailable('ERC20', 'malformed', 'a chain without a block');
  return tip;
}

async function byReceipt(
  node: EvmNode,
  usdt: string,
  sent: SentPayment,
  receipt: Receipt,
  tip: Block,
): Promise<SentStatus> {
  const block = await node.block(receipt.height);
  // A reorg between two calls: the receipt belongs to a stale block.
  if (block?.hash !== receipt.blockHash) return { state: 'UNKNOWN' };
  return {
    state: 'CONFIRMED',
    block,
    confirmations: Math.max(1, tip.height - receipt.height + 1),
    feePaid: etherSum(receipt.gasUsed * receipt.gasPrice),
    isPaid: receipt.isSuccess && (sent.coin === 'ETH' || hasTransfer(receipt, usdt, sent)),
    isReverted: !receipt.isSuccess,
  };
}

/** A successful call is not enough: the token has to log this amount from us to the receiver. */
function hasTransfer({ transfers }: Receipt, usdt: string, { to, amount, outpoints }: SentPayment): boolean {
  const { from } = readAccountNonce(outpoints[0] ?? '');
  return transfers.some((log) => log.contract === usdt && log.from === from && log.to === to && log.value === amount);
}

interface Found {
  height: number;
  transaction: BlockTransaction;
}

/** The transaction that used a nonce, in the blocks from `low` to `high`. */
async function findNonce(node: EvmNode, from: string, nonce: number, low: number, high: number): Promise<Found | null> {
  const first = await heightOfNonce(node, from, nonce, low, high);
  if (first !== null) return inBlock(node, from, nonce, first);
  for (let height = low; height <= high; height += 1) {
    const found = await inBlock(node, from, nonce, height);
    if (found) return found;
  }
  return null;
}

/** The node that named the height may have named one above the block. A node without old states cannot say. */
async function findBelow(node: EvmNode, from: string, nonce: number, height: number): Promise<Found | null> {
  const first = await heightOfNonce(node, from, nonce, 0, height);
  return first === null ? null : inBlock(node, from, nonce, first);
}

/** Binary search for the block that used the nonce; null when the node has pruned the old states. */
async function heightOfNonce(
  node: EvmNode,
  from: string,
  nonce: number,
  low: number,
  high: number,
): Promise<number | null> {
  let [below, above] = [low, high];
  try {
    while (below < above) {
      const middle = Math.floor((below + above) / 2);
      if ((await node.nonce(from, middle)) > nonce) above = middle;
      else below = middle + 1;
    }
    return below;
  } catch (error) {
    if (error instanceof NodeRefusal) return null;
    throw error;
  }
}

async function inBlock(node: EvmNode, from: string, nonce: number, height: number): Promise<Found | null> {
  const block = await node.fullBlock(height);
  const transaction = block?.transactions.find((one) => one.from === from && one.nonce === nonce);
  return transaction ? { height, transaction } : null;
}

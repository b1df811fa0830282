import type { AddressKey, Payment, ScannedBlock, Watched } from '@lode/chain';
import type { FullBlock, TransferLog } from './blocks.ts';
import { mayHold } from './bloom.ts';
import { NodeRefusal } from './json-rpc.ts';
import type { EvmNode } from './node.ts';
import { malformed } from './responses.ts';
import { transferTopic } from './token.ts';

/**
 * The block of the best chain at a height with incoming payments: USDT by logs of the pinned contract, ether by plain transfers
 * (internal transfers of contracts leave no trace in a block).
 */
export async function scanBlock(
  node: EvmNode,
  usdt: AddressKey,
  height: number,
  watched: Watched,
): Promise<ScannedBlock | null> {
  const block = await node.fullBlock(height);
  if (!block) return null;
  const logs = await transfersOf(node, usdt, block);
  const { hash, parentHash, time } = block;
  return {
    block: { height, hash, parentHash, time },
    payments: [...(await etherPayments(node, block, watched)), ...usdtPayments(logs, watched)],
    spentOutputs: [],
  };
}

/** All transfers of the token in a block. */
async function transfersOf(node: EvmNode, usdt: AddressKey, block: FullBlock): Promise<TransferLog[]> {
  if (!mayHold(block.logsBloom, `0x${usdt}`) || !mayHold(block.logsBloom, transferTopic)) return [];
  const logs = await node.transfers(block.hash, usdt);
  const ours = logs.filter(({ contract }) => contract === usdt);
  if (ours.length !== logs.length) throw malformed('a log of another contract', block.hash);
  // A lagging node behind a provider's load balancer returns no logs instead of an error.
  return ours.length > 0 ? ours : transfersByReceipts(node, usdt, block);
}

async function transfersByReceipts(node: EvmNode, usdt: AddressKey, block: FullBlock): Promise<TransferLog[]> {
  try {
    const receipts = await node.blockReceipts(block.height);
    if (receipts.length !== block.transactions.length) throw malformed('receipts', receipts.length);
    if (receipts.some(({ blockHash }) => blockHash !== block.hash))
      throw malformed('receipts of another block', block.hash);
    return receipts.flatMap(({ transfers }) => transfers).filter(({ contract }) => contract === usdt);
  } catch (error) {
    // The node lacks the call: accept the empty result, as the bloom filter may be a false positive.
    if (error instanceof NodeRefusal) return [];
    throw error;
  }
}

/**
 * `index` counts the token's transfers within their transaction, zero ones too: the log index within the block changes in a
 * reorganisation. The log index removes duplicates.
 */
function usdtPayments(logs: readonly TransferLog[], watched: Watched): Payment[] {
  const counts = new Map<string, number>();
  const byLogIndex = new Map<string, TransferLog>();
  for (const log of logs) {
    const name = `${log.txid}:${log.logIndex}`;
    const before = byLogIndex.get(name) ?? log;
    if (before.from !== log.from || before.to !== log.to || before.value !== log.value) throw malformed('log', name);
    byLogIndex.set(name, log);
  }
  const inOrder = [...byLogIndex.values()].sort((one, other) => one.logIndex - other.logIndex);
  return inOrder.flatMap(({ txid, from, to, value }) => {
    const index = counts.get(txid) ?? 0;
    counts.set(txid, index + 1);
    if (value === 0n || !watched.hasKey(to)) return [];
    return [{ txid, index, key: to, coin: 'USDT' as const, amount: value, from }];
  });
}

async function etherPayments(node: EvmNode, block: FullBlock, watched: Watched): Promise<Payment[]> {
  const payments: Payment[] = [];
  for (const { txid, to, value } of block.transactions) {
    if (to === null || value === 0n || !watched.hasKey(to)) continue;
    const receipt = await node.receipt(txid);
    if (receipt?.blockHash !== block.hash) throw malformed('receipt of another block', txid);
    if (receipt.isSuccess) payments.push({ txid, index: 0, key: to, coin: 'ETH', amount: value });
  }
  return payments;
}

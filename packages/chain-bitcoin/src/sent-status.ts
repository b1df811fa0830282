import type { Block, SentPayment, SentStatus } from '@lode/chain';
import type { BitcoinNode, Header } from './bitcoin-node.ts';
import { unavailable } from './json-rpc.ts';
import { decodeBlock, MalformedBlock, type RawTransaction } from './raw-block.ts';

/** A payment has a receiver and at most one change. Of a batch the change is asked about first. */
const likelyOutputs = [0, 1];

/**
 * Status of a payment from the node's mempool, its UTXO set and, where both lack it, its blocks. Needs no transaction index.
 */
export async function sentStatus(node: BitcoinNode, sent: SentPayment): Promise<SentStatus> {
  for (;;) {
    const tip = await node.tip();
    const status = await statusAt(node, sent, tip);
    // A block that came meanwhile may have it, or what it spends.
    if (status.state !== 'UNKNOWN' || status.isPayable || (await node.tip()).hash === tip.hash) return status;
  }
}

async function statusAt(node: BitcoinNode, sent: SentPayment, tip: Header): Promise<SentStatus> {
  const found = (await inNamedBlock(node, sent)) ?? (await byOutputs(node, sent, tip));
  if (found) return confirmed(node, found, sent, tip);
  if (await node.isInMempool(sent.txid)) return { state: 'MEMPOOL' };
  // Its inputs are unspent, so it is unconfirmed.
  const spent = await Promise.all(sent.outpoints.map((output) => isSpent(node, output)));
  if (!spent.includes(true)) return { state: 'UNKNOWN', isPayable: true };

  const rival = await findSpender(node, sent, tip);
  if (rival && 'transaction' in rival) return confirmed(node, rival, sent, tip);
  if (rival) return { state: 'CONFLICTED', by: rival.by, confirmations: tip.height - rival.height + 1 };
  // Its inputs are missing and unspent: a reorganisation removed them, or the node lacks a block.
  return { state: 'UNKNOWN' };
}

/** Result of a search through the blocks: the spender in this block, or null: none up to it. */
interface Searched {
  hash: string;
  by: string | null;
}

/** Bounds the cache: few payments lose their inputs. */
const maxCachedSearches = 1_000;
const memory = new WeakMap<BitcoinNode, Map<string, Searched>>();

function searchesOf(node: BitcoinNode): Map<string, Searched> {
  const known = memory.get(node) ?? new Map<string, Searched>();
  memory.set(node, known);
  return known;
}

/**
 * Finds the transaction that spent a payment's inputs: itself or another one. Polled while inputs are missing, so each block is
 * read once: a search ends where the previous one began, as long as that block is on the chain.
 */
async function findSpender(
  node: BitcoinNode,
  sent: SentPayment,
  tip: Header,
): Promise<Found | { by: string; height: number } | null> {
  const searches = searchesOf(node);
  const name = [sent.txid, ...sent.outpoints, sent.sinceHeight].join();
  const last = searches.get(name);
  const end = last ? await node.header(last.hash) : null;
  if (last && last.by !== null && end?.isOnBestChain) return { by: last.by, height: end.height };
  const lowest = end?.isOnBestChain ? end.height + 1 : Math.max(1, sent.sinceHeight);
  const remember = (searched: Searched): void => {
    searches.delete(name);
    searches.set(name, searched);
    const [oldest] = searches.keys();
    if (searches.size > maxCachedSearches && oldest !== undefined) searches.delete(oldest);
  };
  // Follows parent hashes down from the tip, so all blocks read belong to one chain.
  for (let { height, hash } = tip; height >= lowest; height -= 1) {
    const whole = await blockOf(node, { height, hash });
    if (!whole) return null;
    const spender = whole.transactions.find(({ inputs }) =>
      inputs.some(({ txid, index }) => sent.outpoints.includes(`${txid}:${index}`)),
    );
    if (spender?.txid === sent.txid) return { block: whole.block, transaction: spender };
    if (spender) {
      remember({ hash, by: spender.txid });
      return { by: spender.txid, height };
    }
    hash = whole.block.parentHash;
  }
  remember({ hash: tip.hash, by: null });
  return null;
}

interface Found {
  block: Block;
  transaction: RawTransaction;
}

async function confirmed(
  node: BitcoinNode,
  { block, transaction }: Found,
  sent: SentPayment,
  tip: Block,
): Promise<SentStatus> {
  const { fees } = recentBlocksOf(node).get(block.hash) ?? { fees: new Map<string, bigint>() };
  const atomic = fees.get(sent.txid) ?? (await node.feeOf(sent.txid, block.hash));
  fees.set(sent.txid, atomic);
  return {
    state: 'CONFIRMED',
    block,
    confirmations: tip.height - block.height + 1,
    feePaid: { coin: 'BTC', atomic, decimals: 8 },
    isPaid: transaction.outputs.some(({ script, amount }) => script === sent.to && amount === sent.amount),
    isReverted: false,
  };
}

async function inNamedBlock(node: BitcoinNode, { blockHash, txid }: SentPayment): Promise<Found | null> {
  const header = blockHash ? await node.header(blockHash) : null;
  if (!header?.isOnBestChain) return null;
  return findIn(node, header, txid);
}

/** An unspent output reveals the confirmations of its transaction. */
async function byOutputs(node: BitcoinNode, { txid, changeIndex }: SentPayment, tip: Header): Promise<Found | null> {
  for (const index of new Set(changeIndex === undefined ? likelyOutputs : [changeIndex, ...likelyOutputs])) {
    const output = await node.unspent(txid, index);
    if (!output || output.bestBlock !== tip.hash || output.confirmations < 1) continue;
    const height = tip.height - output.confirmations + 1;
    const hash = await node.hashAt(height);
    return hash === null ? null : findIn(node, { height, hash }, txid);
  }
  return null;
}

async function isSpent(node: BitcoinNode, output: string): Promise<boolean> {
  const [txid = '', index = ''] = output.split(':');
  return (await node.unspent(txid, Number(index))) === null;
}

interface WholeBlock {
  block: Block;
  transactions: RawTransaction[];
}

/** What is asked again and again of the blocks in which payments wait to be final. */
interface RecentBlock {
  block: Block;
  byTxid: ReadonlyMap<string, RawTransaction>;
  /** In satoshi, of our transactions. */
  fees: Map<string, bigint>;
}

/** More than make a payment final. A block never changes under its hash; whether it is on the best chain is asked each time. */
const maxRecentBlocks = 6;
const recentBlocks = new WeakMap<BitcoinNode, Map<string, RecentBlock>>();

function recentBlocksOf(node: BitcoinNode): Map<string, RecentBlock> {
  const known = recentBlocks.get(node) ?? new Map<string, RecentBlock>();
  recentBlocks.set(node, known);
  return known;
}

/** A block is read once for all payments in it: else each of them would read all of them in each round. */
async function findIn(node: BitcoinNode, place: { height: number; hash: string }, txid: string): Promise<Found | null> {
  const recent = recentBlocksOf(node);
  const found = recent.get(place.hash) ?? (await readRecent(node, place));
  if (!found) return null;
  recent.delete(place.hash);
  recent.set(place.hash, found);
  const [oldest] = recent.keys();
  if (recent.size > maxRecentBlocks && oldest !== undefined) recent.delete(oldest);
  const transaction = found.byTxid.get(txid);
  return transaction ? { block: found.block, transaction } : null;
}

async function readRecent(node: BitcoinNode, place: { height: number; hash: string }): Promise<RecentBlock | null> {
  const whole = await blockOf(node, place);
  if (!whole) return null;
  const byTxid = new Map(whole.transactions.map((transaction) => [transaction.txid, transaction]));
  return { block: whole.block, byTxid, fees: new Map() };
}

async function blockOf(
  node: BitcoinNode,
  { height, hash }: { height: number; hash: string },
): Promise<WholeBlock | null> {
  const raw = await node.rawBlock(hash);
  if (!raw) return null;
  try {
    const transactions = decodeBlock(raw.bytes);
    return { block: { height, hash, parentHash: raw.parentHash, time: raw.time }, transactions };
  } catch (error) {
    if (error instanceof MalformedBlock) throw unavailable('malformed', error);
    throw error;
  }
}

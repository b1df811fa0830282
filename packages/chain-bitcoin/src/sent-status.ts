import type { Block, SentPayment, SentStatus } from '@lode/chain';
import type { BitcoinNode, Header } from './bitcoin-node.ts';
import { unavailable } from './json-rpc.ts';
import { decodeBlock, MalformedBlock, type RawTransaction } from './raw-block.ts';

/** Our payments have a receiver and at most one change. */
const mostOutputs = 2;

/**
 * Status of a payment from the node's mempool, its UTXO set and, where both lack it, its blocks. Needs no transaction index.
 */
export async function sentStatus(node: BitcoinNode, sent: SentPayment): Promise<SentStatus> {
  const tip = await node.tip();
  const found = (await inNamedBlock(node, sent)) ?? (await byOutputs(node, sent, tip));
  if (found) return confirmed(node, found, sent, tip);
  if (await node.isInMempool(sent.txid)) return { state: 'MEMPOOL' };
  // Its inputs are unspent, so it is unconfirmed.
  const spent = await Promise.all(sent.outpoints.map((output) => isSpent(node, output)));
  if (!spent.includes(true)) return { state: 'UNKNOWN' };

  const rival = await findSpender(node, sent, tip);
  if (rival && 'transaction' in rival) return confirmed(node, rival, sent, tip);
  if (rival) return { state: 'CONFLICTED', by: rival.by, confirmations: tip.height - rival.height + 1 };
  // Its inputs are missing and unspent: a reorganisation removed them.
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
  const name = [sent.txid, ...sent.outpoints].join();
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
  const atomic = await node.feeOf(sent.txid, block.hash);
  return {
    state: 'CONFIRMED',
    block,
    confirmations: tip.height - block.height + 1,
    feePaid: { coin: 'BTC', atomic, decimals: 8 },
    isPaid: transaction.outputs.some(({ script, amount }) => script === sent.to && amount === sent.amount),
  };
}

async function inNamedBlock(node: BitcoinNode, { blockHash, txid }: SentPayment): Promise<Found | null> {
  const header = blockHash ? await node.header(blockHash) : null;
  if (!header?.isOnBestChain) return null;
  return findIn(await blockOf(node, header), txid);
}

/** An unspent output reveals the confirmations of its transaction. */
async function byOutputs(node: BitcoinNode, { txid }: SentPayment, tip: Header): Promise<Found | null> {
  for (let index = 0; index < mostOutputs; index += 1) {
    const output = await node.unspent(txid, index);
    if (!output || output.bestBlock !== tip.hash || output.confirmations < 1) continue;
    return findIn(await blockAt(node, tip.height - output.confirmations + 1), txid);
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

function findIn(whole: WholeBlock | null, txid: string): Found | null {
  const transaction = whole?.transactions.find((candidate) => candidate.txid === txid);
  return whole && transaction ? { block: whole.block, transaction } : null;
}

async function blockAt(node: BitcoinNode, height: number): Promise<WholeBlock | null> {
  const hash = await node.hashAt(height);
  return hash === null ? null : blockOf(node, { height, hash });
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

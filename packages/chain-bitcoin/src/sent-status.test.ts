// Proves that polling a payment with missing inputs reads each block once, and that cached results hold only for their chain.
import type { SentPayment } from '@lode/chain';
import { expect, it } from 'vitest';
import type { BitcoinNode } from './bitcoin-node.ts';
import { decodeBlock } from './raw-block.ts';
import { sentStatus } from './sent-status.ts';

const lost = 'aa'.repeat(32);
const sent: SentPayment = {
  txid: 'bb'.repeat(32),
  outpoints: [`${lost}:0`],
  to: '51',
  coin: 'BTC',
  amount: 1n,
  sinceHeight: 1,
};

/** A block of one transaction that spends one output. */
function blockThatSpends(txid: string): Buffer {
  const input = Buffer.concat([Buffer.from(txid, 'hex').reverse(), Buffer.alloc(4), Buffer.alloc(1), Buffer.alloc(4)]);
  const output = Buffer.from('01000000000000000151', 'hex');
  const [version, one, end] = [Buffer.from('01000000', 'hex'), Buffer.from([1]), Buffer.alloc(4)];
  return Buffer.concat([Buffer.alloc(80), one, version, one, input, one, output, end]);
}

/** Blocks by name, and what of them was read. */
function scripted() {
  let best = ['g0', 'a1', 'a2', 'a3', 'a4'];
  const rivals = new Set<string>();
  const read: string[] = [];
  let whileReading: (hash: string) => void = () => {};
  const header = (hash: string) => ({
    hash,
    height: Number(hash.slice(1)),
    isOnBestChain: best[Number(hash.slice(1))] === hash,
  });
  const node = {
    tip: async () => header(best.at(-1) ?? ''),
    header: async (hash: string) => header(hash),
    hashAt: async (height: number) => best[height] ?? null,
    async rawBlock(hash: string) {
      read.push(hash);
      whileReading(hash);
      const branch = best.includes(hash) ? best : [];
      const parentHash = branch[branch.indexOf(hash) - 1] ?? '';
      return { bytes: blockThatSpends(rivals.has(hash) ? lost : 'cc'.repeat(32)), parentHash, time: 0 };
    },
    unspent: async () => null,
    isInMempool: async () => false,
  };
  return {
    rivals,
    reads: () => read.splice(0),
    become: (blocks: string[]) => {
      best = blocks;
    },
    onRead: (act: (hash: string) => void) => {
      whileReading = act;
    },
    look: () => sentStatus(node as unknown as BitcoinNode, sent),
  };
}

it('reads each block once while its inputs are unspent', async () => {
  const { become, look, reads } = scripted();
  expect(await look()).toEqual({ state: 'UNKNOWN' });
  expect(reads()).toEqual(['a4', 'a3', 'a2', 'a1']);
  for (let time = 0; time < 3; time += 1) await look();
  expect(reads()).toEqual([]);
  become(['g0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  expect(await look()).toEqual({ state: 'UNKNOWN' });
  expect(reads()).toEqual(['a6', 'a5']);
});

it('starts over when a block comes while it looks: it may have what is looked for', async () => {
  const { become, look, onRead, rivals } = scripted();
  rivals.add('a5');
  onRead((hash) => {
    if (hash === 'a2') become(['g0', 'a1', 'a2', 'a3', 'a4', 'a5']);
  });
  const by = decodeBlock(blockThatSpends(lost))[0]?.txid;
  expect(await look()).toEqual({ state: 'CONFLICTED', by, confirmations: 1 });
});

it('searches again on another branch, and caches the spender found there', async () => {
  const { become, look, reads, rivals } = scripted();
  await look();
  reads();
  rivals.add('b3');
  become(['g0', 'a1', 'a2', 'b3', 'b4', 'b5']);
  const by = decodeBlock(blockThatSpends(lost))[0]?.txid;
  expect(await look()).toEqual({ state: 'CONFLICTED', by, confirmations: 3 });
  expect(reads()).toEqual(['b5', 'b4', 'b3']);
  become(['g0', 'a1', 'a2', 'b3', 'b4', 'b5', 'b6']);
  expect(await look()).toEqual({ state: 'CONFLICTED', by, confirmations: 4 });
  expect(reads()).toEqual([]);
  become(['g0', 'a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
  expect(await look()).toEqual({ state: 'UNKNOWN' });
  expect(reads()).toHaveLength(7);
});

it('reads a block once for all payments in it, and asks for each fee once', async () => {
  const hash = 'a2';
  const bytes = blockThatSpends(lost);
  const txid = decodeBlock(bytes)[0]?.txid ?? '';
  const asked: string[] = [];
  let best = ['g0', 'a1', hash, 'a3'];
  const node = {
    tip: async () => ({ height: best.length - 1, hash: best.at(-1) }),
    header: async () => null,
    hashAt: async (height: number) => best[height] ?? null,
    async rawBlock(of: string) {
      asked.push(`block ${of}`);
      return { bytes, parentHash: 'a1', time: 0 };
    },
    async feeOf(of: string) {
      asked.push(`fee ${of}`);
      return 141n;
    },
    unspent: async (_txid: string, index: number) =>
      index === 0 ? { bestBlock: best.at(-1), confirmations: best.length - 2 } : null,
  };
  const look = () => sentStatus(node as unknown as BitcoinNode, { ...sent, txid });
  expect(await look()).toMatchObject({ state: 'CONFIRMED', confirmations: 2, feePaid: { atomic: 141n } });
  expect(await look()).toMatchObject({ state: 'CONFIRMED', confirmations: 2, feePaid: { atomic: 141n } });
  expect(asked.splice(0)).toEqual([`block ${hash}`, `fee ${txid}`]);
  // On another branch the same transaction is in another block.
  best = ['g0', 'a1', 'b2', 'b3', 'b4'];
  expect(await look()).toMatchObject({ confirmations: 3, block: { hash: 'b2' } });
  expect(asked).toEqual(['block b2', `fee ${txid}`]);
});

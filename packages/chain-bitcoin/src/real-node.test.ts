// Proves on real nodes what real nodes do: branches that lose (R6), a txid that changes on its way, several outputs of one
// transaction to one address, money fresh from a miner, a node that goes away and comes back as another.
import { advance, type BlockUpdate, pinWatcher, readBlockUpdate, WatchSet } from '@lode/chain';
import { DepositBook } from '@lode/chain/testing';
import { hex } from '@scure/base';
import { Transaction } from '@scure/btc-signer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BitcoinChain } from './bitcoin-chain.ts';
import { decodeTransaction } from './raw-block.ts';
import { type BitcoinHarness, startBitcoinHarness } from './testing/bitcoin-harness.ts';
import { TestBitcoind } from './testing/bitcoind.ts';

let harness: BitcoinHarness;
beforeAll(async () => {
  harness = await startBitcoinHarness();
});
afterAll(() => harness.close());

const limits = { maxDepth: 12, maxBlocks: 50 };

async function startFollowing(chain: BitcoinChain, book: DepositBook) {
  let state = await pinWatcher(chain, limits.maxDepth);
  return async (): Promise<BlockUpdate['kind']> => {
    for (;;) {
      const step = await readBlockUpdate(state, chain, book, limits);
      if (step.kind !== 'BLOCKS') return step.kind;
      book.apply(step);
      state = advance(state, step, limits.maxDepth);
    }
  };
}

describe('two nodes', () => {
  let other: TestBitcoind;
  beforeAll(async () => {
    other = await TestBitcoind.start();
    await other.meet(harness.node);
  });
  afterAll(() => other.stop());

  /** Our node mines a payment into a branch of `depth` blocks, alone; the other mines a longer one; they meet. */
  async function loseBranch(depth: number, address: string): Promise<void> {
    const { node } = harness;
    await other.meet(node);
    await node.part(other);
    await node.pay(address, '0.01');
    await node.mine(depth);
    await other.mineEmpty(depth + 1);
  }

  it('with branches of 1 to 12 blocks: the losing one is taken back once, and what waits again is found again', async () => {
    const { chain, node } = harness;
    const { key, address } = chain.ownAddress('customer', 300);
    const book = new DepositBook([key]);
    const follow = await startFollowing(chain, book);
    for (let depth = 1; depth <= limits.maxDepth; depth += 1) {
      await loseBranch(depth, address);
      await follow();
      const before = book.standing().length;
      expect(before).toBe(depth);
      await node.meet(other);
      expect(await follow(), `depth ${depth}`).toBe('UP_TO_DATE');
      expect(book.standing()).toHaveLength(before - 1);
      await node.mine(1);
      await follow();
      expect(book.standing()).toHaveLength(before);
    }
    expect([...book.rows.values()].map(({ timesTakenBack }) => timesTakenBack)).toEqual(
      Array.from({ length: 12 }, () => 1),
    );
  }, 120_000);

  it('with branches of 100 blocks: the watcher stops, and takes nothing back', async () => {
    const { chain, node } = harness;
    const { key, address } = chain.ownAddress('customer', 301);
    const book = new DepositBook([key]);
    const follow = await startFollowing(chain, book);
    await loseBranch(100, address);
    expect(await follow()).toBe('UP_TO_DATE');
    const before = book.standing();
    expect(before).toHaveLength(1);
    await node.meet(other);
    expect(await follow()).toBe('TOO_DEEP');
    expect(book.standing()).toEqual(before);
  }, 120_000);
});

describe('one transaction', () => {
  it('with two outputs to one address is two payments, and a zero output is none', async () => {
    const { chain, node, signing, fundedSource, mine } = harness;
    const { source } = await fundedSource(1_000_000n);
    if (source.kind !== 'OUTPUTS') throw new Error('outputs');
    const [{ txid, index, amount, owner }] = source.outputs as [(typeof source.outputs)[number]];
    const { key } = chain.ownAddress('customer', 310);
    const tx = new Transaction();
    tx.addInput({ txid, index, witnessUtxo: { script: hex.decode(owner.key), amount } });
    for (const part of [400_000n, 400_000n, 0n]) tx.addOutput({ script: hex.decode(key), amount: part });
    tx.sign(signing.account.deriveChild(1).deriveChild(owner.index).privateKey!);
    tx.finalize();
    const address = await node.text('getnewaddress');
    await node.call('generateblock', [address, [tx.hex]]);
    const watched = { hasKey: (found: string) => found === key, hasOutput: () => false };
    const scanned = await chain.scan((await chain.tip()).height, watched);
    expect(scanned?.payments).toEqual(
      [0, 1].map((at) => ({ txid: tx.id, index: at, key, coin: 'BTC', amount: 400_000n })),
    );
    await mine(1);
  });

  it('with a malleated txid is one payment, under the txid of the block', async () => {
    const { chain, node } = harness;
    const { key, address } = chain.ownAddress('customer', 311);
    const book = new DepositBook([key]);
    const follow = await startFollowing(chain, book);
    const payer = await node.text('getnewaddress', ['', 'legacy']);
    const { txid: funding } = await node.pay(payer, '0.02');
    await node.mine(1);
    const coins = (await node.call('listunspent', [1, 9_999, [payer]])) as { vout: number }[];
    const raw = await node.text('createrawtransaction', [
      [{ txid: funding, vout: coins[0]!.vout }],
      { [address]: '0.0199' },
    ]);
    const { hex: signed } = (await node.call('signrawtransactionwithwallet', [raw])) as { hex: string };
    const seen = await node.text('sendrawtransaction', [signed]);
    expect((await chain.scanMempool(book)).map(({ txid }) => txid)).toEqual([seen]);

    const malleated = withOtherSignature(signed);
    const changed = decodeTransaction(Buffer.from(malleated, 'hex')).txid;
    expect(changed).not.toBe(seen);
    await node.call('generateblock', [await node.text('getnewaddress'), [malleated]]);
    await follow();
    expect(book.standing()).toHaveLength(1);
    expect([...book.rows.values()]).toMatchObject([{ txid: changed, amount: 1_990_000n }]);
    expect(await chain.scanMempool(book)).toEqual([]);
  });

  it('waiting in the mempool is seen once, and gone when it is mined', async () => {
    const { chain, node } = harness;
    const { key, address } = chain.ownAddress('customer', 312);
    const watched = { hasKey: (found: string) => found === key, hasOutput: () => false };
    const { txid } = await node.pay(address, '0.00012345');
    const expected = [{ txid, key, coin: 'BTC', amount: 12_345n }];
    expect(await chain.scanMempool(watched)).toMatchObject(expected);
    expect(await chain.scanMempool(watched)).toMatchObject(expected);
    await node.mine(1);
    expect(await chain.scanMempool(watched)).toEqual([]);
  });

  it('fresh from a miner says when it may be spent', async () => {
    const { chain, node } = harness;
    const { key, address } = chain.ownAddress('house', 320);
    await node.call('generatetoaddress', [1, address]);
    const { height } = await chain.tip();
    const scanned = await chain.scan(height, { hasKey: (found) => found === key, hasOutput: () => false });
    expect(scanned?.payments).toMatchObject([{ key, maturesAt: height + 100 }]);
  });
});

describe('our own payments', () => {
  it('are seen as spends of our outputs, also of outputs that came in with the same block', async () => {
    const { chain, signing, sign, fundedSource, amount, mine, node } = harness;
    const { source } = await fundedSource(amount);
    const { key } = chain.ownAddress('customer', 330);
    const order = { to: key, coin: 'BTC', amount, source, rate: await chain.feeRate() } as const;
    const first = await chain.build(order);
    if ('refused' in first) throw new Error(first.refused);
    const sent = chain.finish(first, await sign(first));
    await chain.broadcast(sent);
    // The change goes on at once.
    const { owner, index, amount: rest } = first.change!;
    const tx = new Transaction();
    tx.addInput({ txid: sent.txid, index, witnessUtxo: { script: hex.decode(owner.key), amount: rest } });
    tx.addOutput({ script: hex.decode(key), amount: rest - 1_000n });
    tx.sign(signing.account.deriveChild(1).deriveChild(owner.index).privateKey!);
    tx.finalize();
    await node.text('sendrawtransaction', [tx.hex]);
    await mine(1);
    const watched = new WatchSet([key, owner.key], first.outpoints);
    const scanned = await chain.scan((await chain.tip()).height, watched);
    expect(scanned?.spentOutputs).toEqual([
      { outpoint: first.outpoints[0], txid: sent.txid },
      { outpoint: `${sent.txid}:${index}`, txid: tx.id },
    ]);
  });

  it('from many small outputs use as many as needed, and all of them are gone', async () => {
    const { chain, node, sign, outputsIn, signing } = harness;
    const owners = Array.from({ length: 12 }, (_, at) => chain.ownAddress('customer', 400 + at));
    await node.call('sendmany', ['', Object.fromEntries(owners.map(({ address }) => [address, '0.001']))]);
    await node.mine(1);
    const outputs = await outputsIn(owners);
    expect(outputs).toHaveLength(12);
    const change = chain.ownAddress('house', 400);
    const to = chain.ownAddress('house', 401).key;
    const source = { kind: 'OUTPUTS', outputs, change } as const;
    const built = await chain.build({
      to,
      coin: 'BTC',
      amount: 1_000_000n,
      source,
      rate: { unit: 'SAT_PER_KVB', rate: 1_000n },
    });
    if ('refused' in built) throw new Error(built.refused);
    const sent = chain.finish(built, await sign(built));
    expect(await chain.broadcast(sent)).toEqual({ accepted: true, isNew: true });
    await node.mine(1);
    const held = await chain.holdings([...owners, change]);
    expect(held[0]!.atomic).toBe(1_200_000n - 1_000_000n - built.fee.atomic);
    expect(signing.chain).toBe('regtest');
  });

  it('below the dust limit are refused', async () => {
    const { chain, fundedSource } = harness;
    const { source } = await fundedSource(100_000n);
    const rate = await chain.feeRate();
    const order = { to: chain.ownAddress('customer', 1).key, coin: 'BTC', source, rate } as const;
    expect(await chain.build({ ...order, amount: 293n })).toEqual({ refused: 'DUST' });
    expect(await chain.build({ ...order, amount: 294n })).toMatchObject({ amount: 294n });
  });
});

it('a node that is started anew is another chain to a watcher, although it calls itself the same', async () => {
  const fresh = await TestBitcoind.start();
  try {
    const { chain, signing } = harness;
    const book = new DepositBook([]);
    const state = await pinWatcher(chain, limits.maxDepth);
    await fresh.mine(state.start.height + 20);
    const elsewhere = new BitcoinChain({ url: fresh.url, chain: 'regtest', accountKey: signing.extendedPublicKey });
    await expect(readBlockUpdate(state, elsewhere, book, limits)).rejects.toMatchObject({ name: 'WrongChain' });
    elsewhere.close();
  } finally {
    await fresh.stop();
  }
});

it('a wrong password is refused as such', async () => {
  const { node, signing } = harness;
  const url = node.url.replace(/:[^:@]+@/, ':wrong@');
  const chain = new BitcoinChain({ url, chain: 'regtest', accountKey: signing.extendedPublicKey });
  await expect(chain.tip()).rejects.toMatchObject({ name: 'ChainUnavailable', reason: 'refused' });
  chain.close();
});

/** The signature's other form (n − s) signs the same: nodes do not relay it, blocks may hold it. */
function withOtherSignature(raw: string): string {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const match = /(30[0-9a-f]{2}02([0-9a-f]{2}))([0-9a-f]+)/.exec(raw)!;
  const at = match.index;
  const rLength = Number.parseInt(match[2]!, 16);
  const r = raw.slice(at + 8, at + 8 + rLength * 2);
  const sAt = at + 8 + rLength * 2;
  const sLength = Number.parseInt(raw.slice(sAt + 2, sAt + 4), 16);
  const s = BigInt(`0x${raw.slice(sAt + 4, sAt + 4 + sLength * 2)}`);
  const other = (order - s).toString(16).padStart(64, '0');
  const padded = Number.parseInt(other.slice(0, 2), 16) >= 0x80 ? `00${other}` : other;
  const byte = (value: number): string => value.toString(16).padStart(2, '0');
  const der = `02${byte(rLength)}${r}02${byte(padded.length / 2)}${padded}`;
  const signature = `30${byte(der.length / 2)}${der}01`;
  const keyPart = raw.slice(sAt + 4 + sLength * 2 + 2);
  const publicKey = keyPart.slice(0, 2 + 33 * 2);
  const script = `${byte(signature.length / 2)}${signature}${publicKey}`;
  // Before the signature: its push, and before that the length of the whole script.
  return `${raw.slice(0, at - 4)}${byte(script.length / 2)}${script}${keyPart.slice(2 + 33 * 2)}`;
}

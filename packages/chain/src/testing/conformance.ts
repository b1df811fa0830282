import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AddressRefusal, ChainAdapter } from '../chain-adapter.ts';
import type { ChainUnavailable } from '../errors.ts';
import type { FeeRate, SentPayment, Signed, Source, Unsigned } from '../payment.ts';
import type { AddressKey, OwnAddress, Watched } from '../shapes.ts';
import { advance, pinWatcher, readBlockUpdate } from '../watcher.ts';
import { accepted, outpointsOf, required, sumOf } from './assertions.ts';
import { DepositBook } from './deposit-book.ts';

/** A real node with a funded payer and a signer, for the conformance suite. */
export interface ChainHarness {
  chain: ChainAdapter;
  /** The coin that the suite pays with, and an amount of it (atomic units) that is well above every minimum. */
  coin: ChainAdapter['coins'][number];
  amount: bigint;
  /** Mines so many blocks with all that waits. */
  mine(blocks: number): Promise<void>;
  /** An outside payer pays to a key; not mined yet. */
  pay(to: AddressKey, amount: bigint): Promise<{ txid: string }>;
  /** Replaces the newest `depth` blocks by `length` others without their payments. */
  reorganise(depth: number, length: number): Promise<void>;
  /** A fresh source that holds at least `amount` and its fee in confirmed blocks, and its owners. */
  fundedSource(amount: bigint): Promise<{ source: Source; owners: OwnAddress[] }>;
  /** The signer: answers what `finish` takes. */
  sign(unsigned: Unsigned): Promise<string>;
  /** A rate that replaces a payment at `rate`. */
  higher(rate: FeeRate): FeeRate;
  /** A rate above the cap. */
  tooHigh(): FeeRate;
  /** An adapter like `chain` whose node is broken so. */
  broken(reason: 'down' | 'slow' | 'malformed'): Promise<ChainAdapter>;
  /** An adapter that expects another chain than the one that answers. */
  ofOtherChain(): ChainAdapter;
  goodAddresses: readonly { text: string; address: string; key: AddressKey }[];
  badAddresses: readonly { text: string; reason: AddressRefusal }[];
  close(): Promise<void>;
}

const timeout = 60_000;

/** The conformance suite: `describeChain('bitcoin', startHarness)`. */
export function describeChain(name: string, start: () => Promise<ChainHarness>): void {
  describe(`${name} does what every chain must do`, { timeout }, () => {
    let harness: ChainHarness;
    let chain: ChainAdapter;
    beforeAll(async () => {
      harness = await start();
      chain = harness.chain;
      await harness.mine(3);
    }, timeout);
    afterAll(() => harness.close());

    describe('blocks', () => {
      blockTests(() => harness);
    });
    describe('addresses', () => {
      addressTests(() => harness);
    });
    describe('payments in', () => {
      incomingTests(() => harness);
    });
    describe('payments out', () => {
      outgoingTests(() => harness);
    });

    it.each(['down', 'slow', 'malformed'] as const)('says so when the node is %s', async (reason) => {
      const broken = await harness.broken(reason);
      const calls = [
        () => broken.identify(),
        () => broken.tip(),
        () => broken.blockAt(0),
        () => broken.scan(0, nothing),
        () => broken.feeRate(),
        () => broken.broadcast({ txid: '00'.repeat(32), bytes: '00' }),
        () => broken.holdings([broken.ownAddress('house', 0)]),
      ];
      const problems = await Promise.all(
        calls.map((call) =>
          call().then(
            () => null,
            (error: unknown) => error,
          ),
        ),
      );
      for (const problem of problems) {
        expect(problem).toMatchObject({ name: 'ChainUnavailable', reason });
        expect((problem as ChainUnavailable).cause).toBeDefined();
      }
    });

    it('refuses another chain behind the address', async () => {
      await expect(harness.ofOtherChain().identify()).rejects.toMatchObject({ name: 'WrongChain' });
      await expect(chain.identify()).resolves.toMatchObject({ network: chain.network, chain: chain.chain });
    });
  });
}

const nothing: Watched = { hasKey: () => false, hasOutput: () => false };
const watching = (...keys: AddressKey[]): Watched => ({ hasKey: (key) => keys.includes(key), hasOutput: () => false });

function blockTests(harness: () => ChainHarness): void {
  it('are linked by parent hash from the tip down', async () => {
    const { chain } = harness();
    const tip = await chain.tip();
    expect(await chain.blockAt(tip.height)).toEqual(tip);
    let block = tip;
    while (block.height > Math.max(0, tip.height - 3)) {
      const parent = await chain.blockByHash(block.parentHash);
      expect(parent).toMatchObject({ height: block.height - 1, isOnBestChain: true });
      block = required(parent);
      expect(block.time).toBeLessThanOrEqual(tip.time);
    }
    const { genesis } = await chain.identify();
    expect((await chain.blockAt(0))?.hash).toBe(genesis);
  });

  it('are null above the tip and for an unknown hash', async () => {
    const { chain } = harness();
    const tip = await chain.tip();
    expect(await chain.blockAt(tip.height + 1)).toBeNull();
    expect(await chain.scan(tip.height + 1, nothing)).toBeNull();
    expect(await chain.blockByHash(tip.hash.replace(/.{8}$/, '00000000'))).toBeNull();
  });

  it('that a reorganisation replaced are off the best chain', async () => {
    const { chain, mine, reorganise } = harness();
    await mine(2);
    const old = await chain.tip();
    await reorganise(2, 3);
    const tip = await chain.tip();
    expect(tip.height).toBe(old.height + 1);
    expect((await chain.blockAt(old.height))?.hash).not.toBe(old.hash);
    // A node may have forgotten the block; it must not report it on the best chain.
    expect((await chain.blockByHash(old.hash))?.isOnBestChain ?? false).toBe(false);
  });
}

function addressTests(harness: () => ChainHarness): void {
  it('of our own are all different, the same every time, and pass their own check', () => {
    const { chain } = harness();
    const own = (['customer', 'house'] as const).flatMap((branch) =>
      Array.from({ length: 20 }, (_, index) => chain.ownAddress(branch, index)),
    );
    expect(new Set(own.map(({ key }) => key)).size).toBe(40);
    for (const { branch, index, address, key } of own) {
      expect(chain.checkAddress(address)).toEqual({ valid: true, key, address });
      expect(chain.addressOf(key)).toBe(address);
      expect(chain.ownAddress(branch, index)).toEqual({ branch, index, address, key });
    }
  });

  it('are validated, and one key has one canonical text', () => {
    const { chain, goodAddresses, badAddresses } = harness();
    for (const { text, address, key } of goodAddresses) {
      expect(chain.checkAddress(text), text).toEqual({ valid: true, key, address });
      expect(chain.addressOf(key), text).toBe(address);
    }
    for (const { text, reason } of badAddresses) {
      expect(chain.checkAddress(text), text).toEqual({ valid: false, reason });
    }
    for (const text of ['', ' ', '0x', 'bc1', '\u0000', 'a'.repeat(10_000), 'null', '资金']) {
      expect(chain.checkAddress(text), text.slice(0, 20)).toMatchObject({ valid: false });
    }
  });

  it('with one wrong character are refused', () => {
    const { chain } = harness();
    const { address, key } = chain.ownAddress('customer', 7);
    for (let at = address.length - 20; at < address.length; at += 1) {
      const other = address[at] === 'q' || address[at] === '2' ? '3' : '2';
      const changed = chain.checkAddress(address.slice(0, at) + other + address.slice(at + 1));
      expect(changed.valid && changed.key === key, `character ${at}`).toBe(false);
    }
  });
}

function incomingTests(harness: () => ChainHarness): void {
  it('are found with key, coin and exact amount, foreign ones are not', async () => {
    const { chain, coin, amount, pay, mine } = harness();
    const keyOf = (index: number): AddressKey => chain.ownAddress('customer', index).key;
    const first = await pay(keyOf(101), amount);
    const second = await pay(keyOf(102), amount + 1n);
    await pay(keyOf(103), amount);
    await mine(1);
    const tip = await chain.tip();
    const scanned = await chain.scan(tip.height, watching(keyOf(101), keyOf(102)));
    expect(scanned?.block).toEqual(tip);
    const seen = required(scanned).payments.map(({ index: _index, from: _from, ...payment }) => payment);
    expect(seen).toHaveLength(2);
    expect(seen).toEqual(
      expect.arrayContaining([
        { txid: first.txid, key: keyOf(101), coin, amount },
        { txid: second.txid, key: keyOf(102), coin, amount: amount + 1n },
      ]),
    );
    expect(outpointsOf(required(scanned).payments).size).toBe(2);
  });

  it('to one address are each their own', async () => {
    const { chain, amount, pay, mine } = harness();
    const { key } = chain.ownAddress('customer', 110);
    await pay(key, amount);
    await pay(key, amount);
    await mine(1);
    const { payments } = await scanTip(chain, key);
    expect(outpointsOf(payments).size).toBe(2);
  });

  it('are followed by a watcher that is killed after every step, through reorganisations', async () => {
    const { chain, amount, pay, mine, reorganise } = harness();
    const limits = { maxDepth: 6, maxBlocks: 2 };
    const { key } = chain.ownAddress('customer', 120);
    const book = new DepositBook([key]);
    let state = await pinWatcher(chain, limits.maxDepth);
    const follow = async (): Promise<void> => {
      for (;;) {
        const step = await readBlockUpdate(state, chain, book, limits);
        if (step.kind !== 'BLOCKS') return expect(step.kind).toBe('UP_TO_DATE');
        // A kill before the state is stored repeats the update: the second read is the same.
        expect(await readBlockUpdate(state, chain, book, limits)).toEqual(step);
        book.apply(step);
        state = JSON.parse(JSON.stringify(advance(state, step, limits.maxDepth))) as typeof state;
      }
    };
    await pay(key, amount);
    await mine(2);
    await follow();
    expect(book.standing()).toHaveLength(1);
    await reorganise(2, 3);
    await follow();
    expect(book.standing()).toHaveLength(0);
    expect([...book.rows.values()].map(({ timesTakenBack }) => timesTakenBack)).toEqual([1]);
    await pay(key, amount + 5n);
    await mine(1);
    await follow();
    expect(book.standing().length).toBeGreaterThanOrEqual(1);
    await mine(limits.maxDepth + 1);
    await follow();
    const before = book.standing();
    await reorganise(limits.maxDepth + 1, limits.maxDepth + 2);
    expect((await readBlockUpdate(state, chain, book, limits)).kind).toBe('TOO_DEEP');
    expect(book.standing()).toEqual(before);
  });
}

function outgoingTests(harness: () => ChainHarness): void {
  const receiver = (index: number): OwnAddress => harness().chain.ownAddress('customer', 200 + index);

  async function make(index: number, rate?: FeeRate) {
    const { chain, coin, amount, fundedSource } = harness();
    const { source, owners } = await fundedSource(amount);
    const to = receiver(index).key;
    const built = await chain.build({ to, coin, amount, source, rate: rate ?? (await chain.feeRate()) });
    return { unsigned: accepted(built), owners, sinceHeight: (await chain.tip()).height };
  }

  async function signed(unsigned: Unsigned): Promise<Signed> {
    return harness().chain.finish(unsigned, await harness().sign(unsigned));
  }

  const sent = ({ outpoints, to, coin, amount }: Unsigned, txid: string, sinceHeight: number): SentPayment => ({
    txid,
    outpoints,
    to,
    coin,
    amount,
    sinceHeight,
  });

  it('are built, signed, sent, confirmed: the receiver gets exactly the amount, we lose it and at most the fee', async () => {
    const { chain, coin, amount, mine } = harness();
    const { unsigned, owners, sinceHeight } = await make(1);
    const before = await chain.holdings(owners);
    expect(unsigned).toMatchObject({ to: receiver(1).key, coin, amount });
    const payment = await signed(unsigned);
    const record = sent(unsigned, payment.txid, sinceHeight);
    expect(await chain.status(record)).toEqual({ state: 'UNKNOWN', isPayable: true });

    expect(await chain.broadcast(payment)).toEqual({ accepted: true, isNew: true });
    expect(await chain.broadcast(payment)).toEqual({ accepted: true, isNew: false });
    expect(await chain.status(record)).toEqual({ state: 'MEMPOOL' });

    await mine(1);
    const tip = await chain.tip();
    const { payments } = await scanTip(chain, receiver(1).key);
    expect(payments).toMatchObject([{ txid: payment.txid, coin, amount }]);
    const status = await chain.status(record);
    expect(status).toMatchObject({ state: 'CONFIRMED', confirmations: 1, isPaid: true, block: tip });
    const feePaid = status.state === 'CONFIRMED' ? status.feePaid : unsigned.fee;
    expect(feePaid).toMatchObject({ coin: chain.feeCoin, decimals: unsigned.fee.decimals });
    expect(feePaid.atomic > 0n && feePaid.atomic <= unsigned.fee.atomic).toBe(true);

    const after = await chain.holdings(owners);
    const lost = sumOf(before, coin) - sumOf(after, coin);
    expect(lost).toBe(coin === chain.feeCoin ? amount + feePaid.atomic : amount);

    expect(await chain.broadcast(payment)).toEqual({ accepted: true, isNew: false });
    await mine(2);
    expect(await chain.status(record)).toMatchObject({ state: 'CONFIRMED', confirmations: 3 });
    expect(await chain.status({ ...record, blockHash: tip.hash })).toMatchObject({
      state: 'CONFIRMED',
      confirmations: 3,
    });
  });

  it('can be bumped: same inputs, same receiver and amount, and only one of both confirms', async () => {
    const { chain, amount, mine, higher } = harness();
    const { unsigned, sinceHeight } = await make(2);
    const first = await signed(unsigned);
    await chain.broadcast(first);
    const bumped = accepted(await chain.bump(unsigned, higher(unsigned.rate)));
    expect(bumped).toMatchObject({ outpoints: unsigned.outpoints, to: unsigned.to, amount });
    expect(bumped.fee.atomic).toBeGreaterThan(unsigned.fee.atomic);
    const second = await signed(bumped);
    expect(second.txid).not.toBe(first.txid);
    expect(await chain.broadcast(second)).toEqual({ accepted: true, isNew: true });
    await mine(1);
    const { payments } = await scanTip(chain, receiver(2).key);
    expect(payments.map(({ txid }) => txid)).toEqual([second.txid]);
    expect(await chain.status(sent(bumped, second.txid, sinceHeight))).toMatchObject({
      state: 'CONFIRMED',
      isPaid: true,
    });
    expect(await chain.status(sent(unsigned, first.txid, sinceHeight))).toMatchObject({ state: 'CONFLICTED' });
    expect(await chain.broadcast(first)).toMatchObject({ accepted: false });
  });

  it('removed by a reorganisation are UNKNOWN, and the same bytes are broadcast again', async () => {
    const { chain, mine, reorganise } = harness();
    const { unsigned, sinceHeight } = await make(3);
    const payment = await signed(unsigned);
    const record = sent(unsigned, payment.txid, sinceHeight);
    await chain.broadcast(payment);
    await mine(1);
    const { hash: blockHash } = await chain.tip();
    if (chain.rawTransaction) {
      expect(await chain.rawTransaction(payment.txid, { hash: blockHash })).toBe(payment.bytes);
      expect(await chain.rawTransaction('ab'.repeat(32), { hash: blockHash })).toBeNull();
    }
    await reorganise(1, 2);
    expect((await chain.status({ ...record, blockHash })).state).toMatch(/^(UNKNOWN|MEMPOOL)$/);
    expect(await chain.broadcast(payment)).toMatchObject({ accepted: true });
    await mine(1);
    expect(await chain.status({ ...record, blockHash })).toMatchObject({ state: 'CONFIRMED', confirmations: 1 });
  });

  it('are refused before anything is signed when money or rate do not fit', async () => {
    const { chain, coin, amount, fundedSource, higher, tooHigh } = harness();
    const { source } = await fundedSource(amount);
    const order = { to: receiver(4).key, coin, amount, source, rate: await chain.feeRate() };
    expect(await chain.build({ ...order, amount: amount * 1_000_000n })).toEqual({ refused: 'NOT_ENOUGH' });
    expect(await chain.build({ ...order, rate: tooHigh() })).toEqual({ refused: 'FEE_RATE' });
    const unsigned = accepted(await chain.build(order));
    expect(await chain.build({ ...order, maxFee: unsigned.fee.atomic - 1n })).toEqual({ refused: 'FEE_CAP' });
    expect(accepted(await chain.build({ ...order, maxFee: unsigned.fee.atomic })).fee).toEqual(unsigned.fee);
    expect(await chain.bump(unsigned, unsigned.rate)).toEqual({ refused: 'FEE_RATE' });
    expect(await chain.bump(unsigned, tooHigh())).toEqual({ refused: 'FEE_RATE' });
    const { fee } = accepted(await chain.bump(unsigned, higher(order.rate)));
    expect(await chain.bump(unsigned, higher(order.rate), fee.atomic - 1n)).toEqual({ refused: 'FEE_CAP' });
    expect(accepted(await chain.bump(unsigned, higher(order.rate), fee.atomic)).fee).toEqual(fee);
  });

  it('are restored from their payload', async () => {
    const { chain } = harness();
    const { unsigned, owners } = await make(8);
    const [owner] = owners;
    if (!owner) throw new Error('a payment is paid from an address');
    const { rate, ...read } = chain.decodeUnsigned(unsigned.payload, owner);
    const { rate: built, ...made } = unsigned;
    expect(read).toEqual(made);
    expect(rate.unit).toBe(built.unit);
  });

  it('have the predicted txid, where the chain predicts it', async () => {
    const { chain } = harness();
    const { unsigned } = await make(7);
    if (chain.txidOf) expect((await signed(unsigned)).txid).toBe(chain.txidOf(unsigned));
  });

  it('signed as another transaction are rejected', async () => {
    const { chain, sign } = harness();
    const [one, other] = [(await make(5)).unsigned, (await make(6)).unsigned];
    const forOther = await sign(other);
    expect(() => chain.finish(one, forOther)).toThrow();
    expect(() => chain.finish(one, one.payload)).toThrow();
    expect(() => chain.finish(one, '')).toThrow();
    expect(chain.finish(other, forOther).txid).not.toBe('');
  });
}

async function scanTip(chain: ChainAdapter, key: AddressKey) {
  return required(await chain.scan((await chain.tip()).height, watching(key)));
}

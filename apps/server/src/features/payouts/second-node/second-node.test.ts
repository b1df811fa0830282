// What one node says alone brings no amount back: the second one is asked, from a height that it names itself, and whether it has what a
// payment spends. On a scripted Bitcoin.
import { type ChainAdapter, ChainUnavailable, type SentStatus } from '@lode/chain';
import { ScriptedChain, signScripted } from '@lode/chain/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../../testing/in-english.ts';
import { needed, raiseFee } from '../../../testing/payout-deps.ts';
import { payoutTests } from '../../../testing/payout-fixture.ts';
import { readStuckAt } from '../console/stuck-payments.console.ts';
import { insertPayment, readPayments, storeSigned } from '../payment.repository.ts';
import type { FailCommand } from '../recovery/fail-command.ts';
import { failPayment } from '../recovery/fail-payment.ts';
import { earliestHeight } from './status-at.ts';

const world = payoutTests();
afterEach(() => {
  delete world.second.BITCOIN;
});

const fail = (id: string, acceptDoublePayRisk?: string, deps = world.payer().deps) =>
  inEnglish(
    failPayment(
      deps,
      { recordAudit: async () => undefined },
      {
        id: BigInt(id),
        authority: {} as FailCommand['authority'],
        reason: 'seen',
        now: world.app.clock.now(),
        acceptDoublePayRisk,
      },
    ),
  );
/** The same node, but for what it answers to these calls. */
const nodeWith = (calls: Partial<ChainAdapter>): ChainAdapter => Object.assign(Object.create(world.chain), calls);

const given = () => [...world.chain.blocks.mempool.keys()];

/** In the mempool, in no block. */
async function sent(): Promise<{ id: string; txid: string }> {
  const id = await world.approvedOne();
  await world.app.runJobs();
  const { txid } = await world.record(world.payee, id);
  return { id, txid: txid ?? '' };
}

/** What it spends, and it, are in no block any more, for as long as makes a payment final. */
async function stranded(after: (payment: { id: string; txid: string }) => Promise<unknown> = () => world.mine(1)) {
  await world.customer(95_000_000n);
  const payment = await sent();
  await after(payment);
  const depth = needed + 1;
  world.chain.blocks.reorganise(
    depth,
    Array.from({ length: depth + 1 }, () => []),
  );
  world.chain.blocks.mempool.clear();
  await world.watch();
  await world.tick().catch(() => undefined);
  await world.mine(needed).catch(() => undefined);
  return payment;
}

describe('a payment whose inputs are in no block by the word of the first node', () => {
  it('returns nothing while the second has them, or has it, or does not answer, and says so in words', async () => {
    const { id, txid } = await stranded();
    const balance = await world.balance(world.payee);
    const sentBefore = given();
    const saying = (status: SentStatus) => nodeWith({ status: async () => status });
    world.second.BITCOIN = saying({ state: 'UNKNOWN', isPayable: true });
    expect(await fail(id, txid)).toEqual({ refused: expect.stringContaining('the second node has all of them') });
    world.second.BITCOIN = saying({ state: 'MEMPOOL' });
    expect(await fail(id, txid)).toEqual({ refused: `the second node has ${txid}, in a block or waiting for one` });
    world.second.BITCOIN = nodeWith({
      async status() {
        throw new ChainUnavailable('BITCOIN', 'down', 'gone\u0000');
      },
    });
    expect(await fail(id, txid)).toEqual({ refused: expect.stringContaining('gone\\u0000') });
    expect([await world.state(id), await world.balance(world.payee)]).toEqual(['IN_PAYMENT', balance]);
    // To ask sends nothing.
    expect(given()).toEqual(sentBefore);
    // The control: the same node, which has its inputs in no block either.
    world.second.BITCOIN = world.chain;
    expect(await fail(id, txid)).toMatchObject({ done: expect.stringContaining('Its amount is returned') });
  });

  it('can be paid where the first node has them in a block by now, which is not credited here yet', async () => {
    const { id, txid } = await stranded();
    const { status } = world.chain;
    world.chain.status = async () => ({ state: 'UNKNOWN', isPayable: true });
    expect(await fail(id, txid)).toEqual({ refused: `withdrawal ${id} can still be paid` });
    world.chain.status = status;
    expect(await fail(id, txid)).toMatchObject({ done: expect.stringContaining('Its amount is returned') });
  });

  it('returns nothing when another attempt was stored while the nodes were asked', async () => {
    const { id, txid } = await stranded();
    const [payment] = await readPayments(world.app.database, BigInt(id));
    if (!payment) throw new Error('not built');
    const unsigned = await world.chain.bump(payment.unsigned, { unit: 'SAT_PER_KVB', rate: 9_000n });
    if ('refused' in unsigned) throw new Error(unsigned.refused);
    const bumped = world.chain.finish(unsigned, signScripted(unsigned.payload));
    const { deps } = world.payer({
      async finalise() {
        // Another call, or the worker, stores what only the signer knew.
        const attempt = payment.attempt + 1;
        const next = { ...payment, attempt, unsigned, batch: undefined, now: world.app.clock.now() };
        await world.app.database.transaction(async (dbTx) => {
          await insertPayment(dbTx, next);
          await storeSigned(dbTx, next, bumped, next.now);
        });
        return { isFinalised: true, signed: [] };
      },
    });
    expect(await fail(id, txid, deps)).toEqual({ refused: `withdrawal ${id} changed meanwhile` });
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await world.tick().catch(() => undefined);
    await world.mine(needed).catch(() => undefined);
    expect(await fail(id, bumped.txid)).toMatchObject({ done: expect.stringContaining('Its amount is returned') });
  });

  it('can be paid while an earlier attempt was only just overtaken', async () => {
    const { id, txid: earlier } = await stranded(async () => {
      const restoreFee = raiseFee(world.chain);
      world.app.clock.advance({ minutes: 61 });
      await world.tick();
      restoreFee();
    });
    const { txid } = await world.record(world.payee, id);
    expect(txid).not.toBe(earlier);
    const { status } = world.chain;
    let confirmations = 1;
    world.chain.status = async (one): Promise<SentStatus> =>
      one.txid === earlier ? { state: 'CONFLICTED', by: null, confirmations } : status.call(world.chain, one);
    expect(await fail(id, txid ?? '')).toEqual({ refused: `withdrawal ${id} can still be paid` });
    confirmations = needed;
    expect(await fail(id)).toEqual({ refused: expect.stringContaining('an input of') });
    world.chain.status = status;
    expect(await fail(id, txid ?? '')).toMatchObject({ done: expect.stringContaining('Its amount is returned') });
  });
});

describe('what a second node is asked for', () => {
  it('is looked for from its own height of the day before, also where the first named one that is above its block', async () => {
    const chain = new ScriptedChain('heights');
    for (let block = 0; block < 400; block += 1) chain.blocks.mine([]);
    const { height: tip } = chain.blocks.tip;
    const at = chain.blocks.at(300)?.block;
    const builtAt = new Date((at?.time ?? 0) * 1_000);
    // 144 blocks of ten minutes are a day.
    expect(await earliestHeight(chain, { sinceHeight: 10_000_000, builtAt })).toBe(300 - 144);
    expect(await earliestHeight(chain, { sinceHeight: 12, builtAt })).toBe(12);
    expect(await earliestHeight(chain, { sinceHeight: 10_000_000, builtAt: new Date() })).toBe(tip);
    const evm: ChainAdapter = Object.assign(Object.create(chain), { network: 'ERC20' });
    expect(await earliestHeight(evm, { sinceHeight: 77, builtAt })).toBe(77);
  });

  it('that an amount was spent elsewhere is searched there, where the first node lied about its height', async () => {
    const { id } = await sent();
    const heights: number[] = [];
    await world.app.owner.query({
      text: 'update withdrawal_payment set since_height = 1000000 where withdrawal_id = $1',
      values: [id],
    });
    const { status } = world.chain;
    world.chain.status = async () => ({ state: 'CONFLICTED', by: null, confirmations: 99 });
    world.second.BITCOIN = nodeWith({
      async status(one) {
        heights.push(one.sinceHeight);
        return status.call(world.chain, one);
      },
    });
    expect(await fail(id)).toEqual({ refused: expect.stringContaining('the second node does not confirm it') });
    world.chain.status = status;
    expect(heights.every((height) => height <= world.chain.blocks.tip.height)).toBe(true);
    await world.mine(needed);
    expect(await world.state(id)).toBe('SUCCESS');
  });
});

it('a payment that was in a block and is in none waits among the stuck ones again', async () => {
  const { id, txid } = await sent();
  const listed = async () => {
    const found = await readStuckAt(world.app.database, world.app.clock.now(), { after: null, limit: 100 });
    return found.filter((one) => String(one.id) === id).map(({ cause }) => cause);
  };
  await world.mine(1);
  world.app.clock.advance({ minutes: 61 });
  expect(await listed()).toEqual([]);
  world.chain.blocks.reorganise(1, [[], []]);
  await world.watch();
  await world.tick();
  expect(await listed()).toEqual(['UNCONFIRMED']);
  expect([...world.chain.blocks.mempool.keys()]).toContain(txid);
  await world.mine(needed);
  expect(await world.state(id)).toBe('SUCCESS');
});

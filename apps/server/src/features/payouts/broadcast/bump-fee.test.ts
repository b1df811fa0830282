/** Proves that a payment is offered at a higher fee when it has waited long enough for its chain, and not a moment before. */
import type { ChainAdapter } from '@lode/chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAt, raiseFee } from '../../../testing/payout-deps.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';
import type { PaymentRow } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { bumpFee } from './bump-fee.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
beforeAll(async () => {
  world = await startPayoutFixture();
});
afterAll(() => world.stop());

describe('the fee bump', () => {
  it('of a payment on BITCOIN waits an hour, however much higher fees are', async () => {
    const customer = await world.customer();
    const id = await world.approved(customer, '0.05');
    await world.app.runJobs();
    const { txid } = await world.record(customer, id);
    const restoreFee = raiseFee(world.chain);
    world.app.clock.advance({ minutes: 59 });
    await world.tick(3);
    expect((await world.record(customer, id)).txid).toBe(txid);
    world.app.clock.advance({ minutes: 1 });
    await world.tick(3);
    expect((await world.record(customer, id)).txid).not.toBe(txid);
    restoreFee();
    await world.mine(3);
    expect((await world.record(customer, id)).thirdStatus).toBe('SUCCESS');
    expect(world.paid()).toHaveLength(1);
  });

  it('waits while the books differ: what is out is followed, and no new bytes are signed', async () => {
    const customer = await world.customer();
    let reason: string | null = null;
    const payer = world.payer({ books: { findDifference: async () => reason } });
    const id = await world.approved(customer, '0.05');
    await payer.tick(4);
    const { txid } = await world.record(customer, id);
    const restoreFee = raiseFee(world.chain);
    world.app.clock.advance({ minutes: 61 });
    reason = 'a difference';
    const signed = world.signed.length;
    await payer.tick(3);
    expect(world.signed).toHaveLength(signed);
    expect((await world.record(customer, id)).txid).toBe(txid);
    reason = null;
    await payer.tick(3);
    expect((await world.record(customer, id)).txid).not.toBe(txid);
    restoreFee();
    await world.mine(3);
    expect((await world.record(customer, id)).thirdStatus).toBe('SUCCESS');
  });

  it('that was signed and never sent waits while the books differ, and the payment before it is followed', async () => {
    const customer = await world.customer();
    let reason: string | null = null;
    const books = { findDifference: async () => reason };
    const id = await world.approved(customer, '0.05');
    const payer = world.payer({ books });
    await payer.tick(4);
    const restoreFee = raiseFee(world.chain);
    world.app.clock.advance({ minutes: 61 });
    const { mempool } = world.chain.blocks;
    const [sent] = [...mempool.keys()];
    await endAt('bump:stored', (overrides) => world.payer({ books, ...overrides }));
    restoreFee();
    reason = 'a difference';
    await payer.tick(3);
    expect([...mempool.keys()]).toEqual([sent]);
    reason = null;
    await payer.tick(3);
    expect([...mempool.keys()]).not.toContain(sent);
    await world.mine(3);
    expect((await world.record(customer, id)).thirdStatus).toBe('SUCCESS');
  });

  const minute = 60_000;
  it.each([
    ['BITCOIN', 60 * minute],
    ['ERC20', 10 * minute],
  ] as const)('on %s is not built before %d ms', async (network, lasts) => {
    const signedAt = new Date('2026-03-10T04:00:00Z');
    const after = (ms: number) => new Date(signedAt.getTime() + ms);
    const row = { network, withdrawalId: 1n, signedAt, unsigned: {}, attempt: 0, sinceHeight: 1 } as PaymentRow;
    const approvalRead = new Error('the approval is read');
    const deps = { withdrawals: { readApproval: () => Promise.reject(approvalRead) } } as unknown as PayoutDeps;
    const bumpAt = (now: Date) => bumpFee(deps, {} as ChainAdapter, row, now);
    for (const ms of [0, lasts - minute, lasts - 1]) expect(await bumpAt(after(ms))).toBeUndefined();
    await expect(bumpAt(after(lasts))).rejects.toBe(approvalRead);
    expect(await bumpFee(deps, {} as ChainAdapter, { ...row, signedAt: null }, after(lasts))).toBeUndefined();
  });
});

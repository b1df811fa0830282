// Withdrawals that the policy approved share a transaction: each is paid and posted once, with its own output and its share of the fee.
import { signScripted } from '@lode/chain/testing';
import { formatAmount } from '@lode/money';
import { describe, expect, it } from 'vitest';
import { all, batchTests, idsIn, recordingSigner, sharesOf } from '../../testing/batch-fixture.ts';
import { endAt, failpointsFromSigning, raiseFee } from '../../testing/payout-deps.ts';
import { broadcastPayment } from './broadcast/broadcast-payment.ts';
import { confirmPayment } from './confirm/confirm-payment.ts';
import { buildTurns } from './parallel.ts';
import { discardUnsigned, insertPayment } from './payment.repository.ts';
import type { Sign } from './payout-ports.ts';
import { signPayment } from './sign/sign-payment.ts';

const timeout = 120_000;
const world = batchTests();

describe('a batch', () => {
  it('pays each of its withdrawals once, from one signature, with one change and shared fees', {
    timeout,
  }, async () => {
    const ids = await world.byRule(['0.001', '0.002', '0.003', '0.002']);
    const { asked, sign } = recordingSigner();
    const payer = world.batcher({ sign });
    await payer.tick(3);
    expect(asked).toEqual([ids]);
    expect((await world.txids(ids)).size).toBe(1);
    expect(world.chain.blocks.mempool.size).toBe(1);
    await world.mine(1);
    // In a block, and not posted: custody counts what has left, once.
    await world.assertBooks();
    await world.mine(2);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    // Each less its own fee of 0.0002.
    expect(world.paidNow()).toEqual([80_000n, 180_000n, 180_000n, 280_000n]);
    const rows = await world.rowsOf(ids);
    expect(rows.map(({ lead }) => lead)).toEqual(all(ids, ids[0]));
    expect(new Set(rows.map(({ output }) => output)).size).toBe(4);
    expect(sharesOf(rows)).toBe(BigInt(rows[0]?.fee ?? '0'));
    const { rows: posted } = await world.owner(
      `select coalesce(sum(p.amount::bigint), 0)::text as fee, count(*)::int as count from ledger.posting p join withdrawal w on w.end_transfer_id = p.transfer_id
       where w.id = any($1::bigint[]) and p.type = 'NETWORK_FEE'`,
      [ids],
    );
    expect(posted).toEqual([{ fee: rows[0]?.fee, count: 4 }]);
  });

  it('of one is the payment that it always was', { timeout }, async () => {
    const [id = ''] = await world.byRule(['0.001']);
    await world.batcher().tick(3);
    await world.mine(3);
    expect((await world.states([id]))[0]).toBe('SUCCESS');
    expect(await world.rowsOf([id])).toMatchObject([{ lead: null, share: null, output: 0 }]);
  });

  it('has no payment that people approved', { timeout }, async () => {
    const [first = ''] = await world.byRule(['0.001']);
    const byPeople = await world.approved(world.customer, '0.002');
    const [last = ''] = await world.byRule(['0.003']);
    const { asked, sign } = recordingSigner();
    await world.batcher({ sign }).tick(3);
    expect(asked.toSorted()).toEqual([[first, last], [byPeople]].toSorted());
    await world.mine(3);
    expect(await world.states([first, byPeople, last])).toEqual(all([first, byPeople, last], 'SUCCESS'));
  });

  it('of a hundred is one transaction, and the next one begins another', { timeout }, async () => {
    const ids = await world.byRule(
      Array.from({ length: 103 }, (_, at) => formatAmount(100_000n + BigInt(at % 7) * 10_000n, 'BTC')),
    );
    const { asked, sign } = recordingSigner();
    await world.batcher({ sign }).tick(4);
    expect(asked.map((ids) => ids.length)).toEqual([100, 3]);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    expect(world.paidNow()).toHaveLength(103);
    const rows = await world.rowsOf(ids.slice(0, 100));
    expect(sharesOf(rows)).toBe(BigInt(rows[0]?.fee ?? '0'));
  });

  it('is halved until the hot wallet has enough for it', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.001', '0.001', '0.001']);
    const build = world.chain.build.bind(world.chain);
    const sizes: number[] = [];
    world.chain.build = async (order) => {
      sizes.push(1 + (order.also?.length ?? 0));
      return sizes.length < 3 && order.also ? { refused: 'NOT_ENOUGH' } : build(order);
    };
    await world.batcher().tick(3);
    world.chain.build = build;
    expect(sizes.slice(0, 3)).toEqual([4, 2, 1]);
    await world.batcher().tick(2);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    expect(world.paidNow()).toEqual(all(ids, 80_000n));
  });
});

it('is halved while its fee is near the cap, which a higher fee has to keep to', { timeout }, async () => {
  const ids = await world.byRule(['0.001', '0.002', '0.003', '0.004']);
  // Half of it is less than four outputs cost, and more than two.
  await world.nameAtSigner(ids, 2_000n);
  const { asked, sign } = recordingSigner();
  await world.batcher({ sign }).tick(3);
  expect(asked).toEqual([ids.slice(0, 2), ids.slice(2)]);
  await world.mine(4);
  expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
});

it('without change goes alone: its fee could not be bumped', { timeout }, async () => {
  const ids = await world.byRule(['0.001', '0.002']);
  const build = world.chain.build.bind(world.chain);
  world.chain.build = async (order) => {
    const built = await build(order);
    return order.also && !('refused' in built) ? { ...built, change: null } : built;
  };
  const { asked, sign } = recordingSigner();
  await world.batcher({ sign }).tick(3);
  world.chain.build = build;
  expect(asked).toEqual(ids.map((id) => [id]));
  await world.mine(4);
  expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
});

it('is led by its oldest, whichever is built first', { timeout }, async () => {
  const ids = await world.byRule(['0.001', '0.002', '0.003']);
  const { asked, sign } = recordingSigner();
  const payer = world.batcher({ sign });
  await payer.tick(1);
  await signPayment(payer.deps, { take: buildTurns(), alone: new Set() }, BigInt(ids[1] ?? '0'), world.app.clock.now());
  expect(asked).toEqual([ids.slice(1)]);
  await payer.tick(2);
  expect(asked).toEqual([ids.slice(1), ids.slice(0, 1)]);
  await world.mine(4);
  expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
});

it('whose members differ from those that were signed is not stored with their signature', { timeout }, async () => {
  const ids = await world.byRule(['0.001', '0.002', '0.002']);
  const [lead = '', signedOne = '', builtOne = ''] = ids;
  // The same transaction, of others: amounts and addresses are the same.
  const built: string[] = [];
  const sign: Sign = async (approval, unsigned) => {
    if (built.push(idsIn(approval).join()) > 1) return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
    const { database } = world.app;
    await database.transaction((dbTx) => discardUnsigned(dbTx, BigInt(lead)));
    const [, , other] = ids.map(BigInt);
    const payment = {
      withdrawalId: BigInt(lead),
      attempt: 0,
      network: 'BITCOIN' as const,
      unsigned,
      sinceHeight: 1,
      builtAt: world.app.clock.now(),
    };
    await database.transaction((dbTx) => insertPayment(dbTx, { ...payment, batch: [BigInt(lead), other ?? 0n] }));
    return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
  };
  await world.batcher({ sign, limit: 2 }).tick(2);
  expect(built[0]).toBe(`${lead},${signedOne}`);
  const members = (await world.rowsOf(ids)).filter((row) => row.lead === lead);
  expect(members.map(({ id, txid }) => [id, txid !== null])).toEqual([
    [lead, true],
    [signedOne, true],
  ]);
  await world.batcher({ sign }).tick(2);
  expect(built.at(-1)).toBe(builtOne);
  await world.mine(4);
  expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
  expect(world.paidNow()).toEqual([80_000n, 180_000n, 180_000n]);
});

it('is its lead alone that acts: the job of another one asks for nothing', { timeout }, async () => {
  const ids = await world.byRule(['0.001', '0.002']);
  await endAt('sign:built', (overrides) => world.batcher(overrides));
  const { asked, sign } = recordingSigner();
  const { deps } = world.batcher({ sign });
  const now = world.app.clock.now();
  const member = BigInt(ids[1] ?? '0');
  await signPayment(deps, { take: buildTurns(), alone: new Set() }, member, now);
  await broadcastPayment(deps, member, now);
  await confirmPayment(deps, member, now);
  expect([asked, world.chain.blocks.mempool.size]).toEqual([[], 0]);
  await world.batcher({ sign }).tick(2);
  expect(asked).toEqual([ids]);
  await confirmPayment(deps, member, now);
  await world.mine(4);
  expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
});

describe('killed and started again', () => {
  it.each(failpointsFromSigning)('at %s it pays each once', { timeout }, async (point) => {
    const ids = await world.byRule(['0.001', '0.002', '0.003']);
    await endAt(
      point,
      (overrides) => world.batcher(overrides),
      () => world.chain.blocks.mine(),
    );
    await world.batcher().tick(5);
    await world.mine(4);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    expect(world.paidNow()).toEqual([80_000n, 180_000n, 280_000n]);
    expect((await world.txids(ids)).size).toBe(1);
  });
});

describe('a batch that waits for a block', () => {
  it.each(['nowhere', 'bump:built', 'bump:answered', 'bump:stored'])(
    'is offered at a higher fee with the same outputs and less change, killed at %s too',
    { timeout },
    async (point) => {
      const ids = await world.byRule(['0.001', '0.002', '0.002']);
      await world.batcher().tick(3);
      const [first] = await world.txids(ids);
      const restoreFee = raiseFee(world.chain);
      world.app.clock.advance({ hours: 1 });
      if (point !== 'nowhere') await endAt(point, (overrides) => world.batcher(overrides));
      await world.batcher().tick(2);
      restoreFee();
      const [second, ...others] = await world.txids(ids);
      expect([second === first, others]).toEqual([false, []]);
      const rows = await world.rowsOf(ids);
      expect(rows.map(({ attempt }) => attempt)).toEqual([0, 0, 0, 1, 1, 1]);
      expect(rows.slice(3).map(({ lead }) => lead)).toEqual(all(ids, ids[0]));
      await world.mine(3);
      expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
      expect(world.paidNow()).toEqual([80_000n, 180_000n, 180_000n]);
    },
  );
});

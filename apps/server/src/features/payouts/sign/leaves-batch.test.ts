// Before it is signed a withdrawal can leave its batch, and the others go on; afterwards none can.
import { signScripted } from '@lode/chain/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { TestCustomer } from '../../../testing/app.ts';
import { all, batchTests, idsIn, recordingSigner } from '../../../testing/batch-fixture.ts';
import { endAt } from '../../../testing/payout-deps.ts';
import type { Sign } from '../payout-ports.ts';
import { signAutoApproved } from './sign-auto-approved.ts';

const timeout = 120_000;
const world = batchTests();

describe('one of a batch whose customer is frozen', () => {
  let other: TestCustomer;
  beforeAll(async () => {
    other = await world.paidBefore();
    world.app.clock.advance({ hours: 48 });
  }, timeout);

  it('before it is built, is left out, and is paid once the freeze is lifted', { timeout }, async () => {
    const [first = '', last = ''] = await world.byRule(['0.001', '0.002']);
    const [frozen = ''] = await world.byRule(['0.003'], other);
    await world.batcher().tick(1);
    await world.freeze(other);
    const build = world.chain.build.bind(world.chain);
    const sizes: number[] = [];
    world.chain.build = (order) => {
      sizes.push(1 + (order.also?.length ?? 0));
      return build(order);
    };
    const { asked, sign } = recordingSigner();
    await world.batcher({ sign }).tick(2);
    world.chain.build = build;
    expect([asked, sizes]).toEqual([[[first, last]], [2]]);
    expect((await world.record(other, frozen)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');
    await world.lift(other);
    await world.batcher().tick(2);
    await world.mine(3);
    expect((await world.record(other, frozen)).thirdStatus).toBe('SUCCESS');
  });

  it.each(['first', 'last'])(
    'after it was built, as its %s: the others go on without it',
    { timeout },
    async (place) => {
      const mine = () => world.byRule(['0.001', '0.002']);
      const theirs = async () => (await world.byRule(['0.003'], other))[0] ?? '';
      const [ids, frozen] = place === 'last' ? [await mine(), await theirs()] : [[] as string[], await theirs()];
      const rest = place === 'last' ? ids : await mine();
      await endAt('sign:built', (overrides) => world.batcher(overrides));
      expect(new Set((await world.rowsOf([...rest, frozen])).map(({ lead }) => lead)).size).toBe(1);
      await world.freeze(other);
      const { asked, sign: denies } = recordingSigner();
      await world.batcher({ sign: denies }).tick(2);
      expect(asked).toEqual([rest]);
      await world.mine(3);
      expect(await world.states(rest)).toEqual(all(rest, 'SUCCESS'));
      expect((await world.record(other, frozen)).thirdStatus).toBe('APPROVAL_TO_BE_SIGNED');
      await world.lift(other);
      await world.batcher().tick(3);
      await world.mine(3);
      expect((await world.record(other, frozen)).thirdStatus).toBe('SUCCESS');
    },
  );

  it.each(['lead', 'member'])(
    'or whose rows do not fit since it was built leaves it as its %s, and is paid once they do',
    { timeout },
    async (place) => {
      const ids = await world.byRule(['0.001', '0.002', '0.003']);
      const bad = ids[place === 'lead' ? 0 : 1] ?? '';
      await endAt('sign:built', (overrides) => world.batcher(overrides));
      await world.alter(`update withdrawal set amount = amount + 1 where id = ${bad}`);
      const { asked, sign } = recordingSigner();
      await world.batcher({ sign }).tick(2);
      expect(asked).toEqual([ids.filter((id) => id !== bad)]);
      await world.alter(`update withdrawal set amount = amount - 1 where id = ${bad}`);
      await world.batcher().tick(3);
      await world.mine(4);
      expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
      expect(world.paidNow()).toEqual([80_000n, 180_000n, 280_000n]);
    },
  );

  it('between building and signing is not signed: it is looked for under the lock of the request', {
    timeout,
  }, async () => {
    const ids = await world.byRule(['0.001', '0.002']);
    await world.byRule(['0.003'], other);
    const { asked, sign: denies } = recordingSigner();
    let hasFrozen = Promise.resolve();
    const failpoint = (name: string) => {
      if (name === 'sign:built' && asked.length === 0) hasFrozen = world.freeze(other).then(() => undefined);
    };
    const { lockSigningRequest } = world.app.slices.withdrawals.forPayouts;
    const { database, clock, slices } = world.app;
    const guarded = signAutoApproved(
      {
        database,
        clock,
        withdrawals: {
          ...slices.withdrawals.forPayouts,
          lockSigningRequest: async (dbTx, id) => {
            await hasFrozen;
            await lockSigningRequest(dbTx, id);
          },
        },
      },
      denies,
    );
    const payer = world.payer({ sign: guarded, batchLimit: async () => 100, failpoint });
    await payer.tick(3);
    expect(asked).toEqual([ids]);
    await world.mine(4);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    await world.lift(other);
    await world.batcher().tick(2);
    await world.mine(3);
  });

  it('after the signature is sent with the others, and the log says so', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.002']);
    const [late = ''] = await world.byRule(['0.003'], other);
    await endAt('sign:committed', (overrides) => world.batcher(overrides));
    await world.freeze(other);
    await world.batcher().tick(2);
    await world.mine(3);
    await world.lift(other);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    expect((await world.record(other, late)).thirdStatus).toBe('SUCCESS');
    expect(world.alerts.join('\n')).toContain(`"payout.sent-though-blocked","id":"${late}"`);
  });
});

describe('a batch that the signer denies', () => {
  const answering =
    (answer: (ids: bigint[]) => SigningOutcome | null): Sign =>
    async (approval, unsigned) => {
      return answer(idsIn(approval).map(BigInt)) ?? { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
    };

  it('for the limit of one: that one returns to manual review, and the others are paid together', {
    timeout,
  }, async () => {
    const ids = await world.byRule(['0.001', '0.002', '0.003']);
    const over = BigInt(ids[1] ?? '0');
    const sign = answering((asked) =>
      asked.includes(over) ? { outcome: 'AUTO_APPROVAL_DENIED', reason: 'above the limit', of: [over] } : null,
    );
    await world.batcher({ sign }).tick(3);
    await world.mine(3);
    expect(await world.recordOf(String(over))).toMatchObject({ status: 'WAITING', thirdStatus: null });
    const others = ids.filter((id) => id !== String(over));
    expect(await world.states(others)).toEqual(all(others, 'SUCCESS'));
    expect((await world.txids(others)).size).toBe(1);
    expect(world.paidNow()).toEqual([80_000n, 280_000n]);
  });

  it('for good because of one: that one alone fails, and its amount returns', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.002', '0.003']);
    const bad = BigInt(ids[2] ?? '0');
    const sign = answering((asked) =>
      asked.includes(bad)
        ? ({
            outcome: 'DENIED_FINAL',
            reason: 'not payable',
            of: asked.length > 1 ? [bad] : undefined,
          } as SigningOutcome)
        : null,
    );
    const payer = world.batcher({ sign, finalise: async () => ({ isFinalised: true, signed: [] }) });
    await payer.tick(3);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(['SUCCESS', 'SUCCESS', 'FAILED']);
    expect(world.paidNow()).toEqual([80_000n, 180_000n]);
  });

  it('as a whole: its first one goes alone', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.002', '0.003']);
    const sizes: number[] = [];
    const sign = answering((asked) => {
      sizes.push(asked.length);
      return sizes.length === 1 ? { outcome: 'DENIED_FOR_NOW', reason: 'the fee is above its cap' } : null;
    });
    await world.batcher({ sign }).tick(3);
    expect(sizes.slice(0, 2)).toEqual([3, 1]);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    expect(world.paidNow()).toEqual([80_000n, 180_000n, 280_000n]);
  });

  it('without saying for whom: each goes alone once the signer says that nothing was signed', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.002', '0.003']);
    const asked: string[] = [];
    let isSilent = true;
    const sign: Sign = async (approval, unsigned) => {
      asked.push(`${idsIn(approval).join()} ${approval.approvals === 'AUTO'}`);
      if (approval.batch && (isSilent || approval.approvals === 'AUTO'))
        return { outcome: 'UNDETERMINED', reason: 'malformed' };
      if (approval.batch) return { outcome: 'DENIED_FOR_NOW', reason: 'nothing was signed' };
      return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
    };
    const payer = world.batcher({ sign });
    await payer.tick(2);
    // It may have signed it: the payment stays as it is.
    expect([...new Set(asked)]).toEqual([`${ids.join()} true`, `${ids.join()} false`]);
    expect(world.alerts.join('\n')).toContain('"payout.not-signed"');
    expect(new Set((await world.rowsOf(ids)).map(({ lead }) => lead))).toEqual(new Set([ids[0]]));
    isSilent = false;
    asked.length = 0;
    await payer.tick(2);
    expect(asked).toEqual([`${ids.join()} true`, `${ids.join()} false`, ...ids.map((id) => `${id} true`)]);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    expect(world.paidNow()).toEqual([80_000n, 180_000n, 280_000n]);
  });

  it('for good, alone too: nothing of its payment is left', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.002']);
    const sign: Sign = async () => ({ outcome: 'DENIED_FINAL', reason: 'not payable' });
    await world.batcher({ sign, finalise: async () => ({ isFinalised: true, signed: [] }) }).tick(3);
    expect(await world.states(ids)).toEqual(all(ids, 'FAILED'));
    expect(await world.rowsOf(ids)).toEqual([]);
    for (const id of ids) expect(await world.reservationsOf(id)).toEqual([]);
  });

  it('because the policy was switched off: all return to manual review', { timeout }, async () => {
    const ids = await world.byRule(['0.001', '0.002']);
    await endAt('sign:built', (overrides) => world.batcher(overrides));
    world.app.clock.advance({ seconds: 1 });
    await world.off();
    const sign: Sign = async () => ({ outcome: 'DENIED_FOR_NOW', reason: 'nothing was signed' });
    await world.batcher({ sign }).tick(1);
    for (const id of ids) expect((await world.recordOf(id)).status).toBe('WAITING');
    for (const id of ids)
      expect((await world.ops('withdrawal:reject', `--id ${id} --by finance --reason no`)).exit).toBe(0);
  });
});

describe('the database', () => {
  it('refuses a withdrawal in two payments, a batch that is not whole, and shares that are not the fee', {
    timeout,
  }, async () => {
    const ids = await world.byRule(['0.001', '0.002', '0.003']);
    await endAt('sign:built', (overrides) => world.batcher({ ...overrides, limit: 3 }));
    const [alone = ''] = await world.byRule(['0.004']);
    const [lead = '', member = ''] = ids;
    const insert = (id: string, of: string | null, share: number | null) =>
      world.owner(
        `insert into withdrawal_payment (withdrawal_id, attempt, network, unsigned, since_height, built_at, lead_id, output_index, fee_share)
         values ($1, case when $1 = $4::bigint then 1 else 0 end, 'BITCOIN', '{}', 1, now(), $2, case when $2::bigint is not null then 9 end, $3)`,
        [id, of, share, member],
      );
    await expect(insert(member, null, null)).rejects.toThrow('is in another payment');
    await expect(insert(member, member, 0)).rejects.toThrow('is in another payment');
    await expect(insert(alone, lead, 1)).rejects.toThrow('is not whole');
    await expect(insert(alone, alone, 0)).rejects.toThrow('is not whole');
    const sql = (text: string) => world.owner(text, [member]);
    await expect(sql('delete from withdrawal_payment where withdrawal_id = $1')).rejects.toThrow('is not whole');
    await expect(
      sql(`update withdrawal_payment set lead_id = null, fee_share = null where withdrawal_id = $1`),
    ).rejects.toThrow('it is of its batch');
    await world.batcher().tick(3);
    await world.mine(3);
    expect(await world.states([...ids, alone])).toEqual(all([...ids, alone], 'SUCCESS'));
  });
});

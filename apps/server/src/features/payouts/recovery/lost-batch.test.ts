// A batch that the signer has signed, and that the server does not know: its response was lost, or the database was restored.
import { scriptedKey, scriptedTx, signScripted } from '@lode/chain/testing';
import { describe, expect, it } from 'vitest';
import { all, batchTests } from '../../../testing/batch-fixture.ts';
import { inEnglish } from '../../../testing/in-english.ts';
import { endAt, needed } from '../../../testing/payout-deps.ts';
import { buildTurns } from '../parallel.ts';
import { readPayments } from '../payment.repository.ts';
import type { PayoutSigner, Sign } from '../payout-ports.ts';
import { signPayment } from '../sign/sign-payment.ts';
import type { FailCommand } from './fail-command.ts';
import { failPayment } from './fail-payment.ts';

const timeout = 120_000;
const world = batchTests();

/** Built and signed, and the answer lost: what the signer says of any of them from then on. */
async function signedUnheard(isFinalised: boolean) {
  const ids = await world.byRule(['0.001', '0.002', '0.003']);
  const batch = await world.nameAtSigner(ids);
  await endAt('sign:answered', (overrides) => world.batcher(overrides));
  const [payment] = await readPayments(world.app.database, BigInt(ids[0] ?? '0'));
  if (!payment) throw new Error('not built');
  const { payload } = payment.unsigned;
  const finalise: NonNullable<PayoutSigner['finalise']> = async () => ({
    isFinalised,
    signed: [{ payload, signed: signScripted(payload), batch }],
  });
  return { ids, finalise, inputs: payment.unsigned.outpoints };
}

function failing(finalise: PayoutSigner['finalise']) {
  const { deps } = world.batcher({ finalise });
  const audited: string[] = [];
  const audit = { recordAudit: async (_db: unknown, { subject }: { subject: string }) => void audited.push(subject) };
  const fail = (id: string) => {
    const command = {
      id: BigInt(id),
      authority: {} as FailCommand['authority'],
      reason: 'r',
      now: world.app.clock.now(),
    };
    return inEnglish(failPayment(deps, audit, command));
  };
  return { fail, audited };
}

describe('abandoned at the signer, whose inputs another transaction has spent', () => {
  it.each([[[] as number[]], [[0]]])(
    'fails as a whole by two people, of which %j had been failed before',
    { timeout },
    async (before) => {
      const balance = await world.balance(world.customer);
      const { ids, finalise, inputs } = await signedUnheard(true);
      for (const at of before)
        expect(await failing(async () => ({ isFinalised: true, signed: [] })).fail(ids[at] ?? '')).toHaveProperty(
          'done',
        );
      const rival = scriptedTx(inputs, [{ key: scriptedKey('cd'), amount: 1n }]);
      for (const block of [[rival], ...Array.from({ length: needed - 1 }, () => [])]) world.chain.blocks.mine(block);
      await world.watch();
      const { fail, audited } = failing(finalise);
      const open = ids.filter((_, at) => !before.includes(at));
      const last = ids[2] ?? '';
      const others = open.filter((id) => id !== last).join(', ');
      expect(await fail(last)).toMatchObject({ done: expect.stringContaining(others) });
      expect(await world.states(ids)).toEqual(all(ids, 'FAILED'));
      expect(audited.toSorted()).toEqual(open.map((id) => `withdrawal ${id}`).toSorted());
      expect(await world.balance(world.customer)).toBe(balance);
      expect(await world.rowsOf(ids)).toEqual([]);
      expect(await fail(ids[0] ?? '')).toHaveProperty('refused');
      expect(await world.balance(world.customer)).toBe(balance);
      // Custody lacks what the other transaction took: the next test begins with books that fit.
      world.chain.blocks.reorganise(
        needed,
        Array.from({ length: needed + 1 }, () => []),
      );
      world.chain.blocks.mempool.clear();
      await world.watch();
      await world.mine(needed);
    },
  );

  it('is stored and paid, and nothing returns, while its inputs are unspent', { timeout }, async () => {
    const { ids, finalise } = await signedUnheard(true);
    expect(await failing(finalise).fail(ids[1] ?? '')).toMatchObject({
      refused: expect.stringContaining('broadcast now'),
    });
    await world.batcher({ finalise }).tick(2);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
  });
});

describe('after a restore of the database', () => {
  it('is posted for all when one of it is found, whatever the others wait for', { timeout }, async () => {
    const { ids, finalise } = await signedUnheard(false);
    const [first = '', second = '', last = ''] = ids;
    await world.alter(`delete from outpoint_reservation where withdrawal_id in (${ids.join()});
      delete from withdrawal_payment where withdrawal_id in (${ids.join()});
      update withdrawal set phase = 'APPROVED' where id = ${second}; update withdrawal set phase = 'SCREENING' where id = ${last};
      delete from withdrawal_step where step = 'KYT' and withdrawal_id in (${second}, ${last})`);
    const sign: Sign = async () => ({ outcome: 'SIGNED_DIFFERENTLY', reason: 'with others' });
    const { deps } = world.batcher({ sign, finalise });
    await signPayment(deps, { take: buildTurns(), alone: new Set() }, BigInt(first), world.app.clock.now());
    expect((await world.txids(ids)).size).toBe(1);
    expect(await world.states(ids)).toEqual(all(ids, 'IN_PAYMENT'));
    await world.batcher({ sign, finalise }).tick(1);
    await world.mine(3);
    expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
    expect(world.paidNow()).toEqual([80_000n, 180_000n, 280_000n]);
  });
});

// A payment on Bitcoin that the signer denies for now releases its inputs.
import { describe, expect, it } from 'vitest';
import { raiseFee } from '../../../testing/payout-deps.ts';
import { payoutTests } from '../../../testing/payout-fixture.ts';
import { RetryLater, type Sign } from '../payout-ports.ts';

const world = payoutTests();

describe('a temporary denial by the signer', () => {
  const reservedBy = async (id: string) =>
    (
      await world.app.owner.query<{ outpoint: string }>({
        text: 'select outpoint from outpoint_reservation where withdrawal_id = $1',
        values: [id],
      })
    ).rows.map(({ outpoint }) => outpoint);
  const no = { outcome: 'DENIED_FOR_NOW', reason: 'the network fee is above its cap' } as const;

  it('releases its inputs for other payments; the payment is built anew at the current fee rate', async () => {
    const id = await world.approvedOne();
    const asked: string[] = [];
    const refusing = world.payer({
      async sign(_proof, { payload }) {
        asked.push(payload);
        return no;
      },
    });
    const restoreFee = raiseFee(world.chain);
    await refusing.tick(3);
    restoreFee();
    await refusing.tick();
    expect(await world.state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(asked.at(-1)).not.toBe(asked[0]);
    expect(await reservedBy(id)).toEqual([]);

    const other = await world.approvedOne('0.03');
    const choosing = world.payer({
      sign: (proof, unsigned) =>
        proof.withdrawalId === BigInt(id) ? Promise.resolve(no) : world.payer().deps.signer.sign(proof, unsigned),
    });
    await choosing.tick(4);
    expect(await world.state(other)).toBe('IN_PAYMENT');
    await world.mine(3);
    await world.tick(3);
    await world.mine(3);
    expect([await world.state(id), await world.state(other)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(world.paidNow().toSorted()).toEqual([2_980_000n, 4_980_000n]);
    await world.assertBooks();
  });

  it('evicts unsigned reservations of its inputs when a signature arrives after the payment was discarded', async () => {
    const id = await world.approvedOne();
    const other = await world.approvedOne('0.03');
    await world.tick();
    // The signer keeps an output for whom it signed first, and a payment to what it signed, as the true one does.
    const owner = new Map<string, bigint>();
    const payloads = new Map<bigint, string>();
    const sign: Sign = async (proof, unsigned) => {
      const isTaken = unsigned.outpoints.some(
        (spend) => (owner.get(spend) ?? proof.withdrawalId) !== proof.withdrawalId,
      );
      if (isTaken) return { outcome: 'DENIED_FOR_NOW', reason: 'spent' };
      const known = payloads.get(proof.withdrawalId) ?? unsigned.payload;
      if (known !== unsigned.payload) return { outcome: 'DENIED_FOR_NOW', reason: 'signed otherwise' };
      payloads.set(proof.withdrawalId, unsigned.payload);
      for (const spend of unsigned.outpoints) owner.set(spend, proof.withdrawalId);
      return world.payer().deps.signer.sign(proof, unsigned);
    };
    const usual = world.payer({ sign });
    let isFirst = true;
    const slow = world.payer({
      async sign(proof, unsigned) {
        const answer = await sign(proof, unsigned);
        if (isFirst && proof.withdrawalId === BigInt(id)) {
          isFirst = false;
          // Meanwhile another worker was refused, dropped it, and another payment was built from the same inputs.
          for (const table of ['withdrawal_payment', 'outpoint_reservation'])
            await world.app.owner.query({ text: `delete from ${table} where withdrawal_id = $1`, values: [id] });
          const withoutSigner = world.payer({ sign: () => Promise.reject(new RetryLater('no answer')) });
          await world.app.owner.query({
            text: `insert into outpoint_reservation select network, outpoint, $2 from unnest($1::text[]) outpoint, (values ('BITCOIN')) n (network)`,
            values: [unsigned.outpoints, other],
          });
          await withoutSigner.tick();
        }
        return answer;
      },
    });
    for (let round = 0; round < 3; round += 1) await slow.tick().catch(() => undefined);
    expect(await world.state(id)).toBe('IN_PAYMENT');
    await usual.tick(3);
    await world.mine(6);
    await usual.tick(3);
    await world.mine(3);
    expect([await world.state(id), await world.state(other)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(world.paidNow().toSorted()).toEqual([2_980_000n, 4_980_000n]);
    await world.assertBooks();
  });
});

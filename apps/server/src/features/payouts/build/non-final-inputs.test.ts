// A payment on Bitcoin that the signer refuses for now: what it would have spent is not kept from others.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { startPayoutFixture } from '../../../testing/payout-fixture.ts';
import { RetryLater, type Sign } from '../payout-ports.ts';

let world: Awaited<ReturnType<typeof startPayoutFixture>>;
let app: (typeof world)['app'];
let customer: TestCustomer;
let before: bigint[];
beforeAll(async () => {
  world = await startPayoutFixture();
  app = world.app;
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
  before = world.paid();
});
const state = async (id: string) => (await world.record(customer, id)).thirdStatus;
const paidNow = () => world.paid().slice(before.length);

describe('a no of the signer that is not final', () => {
  const reservedBy = async (id: string) =>
    (
      await app.owner.query<{ spend: string }>({
        text: 'select spend from outpoint_reservation where withdrawal_id = $1',
        values: [id],
      })
    ).rows.map(({ spend }) => spend);
  const no = { outcome: 'DENIED_FOR_NOW', reason: 'the network fee is above its cap' } as const;

  it('frees what it would have spent for another payment, and it is built anew at the fee of its day', async () => {
    const id = await world.approved(customer, '0.05');
    const asked: string[] = [];
    const refusing = world.payer({
      async sign(_proof, { payload }) {
        asked.push(payload);
        return no;
      },
    });
    const { feeRate } = world.chain;
    world.chain.feeRate = async () => ({ unit: 'SAT_PER_KVB', rate: 9_000n });
    for (let round = 0; round < 3; round += 1) await refusing.tick();
    world.chain.feeRate = feeRate;
    await refusing.tick();
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    expect(asked.at(-1)).not.toBe(asked[0]);
    expect(await reservedBy(id)).toEqual([]);

    const other = await world.approved(customer, '0.03');
    const choosing = world.payer({
      sign: (proof, unsigned) =>
        proof.withdrawalId === BigInt(id) ? Promise.resolve(no) : world.payer().deps.signer.sign(proof, unsigned),
    });
    for (let round = 0; round < 4; round += 1) await choosing.tick();
    expect(await state(other)).toBe('IN_PAYMENT');
    await world.mine(3);
    for (let round = 0; round < 3; round += 1) await world.tick();
    await world.mine(3);
    expect([await state(id), await state(other)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(paidNow().toSorted()).toEqual([2_980_000n, 4_980_000n]);
    await world.assertBooks();
  });

  it('and a yes that comes after it was dropped takes its inputs back from who has no signature', async () => {
    const id = await world.approved(customer, '0.05');
    const other = await world.approved(customer, '0.03');
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
            await app.owner.query({ text: `delete from ${table} where withdrawal_id = $1`, values: [id] });
          const away = world.payer({ sign: () => Promise.reject(new RetryLater('no answer')) });
          await app.owner.query({
            text: `insert into outpoint_reservation select network, spend, $2 from unnest($1::text[]) spend, (values ('BITCOIN')) n (network)`,
            values: [unsigned.outpoints, other],
          });
          await away.tick();
        }
        return answer;
      },
    });
    for (let round = 0; round < 3; round += 1) await slow.tick().catch(() => undefined);
    expect(await state(id)).toBe('IN_PAYMENT');
    for (let round = 0; round < 3; round += 1) await usual.tick();
    await world.mine(6);
    for (let round = 0; round < 3; round += 1) await usual.tick();
    await world.mine(3);
    expect([await state(id), await state(other)]).toEqual(['SUCCESS', 'SUCCESS']);
    expect(paidNow().toSorted()).toEqual([2_980_000n, 4_980_000n]);
    await world.assertBooks();
  });
});

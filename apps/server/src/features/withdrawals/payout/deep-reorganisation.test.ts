// Reorganisations deeper than the confirmations: what was final is in no block any more.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestCustomer } from '../../../testing/app.ts';
import { needed } from '../testing/payer-deps.ts';
import { startPayoutWorld } from '../testing/payout-world.ts';
import { NotYet } from './payout-ports.ts';

let world: Awaited<ReturnType<typeof startPayoutWorld>>;
let customer: TestCustomer;
let before: bigint[];
beforeAll(async () => {
  world = await startPayoutWorld();
});
afterAll(() => world.stop());
beforeEach(async () => {
  customer = await world.customer();
  before = world.paid();
});
const state = async (id: string) => (await world.record(customer, id)).thirdStatus;
const paidNow = () => world.paid().slice(before.length);

/** Takes the newest blocks away; what was in them and in no other block is nowhere. */
async function reorganise(depth: number): Promise<void> {
  world.chain.blocks.reorganise(
    depth,
    Array.from({ length: depth + 1 }, () => []),
  );
  world.chain.blocks.mempool.clear();
  await world.watch();
}

describe('a payment that nobody has signed', () => {
  it('is not signed when what it was built from is in no block any more: it is built anew from other coins', async () => {
    const other = await world.customer(90_000_000n);
    const id = await world.approved(customer, '0.05');
    const away = world.payer({ sign: () => Promise.reject(new NotYet('the signer is away')) });
    for (let round = 0; round < 3; round += 1) await away.tick();
    expect(await state(id)).toBe('APPROVAL_TO_BE_SIGNED');
    const [gone = ''] = await world.spendsOf(id);
    await reorganise(needed);
    expect(await world.balance(other)).toBe('0.90000000');

    // As the true signer: without the yes of people it signs nothing new.
    let isAskedWithProof = false;
    const asked: string[][] = [];
    const back = world.payer({
      reach(point) {
        if (point === 'sign:built') isAskedWithProof = true;
      },
      sign: async (proof, unsigned) => {
        if (!isAskedWithProof) return { refused: 'APPROVALS', isFinal: false };
        isAskedWithProof = false;
        asked.push(unsigned.spends);
        return world.payer().deps.sign(proof, unsigned);
      },
    });
    for (let round = 0; round < 3; round += 1) await back.tick();
    expect(asked.flat()).not.toContain(gone);
    await world.mine(needed);
    expect(await state(id)).toBe('SUCCESS');
    expect(paidNow()).toEqual([4_980_000n]);
  });
});

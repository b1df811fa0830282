// Several workers pay the same withdrawals at once, in rounds that overlap, while processes end at any step and answers of
// the signer are late or lost: each withdrawal is paid once, and no output is signed for two of them.

import type { Unsigned } from '@lode/chain';
import { signScripted } from '@lode/chain/testing';
import { expect, it } from 'vitest';
import { dice, endsAt } from '../../testing/payout-deps.ts';
import { payoutTests } from '../../testing/payout-fixture.ts';
import { RetryLater, type Sign } from './payout-ports.ts';

const world = payoutTests();

const points = [
  'screen:begun',
  'screen:answered',
  'sign:before-built',
  'sign:built',
  'sign:answered',
  'sign:before-commit',
  'sign:committed',
  'broadcast:before',
  'broadcast:sent',
];

/** Signs each output for one withdrawal only, as the signer does, and keeps what it was asked to sign against that. */
function strictSigner(roll: (sides: number) => number) {
  const spentBy = new Map<string, bigint>();
  const signed = new Map<bigint, Unsigned>();
  const faults: string[] = [];
  const sign: Sign = async ({ withdrawalId }, unsigned) => {
    for (let turns = roll(6); turns > 0; turns -= 1) await new Promise(setImmediate);
    const known = signed.get(withdrawalId);
    if (known && known.payload !== unsigned.payload) faults.push(`${withdrawalId} with other bytes`);
    for (const outpoint of unsigned.outpoints) {
      const other = spentBy.get(outpoint) ?? withdrawalId;
      if (other !== withdrawalId) faults.push(`${outpoint} for ${withdrawalId}, signed for ${other}`);
      spentBy.set(outpoint, withdrawalId);
    }
    signed.set(withdrawalId, unsigned);
    for (let turns = roll(6); turns > 0; turns -= 1) await new Promise(setImmediate);
    if (roll(5) === 0) throw new RetryLater('the answer is lost');
    return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
  };
  return { sign, faults };
}

/** Less the fee of 0.0002. */
const amounts = ['0.01', '0.011', '0.012', '0.013', '0.014', '0.015', '0.016'];
const expected = [980_000n, 1_080_000n, 1_180_000n, 1_280_000n, 1_380_000n, 1_480_000n, 1_580_000n];
const paid = (addresses: readonly string[]) => addresses.flatMap((address) => world.paid(address));

async function storm(seed: number) {
  const roll = dice(seed);
  const { sign, faults } = strictSigner(roll);
  for (let more = 0; more < 4; more += 1) await world.deposit(world.payee, BigInt(2_000_000 + roll(3_000_000)));
  // Two to each address but the last: a worker takes addresses at once.
  const addresses = ['a', 'b', 'c', 'd'].map((of) =>
    world.chain.addressOf(`0014${`${of}${seed}`.repeat(20).slice(0, 40)}`),
  );
  for (const address of addresses) await world.know(world.payee, address);
  const ids: string[] = [];
  for (const [n, amount] of amounts.entries()) ids.push(await world.approved(world.payee, amount, addresses[n >> 1]));
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { failpoint } = endsAt(points[roll(points.length)] ?? '');
        const dying = roll(2) === 0 ? { failpoint: (name: string) => roll(3) === 0 && failpoint(name) } : {};
        const { tick } = world.payer({ sign, ...(dying as object) });
        await Promise.all([tick().catch(() => undefined), tick().catch(() => undefined)]);
      }),
    );
    if (roll(3) === 0) {
      world.chain.blocks.mine();
      await world.watch();
    }
  }
  const last = world.payer({ sign });
  for (let block = 0; block < 30; block += 1) {
    world.chain.blocks.mine();
    await world.watch();
    await last.tick().catch(() => undefined);
  }
  const states = await Promise.all(ids.map((id) => world.state(id)));
  return { faults, states, paid: paid(addresses).toSorted((one, other) => Number(one - other)) };
}

const seeds = (process.env.SEEDS ?? '2').split(',').map(Number);

it.each(seeds)('pays each once (seed %d)', { timeout: 120_000 }, async (seed) => {
  expect(await storm(seed)).toEqual({ faults: [], states: expected.map(() => 'SUCCESS'), paid: expected });
  await world.assertBooks();
});

it('control: without reservations, outputs are signed for two withdrawals', { timeout: 120_000 }, async () => {
  await world.app.owner.query({
    text: `create function forget() returns trigger language plpgsql as 'begin return null; end';
           create trigger forget before insert on outpoint_reservation for each row execute function forget()`,
  });
  const { faults } = await storm(9);
  expect(faults).not.toEqual([]);
});

// Several workers build batches of the same withdrawals at once, in rounds that overlap, while processes end at any step and answers of
// the signer are late or lost: each withdrawal is paid once, by one transaction, and nothing is signed twice.
import { signScripted } from '@lode/chain/testing';
import { parseAmount } from '@lode/money';
import { expect, it } from 'vitest';
import { all, batchTests, idsIn } from '../../testing/batch-fixture.ts';
import { dice, endsAt } from '../../testing/payout-deps.ts';
import { ascending } from './lock-all.ts';
import { RetryLater, type Sign } from './payout-ports.ts';

const world = batchTests();

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
  'confirm:final',
  'confirm:before-commit',
];

/** Signs a withdrawal with one company and one transaction, as the signer does, and keeps what it was asked to sign against that. */
function strictSigner(roll: (sides: number) => number) {
  const spentFor = new Map<string, string>();
  const signedIn = new Map<string, string>();
  const faults: string[] = [];
  const sizes: number[] = [];
  const sign: Sign = async (approval, unsigned) => {
    for (let turns = roll(6); turns > 0; turns -= 1) await new Promise(setImmediate);
    const ids = idsIn(approval);
    sizes.push(ids.length);
    for (const id of ids) {
      const known = signedIn.get(id) ?? unsigned.payload;
      if (known !== unsigned.payload) faults.push(`${id} with other bytes`);
      signedIn.set(id, unsigned.payload);
    }
    for (const outpoint of unsigned.outpoints) {
      const other = spentFor.get(outpoint) ?? unsigned.payload;
      if (other !== unsigned.payload) faults.push(`${outpoint} for ${ids.join()}, signed for others`);
      spentFor.set(outpoint, unsigned.payload);
    }
    for (let turns = roll(6); turns > 0; turns -= 1) await new Promise(setImmediate);
    if (roll(4) === 0) throw new RetryLater('the answer is lost');
    return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
  };
  return { sign, faults, sizes };
}

async function storm(seed: number) {
  const roll = dice(seed);
  const { sign, faults, sizes } = strictSigner(roll);
  const amounts = Array.from({ length: 14 }, () => ['0.001', '0.002', '0.003'][roll(3)] ?? '0.001');
  const ids: string[] = [];
  const dying = () => {
    const { failpoint } = endsAt(points[roll(points.length)] ?? '');
    return roll(2) === 0 ? { failpoint: (name: string) => void (roll(3) === 0 && failpoint(name)) } : {};
  };
  for (let round = 0; round < 10; round += 1) {
    // They come while others are under way.
    ids.push(...(await world.byRule(amounts.slice(ids.length, ids.length + 1 + roll(4)))));
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        const { tick } = world.batcher({ sign, limit: 2 + roll(5), ...dying() });
        await Promise.all([tick().catch(() => undefined), tick().catch(() => undefined)]);
      }),
    );
    if (roll(3) === 0) {
      world.chain.blocks.mine();
      await world.watch();
    }
  }
  const last = world.batcher({ sign });
  for (let block = 0; block < 20; block += 1) {
    world.chain.blocks.mine();
    await world.watch();
    await last.tick().catch(() => undefined);
  }
  const expected = amounts.slice(0, ids.length).map((amount) => parseAmount(amount, 'BTC') - 20_000n);
  expect(ids).toHaveLength(amounts.length);
  expect(await world.states(ids)).toEqual(all(ids, 'SUCCESS'));
  expect(world.paidNow()).toEqual(expected.toSorted(ascending));
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  return faults;
}

const seeds = (process.env.SEEDS ?? '1,2').split(',').map(Number);

it.each(seeds)('pays each once (seed %d)', { timeout: 120_000 }, async (seed) => {
  expect(await storm(seed)).toEqual([]);
});

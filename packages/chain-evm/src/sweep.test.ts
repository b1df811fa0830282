/** A round of sweeps stays within its budget and size, and on a real node brings every deposit to the hot wallet. */
import type { OwnAddress } from '@lode/chain';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evmKeys } from './keys.ts';
import { type AddressBalance, planSweeps, type SweepLimits, sweepOrder } from './sweep.ts';
import { etherOf } from './testing/anvil.ts';
import { type EvmHarness, startEvmHarness, testSeed } from './testing/harness.ts';

const rate = { unit: 'WEI_PER_GAS', maxFee: 10n, maxPriorityFee: 1n } as const;
const owner = (index: number): OwnAddress => ({ branch: 'customer', index, address: `0x${index}`, key: `${index}` });

describe('a plan', () => {
  const rules: SweepLimits = { smallest: 20n, gas: 100n, rate, gasBudget: 1500n, most: 10 };

  it('sweeps what has gas, tops up what lacks it, leaves what is not worth it, the largest first', () => {
    const holders: AddressBalance[] = [
      { owner: owner(1), usdt: 19n, wei: 5000n },
      { owner: owner(2), usdt: 20n, wei: 1000n },
      { owner: owner(3), usdt: 500n, wei: 400n },
      { owner: owner(4), usdt: 400n, wei: 0n },
    ];
    expect(planSweeps(holders, rules)).toEqual([
      { kind: 'TOP_UP', to: owner(3), wei: 600n },
      { kind: 'SWEEP', from: owner(2), amount: 20n },
    ]);
  });

  it('keeps to the gas budget and the number of actions', () => {
    const holder = fc.record({ usdt: fc.bigInt(0n, 1000n), wei: fc.bigInt(0n, 2000n) });
    fc.assert(
      fc.property(fc.array(holder, { maxLength: 40 }), fc.bigInt(0n, 5000n), fc.nat(12), (found, gasBudget, most) => {
        const holders = found.map((one, index) => ({ ...one, owner: owner(index) }));
        const steps = planSweeps(holders, { ...rules, gasBudget, most });
        const given = steps.reduce((sum, step) => (step.kind === 'TOP_UP' ? sum + step.wei : sum), 0n);
        expect(given <= gasBudget && steps.length <= most).toBe(true);
        for (const step of steps) {
          const { usdt, wei } = holders[(step.kind === 'TOP_UP' ? step.to : step.from).index]!;
          expect(usdt >= 20n).toBe(true);
          expect(step.kind === 'TOP_UP' ? wei + step.wei : wei >= 1000n ? 1000n : 0n).toBe(1000n);
        }
      }),
    );
  });
});

describe('on a real node', () => {
  let harness: EvmHarness;
  beforeAll(async () => {
    harness = await startEvmHarness();
  });
  afterAll(() => harness.close());

  it('two rounds bring everything to the hot wallet', async () => {
    const { anvil, chain } = harness;
    const hot = chain.ownAddress('house', 0);
    const customers = [0, 1, 2].map((index) => chain.ownAddress('customer', 300 + index));
    await anvil.ether(hot.address, 10n ** 18n);
    for (const [index, { address }] of customers.entries()) await anvil.issue(address, 30_000_000n + BigInt(index));
    await anvil.mine();

    const now = await chain.feeRate();
    if (now.unit !== 'WEI_PER_GAS') throw new Error('not a rate of this chain');
    const rules = { smallest: 10_000_000n, gas: 100_000n, rate: now, gasBudget: 10n ** 18n, most: 10 };
    const keys = evmKeys(testSeed);
    const kinds: string[][] = [];
    for (let round = 0; round < 3; round += 1) {
      const holders = await Promise.all(
        customers.map(async (one) => ({
          owner: one,
          usdt: (await chain.holdings([one])).find(({ coin }) => coin === 'USDT')!.atomic,
          wei: await etherOf(anvil, one.address),
        })),
      );
      const steps = planSweeps(holders, rules);
      kinds.push(steps.map(({ kind }) => kind));
      let hotNonce = (await chain.nonces!(hot.key)).pending;
      for (const step of steps) {
        const built = await chain.build(sweepOrder(step, hot, step.kind === 'TOP_UP' ? hotNonce++ : 0, now));
        if ('refused' in built) throw new Error(built.refused);
        const payer = step.kind === 'TOP_UP' ? hot : step.from;
        const signed = await keys.sign(payer.branch, payer.index, built.payload);
        expect(await chain.broadcast(chain.finish(built, signed))).toEqual({ accepted: true, isNew: true });
      }
      await anvil.mine();
    }
    expect(kinds).toEqual([Array(3).fill('TOP_UP'), Array(3).fill('SWEEP'), []]);
    expect((await chain.holdings([hot])).find(({ coin }) => coin === 'USDT')?.atomic).toBe(90_000_003n);
  });
});

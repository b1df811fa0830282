import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { startEvmWorld } from './evm-fixture.ts';

type Options = Parameters<typeof startEvmWorld>[0] & {
  /** Micro-USDT that the customer has paid in. */
  paidIn: bigint;
};

/** An EVM world that can pay: a funded hot wallet, a customer whose deposit is swept already, receivers that have nothing yet. */
export async function startFundedEvmWorld({ paidIn, ...options }: Options) {
  const world = await startEvmWorld(options);
  await world.fund({ usdt: 5_000_000_000n, wei: 10n ** 18n });
  const payee = await world.customer(paidIn);
  // Swept to the hot wallet, gas first; so no test meets a sweep.
  await world.mine(8);
  let receivers = 0x1000;
  return {
    ...world,
    /** Whose withdrawals the tests pay. */
    payee,
    /** A new one each time, so that what it has is what was paid. */
    receiver: () => world.chain.addressOf((++receivers).toString(16).padStart(40, 'ab')),
    /** The next one of the hot wallet, by the chain's word. */
    nonceNow: async () => (await world.chain.nonces?.(world.hot.key))?.confirmed ?? -1,
    state: async (id: string) => (await world.record(payee, id)).thirdStatus,
    /** The customer's USDT that can be withdrawn. */
    balance: () => world.balance(payee),
    rows: (text: string, ...values: unknown[]) => world.app.owner.query({ text, values }),
  };
}

export type FundedEvmWorld = Awaited<ReturnType<typeof startFundedEvmWorld>>;

/** One world for the tests of a file, and a new receiver for each of them. */
export function fundedEvmTests(options: Options) {
  const world = {} as FundedEvmWorld & {
    address: string;
    /** The customer's balance when the test began. */
    before: string | undefined;
  };
  beforeAll(async () => void Object.assign(world, await startFundedEvmWorld(options)));
  afterAll(() => world.stop?.());
  beforeEach(async () => {
    world.address = world.receiver();
    world.before = await world.balance();
  });
  return Object.assign(world, {
    approvedOne: () => world.approved(world.payee, world.address, '50'),
    /** The 50 USDT less the fee of 3 arrived, once. */
    async expectPaid(id: string, address = world.address): Promise<void> {
      expect(await world.state(id)).toBe('SUCCESS');
      expect(await world.usdtOf(address)).toBe(47_000_000n);
    },
  });
}

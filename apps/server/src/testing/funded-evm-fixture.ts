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
    /** The customer's electricity account in USDT. */
    balance: async () =>
      (await world.app.data('wallet', {}, payee.caller)).accounts.find(
        ({ account, coin }) => account === 'ELE_ACCOUNT' && coin === 'USDT',
      )?.available,
    rows: (text: string, ...values: unknown[]) => world.app.owner.query({ text, values }),
  };
}

export type FundedEvmWorld = Awaited<ReturnType<typeof startFundedEvmWorld>>;

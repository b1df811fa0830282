import type { ChainAdapter } from '@lode/chain';
import { ScriptedChain, scriptedKey, scriptedTx, signScripted } from '@lode/chain/testing';
import { assertBooksBalance } from '@lode/ledger';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { readReservations } from '../features/payouts/outpoint-reservation.repository.ts';
import type { Sign } from '../features/payouts/payout-ports.ts';
import { startTestApp, type TestAppOptions, type TestCustomer } from './app.ts';
import { addStaff } from './commands.ts';
import { needed, type PayoutOverrides, testProcessor } from './payout-deps.ts';
import { testNodes } from './test-nodes.ts';
import { addKnownAddress, withdrawalActions } from './withdrawal-actions.ts';

const depth = 12;
let deposits = 0;

/** The app on a scripted Bitcoin, with its own watcher, and a payout processor whose every collaborator a test can replace. */
export async function startPayoutFixture(options: TestAppOptions = {}) {
  const chain = new ScriptedChain();
  for (let block = 0; block < depth + 3; block += 1) chain.blocks.mine([]);
  const signed: string[] = [];
  const sign: Sign = async (_withdrawal, unsigned) => {
    signed.push(unsigned.payload);
    return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
  };
  const second: { BITCOIN?: ChainAdapter } = {};
  const nodes = testNodes({ BITCOIN: chain }, { needed, depth, second });
  const app = await startTestApp({ max: 20, ...options, nodes, sign });
  await addStaff(app);
  const { database, clock } = app;
  const [watch] = app.slices.deposits.watchers;
  if (!watch) throw new Error('no watcher');
  await watch(clock.now());
  const actions = withdrawalActions(app, { coin: 'BTC', network: 'BITCOIN' });
  const alerts: string[] = [];
  const destination = chain.addressOf(scriptedKey('ab'));

  /** A payout processor as the worker has one, with the parts that a test replaces. */
  const payer = (overrides: Partial<PayoutOverrides> = {}) =>
    testProcessor(app, {
      openChain: nodes.open,
      openSecond: nodes.openSecond,
      sign,
      alert: (line) => alerts.push(line),
      ...overrides,
    });
  const usual = payer();

  const world = {
    app,
    chain,
    /** The second node, where a test sets one. */
    second,
    depth,
    destination,
    alerts,
    signed,
    payer,
    tick: usual.tick,
    /** The watcher's look alone. */
    watch: () => watch(clock.now()),
    /** Outpoints that a withdrawal has reserved. */
    reservationsOf: (id: string) => readReservations(database, BigInt(id)),
    /** Blocks, each seen by the watcher and the payer. */
    async mine(blocks = 1): Promise<void> {
      for (let block = 0; block < blocks; block += 1) {
        chain.blocks.mine();
        await watch(clock.now());
        await usual.tick();
      }
    },
    /** A customer whose deposit of so many satoshi is final, and who knows the destination. */
    async customer(amount = 10_000_000n): Promise<TestCustomer> {
      const customer = await app.createMoneyCustomer();
      await world.deposit(customer, amount);
      await world.know(customer, destination);
      return customer;
    },
    async deposit({ caller }: TestCustomer, amount: bigint): Promise<void> {
      const { address } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, caller);
      const check = chain.checkAddress(address);
      if (!check.valid) throw new Error(check.reason);
      chain.blocks.submit(scriptedTx([`outside:${++deposits}`], [{ key: check.key, amount }]));
      for (let block = 0; block < needed; block += 1) {
        chain.blocks.mine();
        await watch(clock.now());
      }
    },
    know: ({ id: customerId }: TestCustomer, text: string) =>
      addKnownAddress(app, chain, { customerId, network: 'BITCOIN', text }),
    ...actions,
    applied: (customer: TestCustomer, amount: string, address = destination) =>
      actions.applied(customer, address, amount),
    approved: (customer: TestCustomer, amount: string, address = destination) =>
      actions.approved(customer, address, amount),
    /** What the destination got on the best chain, payment by payment. */
    paid: (address = destination) => {
      const check = chain.checkAddress(address);
      const key = check.valid ? check.key : '';
      return chain.blocks
        .transactions()
        .flatMap(({ tx }) => tx.outputs.filter((output) => output.key === key).map(({ amount }) => amount));
    },
    /** The books balance, and custody is what the node says. */
    async assertBooks(): Promise<void> {
      const { withdrawals, deposits } = app.slices;
      await assertBooksBalance(database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
      await actions.assertCustody(deposits.custodyChecks);
    },
    async stop(): Promise<void> {
      await assertBooksBalance(database, app.slices.withdrawals.bookChecks);
      await app.stop();
    },
  };
  return world;
}

type PayoutFixture = Awaited<ReturnType<typeof startPayoutFixture>>;

/** One fixture for the tests of a file, and a new customer for each of them. */
export function payoutTests() {
  const world = {} as PayoutFixture & { payee: TestCustomer };
  let before = 0;
  beforeAll(async () => void Object.assign(world, await startPayoutFixture()));
  afterAll(() => world.stop?.());
  beforeEach(async () => {
    world.payee = await world.customer();
    before = world.paid().length;
  });
  return Object.assign(world, {
    approvedOne: (amount = '0.05') => world.approved(world.payee, amount),
    state: async (id: string) => (await world.record(world.payee, id)).thirdStatus,
    /** What the destination got since this test began. */
    paidNow: () => world.paid().slice(before),
  });
}

import { BitcoinChain } from '@lode/chain-bitcoin';
import { TestBitcoind } from '@lode/chain-bitcoin/testing';
import { assertBooksBalance } from '@lode/ledger';
import type { FailCommand } from '../features/payouts/recovery/fail-command.ts';
import { failPayment } from '../features/payouts/recovery/fail-payment.ts';
import { paymentFinaliser, paymentSigner } from '../platform/chains/payment-signer.ts';
import { startTestApp, type TestCustomer } from './app.ts';
import { addStaff, runCommand } from './commands.ts';
import { consoleOrigin } from './console-client.ts';
import { inEnglish } from './in-english.ts';
import { needed, type PayoutOverrides, paymentCommands, testProcessor } from './payout-deps.ts';
import { type RunningSigner, startSigner } from './running-signer.ts';
import { testNodes } from './test-nodes.ts';
import { withdrawalActions } from './withdrawal-actions.ts';

/** The app on a real bitcoind, with the product's own signer in a process of its own. Nothing is mined unless a test says so. */
export async function startBitcoinPayoutFixture({ now = new Date() }: { now?: Date } = {}) {
  const [bitcoind, signer]: [TestBitcoind, RunningSigner] = await Promise.all([TestBitcoind.start(), startSigner()]);
  await bitcoind.fundPayer();
  const about = await signer.client.info();
  if (!about.bitcoin) throw new Error('the signer has no Bitcoin');
  const { extendedPublicKey: accountKey, fingerprint: masterFingerprint } = about.bitcoin;
  // A machine under load may hold up a call for long: what a test calls a node that is down is another one.
  const options = { chain: 'regtest', accountKey, masterFingerprint, timeoutMs: 60_000 } as const;
  const chain = new BitcoinChain({ ...options, url: bitcoind.url });
  const chains = { BITCOIN: chain };
  const nodes = testNodes(chains, { needed });
  const app = await startTestApp({
    now: now.toISOString(),
    max: 20,
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir, CONSOLE_ORIGIN: consoleOrigin },
    nodes,
  });
  await addStaff(app);
  const { database, clock } = app;
  const actions = withdrawalActions(app, { coin: 'BTC', network: 'BITCOIN' });
  const alerts: string[] = [];
  const look = async (rounds = 1): Promise<void> => {
    for (let round = 0; round < rounds; round += 1)
      for (const watcher of [app.checkBooks, ...app.watchers]) await watcher(clock.now());
  };
  await look();

  /** A payout processor as the worker has one, with the parts that a test replaces. */
  function payer(overrides: Partial<PayoutOverrides> = {}) {
    const { deps, tick } = testProcessor(app, {
      openChain: nodes.open,
      sign: paymentSigner(signer.client),
      finalise: paymentFinaliser(signer.client),
      alert: (line) => alerts.push(line),
      ...overrides,
    });
    return {
      tick,
      /** As the command does it, without its two people. */
      fail: (id: string) => {
        const command = { id: BigInt(id), authority: {} as FailCommand['authority'], reason: 'seen', now: clock.now() };
        return inEnglish(failPayment(deps, { recordAudit: async () => undefined }, command));
      },
    };
  }

  const ops = (name: string, args: string) =>
    runCommand(app, paymentCommands(app)[name] as never, `${args} --reason seen`);

  const world = {
    app,
    bitcoind,
    signer,
    chain,
    alerts,
    look,
    payer,
    ops,
    /** Two people say so. */
    both: (name: string, args: string) => ops(name, `${args} --by finance --approved-by approver`),
    /** Blocks, each seen by everything that follows the chain. */
    async mine(blocks = 1): Promise<void> {
      for (let block = 0; block < blocks; block += 1) {
        await bitcoind.mine(1);
        await look();
      }
    },
    /** Nothing listens at the node's address while `work` runs. */
    async withoutNode(work: () => Promise<void>): Promise<void> {
      chains.BITCOIN = new BitcoinChain({ ...options, url: 'http://tester:secret@127.0.0.1:1' });
      try {
        await work();
      } finally {
        chains.BITCOIN.close();
        chains.BITCOIN = chain;
      }
    },
    /** A customer whose deposits, in BTC, are credited. */
    async customer(...amounts: string[]): Promise<TestCustomer> {
      const customer = await app.createMoneyCustomer();
      await world.deposit(customer, ...amounts);
      return customer;
    },
    async deposit({ caller }: TestCustomer, ...amounts: string[]): Promise<void> {
      const { address } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, caller);
      for (const amount of amounts) await bitcoind.call('sendmany', ['', { [address]: amount }]);
      await world.mine(needed);
    },
    /** An address outside the hot wallet. */
    receiver: async () => (await bitcoind.call('getnewaddress', [])) as string,
    ...actions,
    /** What an address has got in blocks, in BTC. */
    received: async (address: string) => Number(await bitcoind.call('getreceivedbyaddress', [address, 1])),
    /** The books balance, and custody is what the node says. */
    async assertBooks(): Promise<void> {
      const { withdrawals, deposits } = app.slices;
      await assertBooksBalance(database, [...withdrawals.bookChecks, ...deposits.bookChecks]);
      await actions.assertCustody(deposits.custodyChecks);
    },
    async stop(): Promise<void> {
      await app.stop();
      await Promise.all([bitcoind.stop(), signer.stop()]);
    },
  };
  return world;
}

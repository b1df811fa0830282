import type { ChainAdapter } from '@lode/chain';
import { evmAdapter } from '@lode/chain-evm';
import { startAnvil, type TestAnvil } from '@lode/chain-evm/testing';
import { assertBooksBalance } from '@lode/ledger';
import { bookChecksOf } from '../composition/book-checks.ts';
import { type CustodyPorts, custodyChecks } from '../features/deposits/custody.ts';
import { paymentSigner } from '../platform/chains/payment-signer.ts';
import { startTestApp, type TestApp, type TestCustomer } from './app.ts';
import { addStaff, runCommand } from './commands.ts';
import { needed, type PayoutOverrides, paymentCommands, testProcessor } from './payout-deps.ts';
import { type RunningSigner, startSigner } from './running-signer.ts';
import { testNodes } from './test-nodes.ts';
import { withdrawalActions } from './withdrawal-actions.ts';

/** The app on a real anvil, with the product's own signer in a process of its own. Nothing is mined unless a test says so. */
export async function startEvmWorld({ now = new Date() }: { now?: Date } = {}) {
  const [anvil, signer]: [TestAnvil, RunningSigner] = await Promise.all([startAnvil(), startSigner()]);
  const { erc20 } = await signer.client.info();
  if (!erc20) throw new Error('the signer has no keys for the EVM');
  const { url: rpcUrl, chainId, usdt: usdtContract } = anvil;
  const chain = evmAdapter({
    rpcUrl,
    chainId,
    usdtContract,
    extendedPublicKey: erc20.extendedPublicKey,
    timeoutMs: 60_000,
  });
  const second: { ERC20?: ChainAdapter } = {};
  const nodes = testNodes({ ERC20: chain }, { needed, second });
  const app: TestApp = await startTestApp({
    now: now.toISOString(),
    max: 20,
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes,
  });
  await addStaff(app);
  const { database, clock } = app;
  const hot = chain.ownAddress('house', 0);
  const actions = withdrawalActions(app, { coin: 'USDT', network: 'ERC20' });
  const alerts: string[] = [];
  const look = async (rounds = 1): Promise<void> => {
    for (let round = 0; round < rounds; round += 1)
      for (const watcher of [app.checkBooks, ...app.watchers]) await watcher(clock.now());
  };
  await look();

  /** A payout processor as the worker has one, with the parts that a test replaces. */
  function payer(overrides: Partial<PayoutOverrides> = {}) {
    const sign = paymentSigner(signer.client);
    return testProcessor(app, {
      openChain: nodes.open,
      openSecond: nodes.openSecond,
      sign,
      alert: (line) => alerts.push(line),
      ...overrides,
    });
  }

  const ops = (name: string, args = '') => {
    const commands = { ...paymentCommands(app), ...app.slices.sweeps.opsCommands };
    return runCommand(app, commands[name as keyof typeof commands], args);
  };

  const world = {
    app,
    anvil,
    chain,
    /** The second node, where a test sets one. */
    second,
    signer,
    nodes,
    hot,
    alerts,
    look,
    payer,
    ops,
    /** Blocks, each seen by everything that follows the chain. */
    async mine(blocks = 1): Promise<void> {
      for (let block = 0; block < blocks; block += 1) {
        await anvil.mine();
        await look();
      }
    },
    /** The hot wallet gets coins from outside; they are final when it returns. */
    async fund({ usdt = 0n, wei = 0n }: { usdt?: bigint; wei?: bigint }): Promise<void> {
      if (wei > 0n) await anvil.ether(hot.address, wei);
      if (usdt > 0n) await anvil.issue(hot.address, usdt);
      await world.mine(needed);
    },
    addressOf: async ({ caller }: TestCustomer) =>
      (await app.data('depositAddress', { coin: 'USDT', network: 'ERC20' }, caller)).address,
    /** A customer whose deposit of so many micro-USDT is credited. */
    async customer(amount = 100_000_000n): Promise<TestCustomer> {
      const customer = await app.createMoneyCustomer();
      await anvil.issue(await world.addressOf(customer), amount);
      await world.mine(needed);
      return customer;
    },
    ...actions,
    /** Micro-USDT that an address has by the chain's word. */
    async usdtOf(address: string): Promise<bigint> {
      const check = chain.checkAddress(address);
      if (!check.valid) throw new Error(check.reason);
      const sums = await chain.holdings([{ branch: 'house', index: 0, address, key: check.key }]);
      return sums.find(({ coin }) => coin === 'USDT')?.atomic ?? 0n;
    },
    /** A transaction of the hot wallet that the product knows nothing of, at no cost. */
    async strange(nonce: number): Promise<void> {
      const before = await anvil.ask('eth_getBalance', hot.address, 'latest');
      await anvil.ask('anvil_impersonateAccount', hot.address);
      const transaction = { from: hot.address, to: hot.address, value: '0x0', nonce: `0x${nonce.toString(16)}` };
      await anvil.ask('eth_sendTransaction', transaction);
      await anvil.ask('anvil_stopImpersonatingAccount', hot.address);
      await anvil.mine();
      await anvil.ask('anvil_setBalance', hot.address, before);
    },
    /** The books balance, and custody is what the node says, coin by coin. `ports` break it on purpose. */
    async assertBooks(ports?: CustodyPorts): Promise<void> {
      const { deposits } = app.slices;
      await assertBooksBalance(database, bookChecksOf(app.slices));
      const checks = ports ? custodyChecks(database, nodes, ports) : deposits.custodyChecks;
      await actions.assertCustody(checks);
    },
    async stop(): Promise<void> {
      await app.stop();
      await Promise.all([anvil.stop(), signer.stop()]);
    },
  };
  return world;
}

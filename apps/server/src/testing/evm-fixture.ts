import { evmAdapter } from '@lode/chain-evm';
import { startAnvil, type TestAnvil } from '@lode/chain-evm/testing';
import type { Data } from '@lode/contract';
import { assertBooksBalance } from '@lode/ledger';
import { type CustodyPorts, custodyChecks } from '../features/deposits/custody.ts';
import { paymentSigner } from '../platform/chains/payment-signer.ts';
import { hashCode } from '../platform/secrets/one-time-secret.ts';
import { startTestApp, type TestApp, type TestCustomer, testFundsPassword, testPepper } from './app.ts';
import { addStaff, runCommand } from './commands.ts';
import { needed, type PayoutOverrides, paymentCommands, testProcessor } from './payout-deps.ts';
import { type RunningSigner, startSigner } from './running-signer.ts';
import { testNodes } from './test-nodes.ts';

let requests = 0;

/** The app on a real anvil, with the product's own signer in a process of its own. Nothing is mined unless a test says so. */
export async function startEvmWorld({ now = new Date() }: { now?: Date } = {}) {
  const [anvil, signer]: [TestAnvil, RunningSigner] = await Promise.all([startAnvil(), startSigner()]);
  const { erc20 } = await signer.client.info();
  if (!erc20) throw new Error('the signer has no keys for the EVM');
  const { url: rpcUrl, chainId, usdt: usdtContract } = anvil;
  const chain = evmAdapter({ rpcUrl, chainId, usdtContract, extendedPublicKey: erc20.extendedPublicKey });
  const nodes = testNodes({ ERC20: chain }, { needed });
  const app: TestApp = await startTestApp({
    now: now.toISOString(),
    max: 20,
    env: { WITHDRAW_HOLD_HOURS: '0', DATA_DIR: signer.dataDir },
    nodes,
  });
  await addStaff(app);
  const { database, clock } = app;
  const hot = chain.ownAddress('house', 0);
  const alerts: string[] = [];
  const look = async (): Promise<void> => {
    for (const watcher of app.watchers) await watcher(clock.now());
  };
  await look();

  /** A payout processor as the worker has one, with the parts that a test replaces. */
  function payer(overrides: Partial<PayoutOverrides> = {}) {
    const sign = paymentSigner(signer.client);
    return testProcessor(app, { openChain: nodes.open, sign, alert: (line) => alerts.push(line), ...overrides });
  }

  const ops = (name: string, args = '') => {
    const commands = { ...paymentCommands(app), ...app.slices.sweeps.opsCommands };
    return runCommand(app, commands[name as keyof typeof commands], args);
  };

  const world = {
    app,
    anvil,
    chain,
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
    async applied(customer: TestCustomer, address: string, amount: string): Promise<string> {
      const code = String(100_000 + (++requests % 900_000));
      await app.owner.query({
        text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at)
               values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes')`,
        values: [customer.account, hashCode(testPepper, `WITHDRAW ${customer.account}`, code), clock.now()],
      });
      const input = { coin: 'USDT', network: 'ERC20', address, amount, password: testFundsPassword, code } as const;
      return (await app.data('withdrawApply', input, { ...customer.caller, requestId: `evm-${requests}` })).id;
    },
    async approve(id: string): Promise<void> {
      for (const [name, by] of [
        ['withdrawal:propose', 'finance'],
        ['withdrawal:approve', 'approver'],
      ] as const) {
        const { exit, failed } = await ops(name, `--id ${id} --by ${by} --reason seen`);
        if (exit !== 0) throw new Error(failed.join());
      }
    },
    /** Applied for, proposed and approved: its id. */
    async approved(customer: TestCustomer, address: string, amount: string): Promise<string> {
      const id = await world.applied(customer, address, amount);
      await world.approve(id);
      return id;
    },
    async record({ caller }: TestCustomer, id: string): Promise<Data<'withdrawApply'>> {
      const [found] = (await app.data('withdrawPage', { id }, caller)).records;
      if (!found) throw new Error(`no withdrawal ${id}`);
      return found;
    },
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
      const { withdrawals, deposits, sweeps } = app.slices;
      await assertBooksBalance(database, [...withdrawals.bookChecks, ...deposits.bookChecks, ...sweeps.bookChecks]);
      const checks = ports ? custodyChecks(database, nodes, ports) : deposits.custodyChecks;
      const custody = (await Promise.all(checks.map((check) => check()))).flat();
      for (const one of custody.filter(({ coin }) => coin !== 'BTC')) {
        if ('ledger' in one && one.ledger === one.chain) continue;
        throw new Error(`custody ${one.coin}: ${'ledger' in one ? `${one.ledger} and ${one.chain}` : one.unknown}`);
      }
    },
    async stop(): Promise<void> {
      await app.stop();
      await Promise.all([anvil.stop(), signer.stop()]);
    },
  };
  return world;
}

/** Ends the process at a named place, as far as a test can see. */
export function endsAt(point: string) {
  const seen = { count: 0 };
  const failpoint = (name: string): void => {
    if (name !== point) return;
    seen.count += 1;
    throw new Error(`ended at ${name}`);
  };
  return { failpoint, seen };
}

import type { ChainAdapter, Network } from '@lode/chain';
import { checkBitcoinAddress } from '@lode/chain-bitcoin';
import { checkEvmAddress } from '@lode/chain-evm';
import type { Data, Input } from '@lode/contract';
import { assertBooksBalance, readBalances } from '@lode/ledger';
import { type WithdrawCoin, walletOf } from '../features/withdrawals/domain/coins.ts';
import { startTestApp, type TestAppOptions, type TestCustomer, testFundsPassword } from './app.ts';
import { addStaff, paymentArgs, runCommand } from './commands.ts';
import { giveTo } from './gift.ts';
import { paymentCommands } from './payout-deps.ts';
import { testNodes } from './test-nodes.ts';
import { addKnownAddress, issueWithdrawCode } from './withdrawal-actions.ts';

export const bitcoinAddress = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080';
export const evmAddress = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const otherBitcoinAddress = 'bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry';
export const addressOf: Record<WithdrawCoin, string> = { BTC: bitcoinAddress, USDT: evmAddress };
const networkOf: Record<WithdrawCoin, Network> = { BTC: 'BITCOIN', USDT: 'ERC20' };

/** Both networks by their pure parts: what is proved here needs no node. */
const chains: Record<Network, Pick<ChainAdapter, 'checkAddress'>> = {
  BITCOIN: { checkAddress: (text) => checkBitcoinAddress(text, 'regtest') },
  ERC20: { checkAddress: (text) => checkEvmAddress(text, new Set()) },
};

export type WithdrawalRecord = Data<'withdrawApply'>;
const needed = (network: Network): number => (network === 'BITCOIN' ? 3 : 30);
let keys = 0;

/** The app with two networks to withdraw by, the demo's staff, and customers whom nothing holds back. */
export async function startWithdrawalFixture(options: TestAppOptions = {}) {
  const app = await startTestApp({
    now: '2026-03-10T04:00:00.000Z',
    nodes: { ...testNodes(chains as Record<Network, ChainAdapter>), confirmations: needed },
    sign: () => Promise.reject(new Error('nothing is signed in this test')),
    ...options,
  });
  await addStaff(app);
  const { database } = app;

  const ops = (name: string, args: string) => runCommand(app, paymentCommands(app)[name] as never, args);

  const world = {
    app,
    /** Withdrawals whose payment was begun: they wait in the queue. */
    async started(): Promise<string[]> {
      const { rows } = await app.owner.query<{ id: string }>({
        text: `select payload->>'id' as id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
               where t.identifier = 'withdrawal-screen'`,
      });
      return rows.map(({ id }) => id);
    },
    ops,
    /** Money that a customer has, in minor units. */
    give: (customerId: bigint, coin: WithdrawCoin, amount: bigint) =>
      giveTo(app, walletOf(customerId, coin), coin, amount, 'CUSTODY'),
    /** With 1 BTC and 1,000 USDT, and addresses that are known long enough. */
    async customer({ btc = 100_000_000n, usdt = 1_000_000_000n } = {}): Promise<TestCustomer> {
      const customer = await app.createMoneyCustomer();
      if (btc > 0n) await world.give(customer.id, 'BTC', btc);
      if (usdt > 0n) await world.give(customer.id, 'USDT', usdt);
      for (const coin of ['BTC', 'USDT'] as const) await world.know(customer.id, coin, addressOf[coin]);
      return customer;
    },
    /** Puts an address into the book a day ago. */
    know: (customerId: bigint, coin: WithdrawCoin, text: string) =>
      addKnownAddress(app, chains[networkOf[coin]], { customerId, network: networkOf[coin], text }),
    /** A code of scene WITHDRAW that is good now, for a payment to the fixture's address; without an amount for the address itself. */
    code: (customer: TestCustomer, coin: WithdrawCoin, payment: { amount?: string; address?: string }) =>
      issueWithdrawCode(app, customer, { coin, network: networkOf[coin], address: addressOf[coin], ...payment }),
    async apply(
      customer: TestCustomer,
      coin: WithdrawCoin,
      amount: string,
      options: Partial<Input<'withdrawApply'>> & { requestId?: string; deviceId?: string } = {},
    ) {
      const { requestId = `request-${++keys}`, deviceId, ...input } = options;
      return app.call(
        'withdrawApply',
        {
          coin,
          network: networkOf[coin],
          address: addressOf[coin],
          amount,
          password: testFundsPassword,
          code: input.code ?? (await world.code(customer, coin, { amount, address: input.address ?? addressOf[coin] })),
          ...input,
        },
        { ...customer.caller, ...(deviceId && { deviceId }), requestId },
      );
    },
    /** One that must be taken: its record. */
    async applied(customer: TestCustomer, coin: WithdrawCoin, amount: string): Promise<WithdrawalRecord> {
      const reply = await world.apply(customer, coin, amount);
      if (reply.code !== 200) throw new Error(`${reply.code} ${reply.message} ${JSON.stringify(reply.data)}`);
      return reply.data;
    },
    async record(customer: TestCustomer, id: string): Promise<WithdrawalRecord | undefined> {
      return (await app.data('withdrawPage', { id }, customer.caller)).records[0];
    },
    records: async (customer: TestCustomer) => (await app.data('withdrawPage', { size: 100 }, customer.caller)).records,
    cancel: (customer: TestCustomer, id: string, requestId?: string) =>
      app.call('withdrawCancel', { id }, { ...customer.caller, ...(requestId && { requestId }) }),
    propose: async (id: string, by = 'finance') =>
      ops('withdrawal:propose', `${await paymentArgs(app, id)} --by ${by} --reason seen`),
    approve: async (id: string, by = 'approver') =>
      ops('withdrawal:approve', `${await paymentArgs(app, id)} --by ${by} --reason seen`),
    reject: (id: string, by = 'finance') => ops('withdrawal:reject', `--id ${id} --by ${by} --reason 资料不全`),
    offset: (id: string, to: string) =>
      ops('withdrawal:offset', `--id ${id} --to ${to} --by finance --approved-by approver --reason agreed`),
    async balance(customerId: bigint, coin: WithdrawCoin): Promise<bigint> {
      const id = walletOf(customerId, coin);
      return (await readBalances(database, [id])).get(id)?.posted ?? 0n;
    },
    assertBooks: () => assertBooksBalance(database, app.slices.withdrawals.bookChecks),
    async stop(): Promise<void> {
      await world.assertBooks();
      await app.stop();
    },
  };
  return world;
}

import { ScriptedChain, scriptedTx, signScripted } from '@lode/chain/testing';
import type { Data } from '@lode/contract';
import { assertBooksBalance } from '@lode/ledger';
import { readReservations } from '../features/payouts/outpoint-reservation.repository.ts';
import type { Sign } from '../features/payouts/payout-ports.ts';
import { addAddress } from '../features/withdrawals/request/address-book.repository.ts';
import { hashCode } from '../platform/secrets/one-time-secret.ts';
import { startTestApp, type TestAppOptions, type TestCustomer, testFundsPassword, testPepper } from './app.ts';
import { addStaff, runCommand } from './commands.ts';
import { needed, type PayoutOverrides, paymentCommands, testProcessor } from './payout-deps.ts';
import { testNodes } from './test-nodes.ts';

const depth = 12;
let keys = 0;

/** The app on a scripted Bitcoin, with its own watcher, and a payout processor whose every collaborator a test can replace. */
export async function startPayoutFixture(options: TestAppOptions = {}) {
  const chain = new ScriptedChain();
  for (let block = 0; block < depth + 3; block += 1) chain.blocks.mine([]);
  const signed: string[] = [];
  const sign: Sign = async (_withdrawal, unsigned) => {
    signed.push(unsigned.payload);
    return { outcome: 'SIGNED', signed: signScripted(unsigned.payload) };
  };
  const nodes = testNodes({ BITCOIN: chain }, { needed, depth });
  const app = await startTestApp({ max: 20, ...options, nodes, sign });
  await addStaff(app);
  const { database, clock } = app;
  const [watch] = app.slices.deposits.watchers;
  if (!watch) throw new Error('no watcher');
  await watch(clock.now());
  const alerts: string[] = [];
  const destination = chain.addressOf('ab'.repeat(20));

  /** A payout processor as the worker has one, with the parts that a test replaces. */
  const payer = (overrides: Partial<PayoutOverrides> = {}) =>
    testProcessor(app, { openChain: nodes.open, sign, alert: (line) => alerts.push(line), ...overrides });
  const usual = payer();

  const world = {
    app,
    chain,
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
      chain.blocks.submit(scriptedTx([`outside:${++keys}`], [{ key: check.key, amount }]));
      for (let block = 0; block < needed; block += 1) {
        chain.blocks.mine();
        await watch(clock.now());
      }
    },
    async know(customer: TestCustomer, text: string): Promise<void> {
      const check = chain.checkAddress(text);
      if (!check.valid) throw new Error(check.reason);
      const addedAt = new Date(clock.now().getTime() - 24 * 3_600_000);
      const { key: addressKey, address } = check;
      await database.transaction((dbTx) =>
        addAddress(dbTx, customer.id, { network: 'BITCOIN', address, addressKey, label: '', addedAt }),
      );
    },
    /** Applied for: its id. */
    async applied(customer: TestCustomer, amount: string, address = destination): Promise<string> {
      const code = String(100_000 + (++keys % 900_000));
      await app.owner.query({
        text: `insert into one_time_code (account, scene, code_hash, sent_at, expires_at)
               values ($1, 'WITHDRAW', $2, $3::timestamptz, $3::timestamptz + interval '10 minutes')`,
        values: [customer.account, hashCode(testPepper, `WITHDRAW ${customer.account}`, code), clock.now()],
      });
      const input = { coin: 'BTC', network: 'BITCOIN', address, amount, password: testFundsPassword, code } as const;
      return (await app.data('withdrawApply', input, { ...customer.caller, requestId: `r-${++keys}` })).id;
    },
    /** Applied for, proposed and approved: its id. */
    async approved(customer: TestCustomer, amount: string, address = destination): Promise<string> {
      const id = await world.applied(customer, amount, address);
      for (const [name, by] of [
        ['withdrawal:propose', 'finance'],
        ['withdrawal:approve', 'approver'],
      ] as const) {
        const opsCommands = paymentCommands(app);
        const { exit, failed } = await runCommand(app, opsCommands[name] as never, `--id ${id} --by ${by} --reason r`);
        if (exit !== 0) throw new Error(failed.join());
      }
      return id;
    },
    async record(customer: TestCustomer, id: string): Promise<Data<'withdrawApply'>> {
      const { records } = await app.data('withdrawPage', { id }, customer.caller);
      if (!records[0]) throw new Error(`no withdrawal ${id}`);
      return records[0];
    },
    /** BTC of a customer that can be withdrawn, as the wallet says. */
    async balance({ caller }: TestCustomer): Promise<string | undefined> {
      const { accounts } = await app.data('wallet', {}, caller);
      return accounts.find(({ account, coin }) => account === 'OUTPUT_ACCOUNT' && coin === 'BTC')?.available;
    },
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
      for (const check of deposits.custodyChecks) {
        for (const { coin, ...sides } of await check()) {
          if (coin !== 'BTC' || ('ledger' in sides && sides.ledger === sides.chain)) continue;
          throw new Error(
            `custody: ${JSON.stringify(sides, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
          );
        }
      }
    },
    async stop(): Promise<void> {
      await assertBooksBalance(database, app.slices.withdrawals.bookChecks);
      await app.stop();
    },
  };
  return world;
}

/** A database with something of everything that stands in the books: the demo's closed days, and on a scripted Bitcoin deposits and withdrawals in every phase. */
import { ScriptedChain, scriptedKey, scriptedTx, signScripted } from '@lode/chain/testing';
import { bitcoinAddress, checkBitcoinAddress } from '@lode/chain-bitcoin';
import { demoPorts } from '../../apps/server/src/compose-demo.ts';
import { demoDestinations } from '../../apps/server/src/features/demo/demo-withdrawals.ts';
import { firstDemoDay, seedDemo, seedStaff } from '../../apps/server/src/features/demo/seed-demo.ts';
import type { Command } from '../../apps/server/src/platform/commands/command.ts';
import { beginDemoHistory, foundInstallation } from '../../apps/server/src/platform/installation/installation.ts';
import { startTestApp, type TestApp, type TestCustomer } from '../../apps/server/src/testing/app.ts';
import { runCommand } from '../../apps/server/src/testing/commands.ts';
import { paymentCommands, testProcessor } from '../../apps/server/src/testing/payout-deps.ts';
import { testNodes } from '../../apps/server/src/testing/test-nodes.ts';
import { addKnownAddress, withdrawalActions } from '../../apps/server/src/testing/withdrawal-actions.ts';

const needed = 3;
const two = '--by finance --approved-by approver --reason seen';

export async function startBooksWorld(): Promise<TestApp> {
  const chain = new ScriptedChain();
  // The demo's own addresses are real ones; nothing is paid to them here.
  const checkScripted = chain.checkAddress.bind(chain);
  chain.checkAddress = (text) => (text.startsWith('bc1') ? checkBitcoinAddress(text, 'main') : checkScripted(text));
  const scriptedAddress = chain.addressOf.bind(chain);
  chain.addressOf = (key) => (key.length === 40 ? scriptedAddress(key) : bitcoinAddress(key, 'main'));
  for (let block = 0; block < 20; block += 1) chain.blocks.mine([]);
  const nodes = testNodes({ BITCOIN: chain }, { needed, depth: 12 });
  const sign = async (_id: unknown, { payload }: { payload: string }) => ({
    outcome: 'SIGNED' as const,
    signed: signScripted(payload),
  });
  const app = await startTestApp({ now: '2026-03-10T08:00:00.000Z', nodes, sign, env: { WITHDRAW_HOLD_HOURS: '0' } });
  const { database, clock, slices } = app;
  await foundInstallation(app.owner, 'demo', Buffer.alloc(32));
  const ports = demoPorts(app, slices);
  await seedStaff(ports, clock.now());
  await seedDemo(ports, await beginDemoHistory(database, firstDemoDay(clock.now())));

  const [watch] = slices.deposits.watchers;
  if (!watch) throw new Error('no watcher');
  const look = () => watch(clock.now());
  await look();
  const payer = testProcessor(app, { openChain: nodes.open, sign, alert: () => undefined });
  const mine = async (blocks = needed) => {
    for (let block = 0; block < blocks; block += 1) {
      chain.blocks.mine();
      await look();
      await payer.tick();
    }
  };
  const ops = async (name: string, args: string) => {
    const commands: Record<string, Command> = {
      ...paymentCommands(app),
      ...slices.deposits.opsCommands,
      ...slices.electricity.opsCommands,
      ...slices.suspense.opsCommands,
      ...slices.wallet.opsCommands,
      ...slices.wallet.commands,
      ...slices.leaving.opsCommands,
      ...slices.machines.opsCommands,
    };
    const { exit, failed } = await runCommand(app, commands[name], args);
    if (exit !== 0) throw new Error(`${name} ${args}: ${failed.join()}`);
  };

  let paid = 0;
  const deposit = async (customer: TestCustomer, amount: bigint) => {
    const { address } = await app.data('depositAddress', { coin: 'BTC', network: 'BITCOIN' }, customer.caller);
    const check = chain.checkAddress(address);
    if (!check.valid) throw new Error(check.reason);
    const tx = scriptedTx([`outside:${(paid += 1)}`], [{ key: check.key, amount }]);
    chain.blocks.submit(tx);
    await mine();
    return tx;
  };
  const house = chain.ownAddress('house', 0);
  chain.blocks.submit(scriptedTx(['operator:1'], [{ key: house.key, amount: 50_000_000n }]));
  await mine();

  // A destination is held for a day.
  const now = clock.now();
  clock.set(new Date(now.getTime() - 24 * 3_600_000));
  await ops('destination:add', `--name vault --network BITCOIN --address ${chain.addressOf(scriptedKey('ba'))} ${two}`);
  await ops(
    'destination:add',
    `--name second --network BITCOIN --address ${chain.addressOf(scriptedKey('be'))} ${two}`,
  );
  await ops(
    'destination:add',
    `--name closed --network BITCOIN --address ${chain.addressOf(scriptedKey('bf'))} ${two}`,
  );
  clock.set(now);
  await ops('destination:remove', '--name closed --by finance --reason closed');

  const [first, second, third, fourth, fifth] = [
    await app.createMoneyCustomer(),
    await app.createMoneyCustomer(),
    await app.createMoneyCustomer(),
    await app.createMoneyCustomer(),
    await app.createMoneyCustomer(),
  ];
  await deposit(second, 30_000_000n);
  await deposit(first, 90_000_000n);
  const destination = chain.addressOf(scriptedKey('ab'));
  for (const { id: customerId } of [first, second, third, fourth, fifth]) {
    await addKnownAddress(app, chain, { customerId, network: 'BITCOIN', text: destination });
  }
  const actions = withdrawalActions(app, { coin: 'BTC', network: 'BITCOIN' });
  await actions.approved(first, destination, '0.05');
  await actions.approved(first, destination, '0.06');
  await actions.approved(second, destination, '0.07');
  await ops('treasury:pay', `--coin BTC --destination vault --amount 0.05 ${two}`);
  await ops('treasury:pay', `--coin BTC --destination second --amount 0.04 ${two}`);
  await payer.tick(4);
  await mine();
  const rejected = await actions.applied(second, destination, '0.011');
  await ops('withdrawal:reject', `--id ${rejected} --by finance --reason unclear`);
  const cancelled = await actions.applied(second, destination, '0.012');
  await app.data('withdrawCancel', { id: cancelled }, second.caller);
  const offset = await actions.applied(first, destination, '0.013');
  await ops('withdrawal:offset', `--id ${offset} --to OUTPUT ${two}`);
  const denied = bitcoinAddress(demoDestinations.denied, 'main');
  await addKnownAddress(app, chain, { customerId: second.id, network: 'BITCOIN', text: denied });
  await actions.approved(second, denied, '0.014');
  const proposed = await actions.applied(first, destination, '0.016');
  await ops(
    'withdrawal:propose',
    `--id ${proposed} --by finance --reason seen --address-ends ${destination.slice(-6)}`,
  );
  await actions.applied(second, destination, '0.017');

  // One credited deposit is removed and settled, one is removed and waits, one is removed, settled and mined again.
  const disappear = async (depth = needed, kept: ReturnType<typeof scriptedTx>[] = []) => {
    chain.blocks.reorganise(depth, [kept, ...Array.from({ length: depth }, () => [])]);
    chain.blocks.mempool.clear();
    await look();
  };
  const newest = async () => {
    const { rows } = await app.owner.query<{ id: bigint }>({ text: 'select max(id) as id from deposit' });
    return String(rows[0]?.id);
  };
  await deposit(third, 4_000_000n);
  await disappear();
  await ops('deposit:settle', `--id ${await newest()} ${two}`);
  const again = await deposit(third, 5_000_000n);
  const returned = await newest();
  await disappear();
  await ops('deposit:settle', `--id ${returned} ${two}`);
  chain.blocks.submit(again);
  await mine();
  await deposit(third, 6_000_000n);
  await disappear();

  // Of one that was spent a part is written off and a part is lacking; of another one all was, and it is mined again.
  for (const [customer, isAll] of [
    [fourth, false],
    [fifth, true],
  ] as const) {
    const spent = await deposit(customer, 3_000_000n);
    await actions.approved(customer, destination, '0.02');
    await payer.tick(4);
    const payments = [...chain.blocks.mempool.values()];
    await mine();
    // What was paid stays paid.
    await disappear(2 * needed, payments);
    const id = await newest();
    await ops('deposit:settle', `--id ${id} --available ${two}`);
    await ops('deposit:write-off', `--id ${id} ${isAll ? '--all' : '--amount 0.015'} ${two}`);
    if (!isAll) continue;
    chain.blocks.submit(spent);
    await mine();
  }

  const come = async (number: 0 | 1, amount: bigint) => {
    const { key } = chain.ownAddress('house', number);
    chain.blocks.submit(scriptedTx([`outside:${(paid += 1)}`], [{ key, amount }]));
    await mine();
    const { rows } = await app.owner.query<{ id: bigint }>({ text: 'select max(id) as id from house_arrival' });
    return String(rows[0]?.id);
  };
  await settleArrivals(app, { come, ops, account: first.account });

  // One is out and in no block yet, one is approved and not begun.
  await actions.approved(first, destination, '0.015');
  await payer.tick(4);
  await actions.approved(first, destination, '0.018');
  await ops('credit', `--account ${second.account} --amount 5 --kind init ${two}`);
  const leaver = await app.createMoneyCustomer();
  await ops('deposit:manual', `--account ${leaver.account} --coin BTC --amount 0.0004 ${two}`);
  await ops('credit', `--account ${leaver.account} --amount 4 --kind init ${two}`);
  await ops('customer:leave', `--account ${leaver.account} --receipt transfer_7 ${two}`);
  await correct(app, ops);
  await creditOutage(app, ops);
  await closeNextDay(app);
  const corrected = '--coin BTC --from 2026-03-07 --to 2026-03-10 --variance rounding';
  await ops('pool:payment', `--amount 0.012 ${corrected} ${two}`);
  await ops('pool:undo', `--id 4 ${two}`);
  await ops('pool:payment', `--amount 0.011 ${corrected} ${two}`);
  const bounds = '--per-payment 0.002 --per-customer-day 0.004 --per-day 0.05 --known-days 1';
  await ops('withdrawal:rule', `--coin BTC ${bounds} --by admin --approved-by approver --reason tried`);
  const automatic = await actions.applied(first, destination, '0.002');
  await (app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id: automatic });
  await announce(app, ops);
  await app.owner.query({ text: 'analyze' });
  return app;
}

/** Arrivals of every kind: a pool's payment, one that was matched wrongly, a customer's, one that was the operator's; and money by hand. */
async function settleArrivals(
  app: TestApp,
  {
    come,
    ops,
    account,
  }: {
    come: (number: 0 | 1, amount: bigint) => Promise<string>;
    ops: (name: string, args: string) => Promise<void>;
    account: string;
  },
): Promise<void> {
  const { rows } = await app.owner.query<{ date: string }>({
    text: `select date::text from machine_output where coin = 'BTC' and net > 0 group by date order by date limit 3`,
  });
  const [day, next, last] = rows.map(({ date }) => `--coin BTC --from ${date} --to ${date} --variance rounding ${two}`);
  await ops('pool:payment', `--arrival ${await come(1, 1_100_000n)} ${day}`);
  await ops('pool:payment', `--arrival ${await come(1, 1_200_000n)} ${next}`);
  await ops('pool:undo', `--id 2 ${two}`);
  await ops('pool:payment', `--amount 0.013 ${last}`);
  await ops('suspense:settle', `--id ${await come(1, 1_400_000n)} --as customer --account ${account} ${two}`);
  await ops('suspense:settle', `--id ${await come(1, 1_500_000n)} --as treasury ${two}`);
  await ops('suspense:reopen', `--id ${await come(0, 1_600_000n)} ${two}`);
  await ops('treasury:pay-in', `--coin USDT --amount 100 ${two}`);
  await ops('treasury:take-out', `--coin USDT --amount 40 ${two}`);
}

/** The close of the day in which corrections were posted, from the network's figures of the day before. */
async function closeNextDay({ owner, clock, slices: { dayClose } }: TestApp): Promise<void> {
  for (const [table, columns] of [
    ['network_day', 'coin, blocks, subsidy_sum, fee_sum, epochs, source, created_at'],
    ['reference_price', 'coin, usdt, source, created_at'],
    ['pool_report', 'coin, machine_id, gross, pool_fee, created_at'],
  ])
    await owner.query({
      text: `insert into ${table} (date, ${columns}) select '2026-03-10', ${columns} from ${table} where date = '2026-03-09' on conflict do nothing`,
    });
  clock.set('2026-03-11T08:00:00.000Z');
  const { outcome } = await dayClose.closeMining('2026-03-10', clock.now());
  if (outcome !== 'closed') throw new Error(`2026-03-10 is not closed: ${outcome}`);
}

/** Corrections of a closed day: outputs up and down, electricity given back, and electricity that becomes a charge. */
async function correct(app: TestApp, ops: (name: string, args: string) => Promise<void>): Promise<void> {
  const { rows } = await app.owner.query<{ id: bigint; date: string; paid: bigint }>({
    text: `select machine_id as id, date, paid_prepaid as paid from electricity_charge
      where paid_prepaid > 1000000 and date > '2026-03-01' order by date, machine_id limit 4`,
  });
  const [up, down, back, more] = rows;
  if (!up || !down || !back || !more) throw new Error('the demo has too few charges');
  const of = ({ id, date }: { id: bigint; date: string }, kind: string, amount: string) =>
    ops('charge:adjust', `--id ${id} --date ${date} --kind ${kind} --amount ${amount} ${two}`);
  await of(up, 'output', '0.00001');
  await of(down, 'output', '-0.00002');
  await of(back, 'electricity', '0.5');
  await of(more, 'electricity', '-0.25');
}

/** Terms and a price of an open day. */
async function announce(app: TestApp, ops: (name: string, args: string) => Promise<void>): Promise<void> {
  const { rows } = await app.owner.query<{ id: bigint; site: string }>({
    text: `select machine.id, site.name as site from machine join site on site.id = site_id where status = 'RUNNING' order by machine.id limit 1`,
  });
  const [{ id, site } = { id: 0n, site: '' }] = rows;
  const people = '--from 2026-03-20 --by operations --approved-by approver --reason agreed';
  await ops('terms:set', `--id ${id} --pool-fee 0.03 ${people}`);
  await ops('tariff:set', `--site ${site.replaceAll(' ', '_')} --price 0.04 ${people}`);
}

/** Two hours of an open day in which a site stood, and six of a closed one. */
async function creditOutage(app: TestApp, ops: (name: string, args: string) => Promise<void>): Promise<void> {
  const { rows } = await app.owner.query<{ site: string }>({
    text: `select site.name as site from machine join site on site.id = site_id where status = 'RUNNING' group by site.name order by count(*) desc, site.name limit 1`,
  });
  const site = rows[0]?.site.replaceAll(' ', '_');
  const people = '--by finance --approved-by approver --reason 机房停电';
  await ops(
    'outage:record',
    `--site ${site} --from 2026-03-10T01:00:00Z --to 2026-03-10T03:00:00Z --status REPAIR ${people}`,
  );
  await ops('outage:credit', `--site ${site} --from 2026-03-07T02:00:00Z --to 2026-03-07T08:00:00Z ${people}`);
}

/**
 * A queue of withdrawals that the policy approved, on a real PostgreSQL, bitcoind and signer process: paid together, up to 100 in a
 * transaction, beside the control that pays each by its own; what one of them costs in time, bytes, fee, signatures and requests.
 *
 * With `--per-minute` they arrive at that pace afterwards, while they are paid together: how deep and old the queue gets.
 *
 *     npm run bench -- payment-batches [--queue 100] [--rounds 2] [--per-minute 10000 --minutes 1]
 */
import diagnostics from 'node:diagnostics_channel';
import type { ClientRequest } from 'node:http';
import { parseArgs } from 'node:util';
import { signAutoApproved } from '../apps/server/src/features/payouts/sign/sign-auto-approved.ts';
import { paymentSigner } from '../apps/server/src/platform/chains/payment-signer.ts';
import type { TestCustomer } from '../apps/server/src/testing/app.ts';
import { startBitcoinPayoutFixture } from '../apps/server/src/testing/bitcoin-payout-fixture.ts';
import { runCommand } from '../apps/server/src/testing/commands.ts';
import { useTestPostgres } from '../apps/server/src/testing/harness.ts';
import { startTestPostgres } from '../apps/server/src/testing/test-postgres.ts';
import { startThrowawayPostgres } from '../apps/server/src/testing/throwaway-postgres.ts';
import { describeMachine, report } from './lib/figure.ts';
import { measureArrivals } from './payment-batches/arrivals.ts';

const { values } = parseArgs({
  options: {
    queue: { type: 'string' },
    rounds: { type: 'string' },
    'per-minute': { type: 'string' },
    minutes: { type: 'string' },
  },
});
const queue = Number(values.queue ?? 100);
const rounds = Number(values.rounds ?? 2);
const perMinute = Number(values['per-minute'] ?? 0);
const minutes = Number(values.minutes ?? 1);
const arrivals = Math.round(perMinute * minutes);
/** Of one a day: more than anybody asks for, and few enough that its own sum of the day is not what is measured. */
const mostOfCustomer = 100;
const customerCount = Math.max(5, Math.ceil(arrivals / mostOfCustomer));
const hourMs = 3_600_000;

const server = await startThrowawayPostgres(['fsync=on', 'full_page_writes=on', 'synchronous_commit=on']);
process.env.TEST_DATABASE_URL = server.url;
const { postgres, stop } = await startTestPostgres();
useTestPostgres(postgres);
console.log(`${describeMachine()}, ${rounds} rounds of ${queue} withdrawals each way`);

// The policy pays where people had paid a day before.
const world = await startBitcoinPayoutFixture({ now: new Date(Date.now() - 26 * hourMs) });
const { app } = world;
const payees: { customer: TestCustomer; address: string }[] = [];
for (let made = 0; made < customerCount; made += 1) {
  // An input for every ten of the queue, for every hundred of the arrivals: a node takes a second for some ten deposits.
  const deposits = [
    ...Array.from({ length: Math.ceil(queue / customerCount) + 2 }, () => '0.02'),
    ...Array.from({ length: Math.ceil(arrivals / 100 / customerCount) }, () => '0.2'),
  ];
  const customer = await world.customer(...deposits);
  const address = await world.receiver();
  await world.approve(await world.applied(customer, address, '0.01'));
  payees.push({ customer, address });
}
await app.runJobs();
await world.mine(4);
app.clock.advance({ hours: 26 });
const people = '--by admin --approved-by approver --reason bench';
const dayLimit = app.slices.settings.opsCommands['setting:change'];
const limited = await runCommand(app, dayLimit, `--key withdraw.day.BTC --value "100.00000000" ${people}`);
if (limited.exit !== 0) throw new Error(limited.failed.join());
const bounds = '--per-payment 0.01 --per-customer-day 1 --per-day 50 --known-days 1 --by admin --approved-by approver';
const ruled = await world.ops('withdrawal:rule', `--coin BTC ${bounds}`);
if (ruled.exit !== 0) throw new Error(ruled.failed.join());
await world.signer.setRule('bitcoin', { perPayment: '1000000', perDay: '10000000000' });

const requests = { node: 0, signer: 0 };
diagnostics.subscribe('http.client.request.start', (message) => {
  const { path } = (message as { request: ClientRequest }).request;
  if (path === '/sign') requests.signer += 1;
  else if (path === '/') requests.node += 1;
});

const guard = signAutoApproved(
  { database: app.database, clock: app.clock, withdrawals: app.slices.withdrawals.forPayouts },
  paymentSigner(world.signer.client),
);
const ways = {
  batched: world.payer({ sign: guard, batchLimit: async () => 100 }),
  alone: world.payer({ sign: guard }),
};

const count = async (phases: readonly string[]): Promise<number> => {
  const { rows } = await app.owner.query<{ count: number }>({
    text: 'select count(*)::int as count from withdrawal where phase = any($1::text[])',
    values: [phases],
  });
  return rows[0]?.count ?? 0;
};

interface Cost {
  msSigned: number;
  msFinal: number;
  transactions: number;
  inputs: number;
  bytes: number;
  fee: number;
  node: number;
  signer: number;
}

/** From approved to signed and sent, then to final: for one of them. */
async function drain({ tick }: { readonly tick: () => Promise<void> }): Promise<Cost> {
  const ids: string[] = [];
  for (let made = 0; made < queue; made += 1) {
    const { customer, address } = payees[made % payees.length] as (typeof payees)[number];
    const id = await world.applied(customer, address, '0.001');
    await (app.jobs['withdrawal-auto-approval'] as (payload: unknown) => Promise<void>)({ id });
    ids.push(id);
  }
  Object.assign(requests, { node: 0, signer: 0 });
  const start = performance.now();
  while ((await count(['APPROVED', 'SCREENING', 'SIGNING'])) > 0) await tick();
  await tick();
  const signed = performance.now();
  await world.bitcoind.mine(3);
  for (const watcher of app.slices.deposits.watchers) await watcher(app.clock.now());
  const sent = performance.now();
  for (let round = 0; (await count(['BROADCAST'])) > 0; round += 1) {
    if (round > 20) throw new Error('payments are not final');
    await tick();
  }
  const final = performance.now();
  const { rows } = await app.owner.query<{ transactions: number; inputs: number; bytes: number; fee: string }>({
    text: `select count(bytes)::int as transactions, sum(length(bytes) / 2)::int as bytes, sum(fee_paid)::text as fee,
             sum(jsonb_array_length(unsigned::jsonb -> 'outpoints'))::int as inputs
           from withdrawal_payment where withdrawal_id = any($1::bigint[]) and final_at is not null`,
    values: [ids],
  });
  const [{ transactions, inputs, bytes, fee } = { transactions: 0, inputs: 0, bytes: 0, fee: '0' }] = rows;
  const of = (value: number) => value / queue;
  return {
    msSigned: of(signed - start),
    msFinal: of(final - sent),
    transactions,
    inputs: of(inputs),
    bytes: of(bytes),
    fee: of(Number(fee)),
    node: of(requests.node),
    signer: of(requests.signer),
  };
}

const costs: Record<keyof typeof ways, Cost[]> = { batched: [], alone: [] };
for (let round = 0; round < rounds; round += 1)
  for (const way of ['alone', 'batched'] as const) {
    const cost = await drain(ways[way]);
    costs[way].push(cost);
    const figures = Object.entries(cost).map(([name, value]) => `${name} ${Number(value).toFixed(2)}`);
    console.log(`${way}: ${figures.join(', ')}`);
    // A day's bounds are for one way of one round.
    app.clock.advance({ hours: 24 });
  }
const arrived =
  arrivals === 0 ? [] : await measureArrivals({ world, payees, tick: ways.batched.tick, perMinute, minutes });
await world.assertBooks();
const differences = (await Promise.all(app.slices.payouts.replays.map((check) => check(app.database)))).flat();
console.log(`books: ${differences.length} differences`);
if (differences.length > 0) process.exitCode = 1;
const figure = (title: string, unit: string, field: keyof Cost, atMost: number) => ({
  title,
  unit,
  ours: costs.batched.map((cost) => cost[field]),
  yardstick: { name: 'each by its own', values: costs.alone.map((cost) => cost[field]) },
  atMost,
});
report([
  figure('screened, signed and sent', 'ms for each', 'msSigned', 1),
  figure('final and posted', 'ms for each', 'msFinal', 1),
  figure('fee', 'satoshi for each', 'fee', 0.7),
  figure('requests to the node', 'for each', 'node', 0.5),
  figure('signatures asked for', 'for each', 'signer', 0.5),
  ...arrived,
]);
await world.stop();
await stop();
await server.stop();

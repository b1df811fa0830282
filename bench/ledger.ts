/**
 * S1: the product's money calls beside pgbench on the same PostgreSQL, each beside a control in which nothing goes in groups and which
 * must be seen to be slow:
 *
 * (a) the ledger's call behind a withdrawal and a subscription alone, from one Node process, of 10,000 accounts
 * (b) the whole of both calls in process, as the role that serves customers
 * (c) withdrawals through HTTP, server and load each in a process of its own, of as many customers as (a) has callers, and of 64
 * (d) one account that 400 callers want: the ledger's call, and the whole subscription
 *
 * The funds password is exchanged for tokens and codes are sent before the race; what is measured is the rest of the call.
 *
 *     npm run bench -- ledger [--rounds 5] [--seconds 4] [--customers 100000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { assertBooksBalance } from '@lode/ledger';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { appLogin } from '../apps/server/src/platform/db/roles.ts';
import { costOfLoneCall } from './ledger/cost.ts';
import { moneyCallsOf } from './ledger/money-calls.ts';
import { seedMoneyCustomers } from './ledger/seed.ts';
import { ledgerCallsOf } from './ledger/transfers.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { builtPrograms } from './lib/built.ts';
import { describeMachine, type Figure, report } from './lib/figure.ts';
import { callsPerSecond } from './lib/load.ts';
import { pgbench } from './lib/pgbench.ts';
import { type Contestant, takeTurns } from './lib/rounds.ts';
import { startServer } from './lib/servers.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' }, customers: { type: 'string' } },
});
const rounds = Number(values.rounds ?? 5);
const seconds = Number(values.seconds ?? 4);
const customers = Number(values.customers ?? 100_000);
const connections = 16;
const accounts = Math.min(10_000, customers);
/** Requests that wait for the hot account at the same time. */
const waiting = 400;

const load = () => loadavg()[0]?.toFixed(1);
const server = await startBenchDatabase();
const publicUrl = await appLogin(server.ownerUrl, 'public');
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${connections} connections, load ${load()}`);
await seedMoneyCustomers(server.ownerUrl, customers);
const ledger = ledgerCallsOf(server.appUrl, { connections, accounts });
const { database, counted, alone, subscribe, withdraw } = await moneyCallsOf(publicUrl, { connections, customers });
const asOwner = async (text: string) => {
  const owner = openDatabase(server.ownerUrl, { max: 1 });
  await owner.query({ text });
  await owner.end();
};
const yardstick = await pgbench(server.adminUrl, connections);

for (const [name, call] of [
  ['withdrawal', withdraw],
  ['subscription', () => subscribe()],
] as const) {
  const { statements, transactions, microseconds } = await costOfLoneCall(counted, () => call());
  console.log(`a lone ${name}: ${statements} statements, ${transactions} transactions, ${microseconds} µs`);
}

const racing = (name: string, callers: number, call: () => Promise<void>): Contestant => ({
  name,
  run: (forSeconds) =>
    callsPerSecond(callers, forSeconds, async () => {
      await call();
      return 1;
    }),
});

const [httpServer = '', httpLoad = ''] = await builtPrograms(
  new URL('ledger/withdraw-server.ts', import.meta.url),
  new URL('ledger/withdraw-load.ts', import.meta.url),
);
const children: ReturnType<typeof fork>[] = [];
process.once('exit', () => children.forEach((child) => child.kill()));
/** From the customers' requests to their answers, each third customer's from `from` down. */
async function throughHttp(
  name: string,
  { port, from, callers }: { port: number; from: number; callers: number },
  ...control: string[]
): Promise<Contestant> {
  const generator = fork(httpLoad, [port, from, callers].map(String), { execArgv: [] });
  children.push(await startServer(httpServer, publicUrl, port, String(connections), ...control), generator);
  return {
    name,
    async run(forSeconds) {
      generator.send(forSeconds);
      const ended = once(generator, 'exit').then(() => Promise.reject(new Error('the load generator failed')));
      ended.catch(() => undefined);
      const [figure] = (await Promise.race([once(generator, 'message'), ended])) as [number];
      return figure;
    },
  };
}

interface Part {
  contestant: Contestant;
  limits: Pick<Figure, 'atLeast' | 'atMost'>;
  isBesidePgbench: boolean;
}
const beside = (contestant: Contestant, limits: Part['limits'] = {}): Part => ({
  contestant,
  limits,
  isBesidePgbench: true,
});
const byItself = (contestant: Contestant, limits: Part['limits'] = {}): Part => ({
  contestant,
  limits,
  isBesidePgbench: false,
});
const parts = [
  beside(
    racing('(a) ledger, withdrawals', connections, () => ledger.inGroup('withdrawal')),
    { atLeast: 1.5 },
  ),
  beside(
    racing('(a) ledger, subscriptions', connections, () => ledger.inGroup('subscription')),
    { atLeast: 1.5 },
  ),
  beside(
    racing('(a) control, withdrawals one by one: must miss it', connections, () => ledger.alone('withdrawal')),
    {
      atMost: 1.5,
    },
  ),
  beside(racing('(b) in process, withdrawals', connections, () => withdraw())),
  beside(racing('(b) in process, subscriptions', connections, () => subscribe())),
  beside(racing('(b) control, withdrawals one by one', connections, () => withdraw(alone))),
  beside(await throughHttp('(c) HTTP, withdrawals', { port: 8141, from: customers - 1, callers: connections }), {
    atLeast: 0.5,
  }),
  beside(await throughHttp('(c) HTTP, of 64 customers at once', { port: 8143, from: customers - 3, callers: 64 })),
  beside(
    await throughHttp(
      '(c) control, one by one: must miss it',
      { port: 8142, from: customers - 2, callers: connections },
      'alone',
    ),
    { atMost: 0.5 },
  ),
  byItself(
    racing('(d) one account, ledger', waiting, () => ledger.inGroup('subscription', true)),
    { atLeast: 10_000 },
  ),
  byItself(
    racing('(d) control, one by one: must miss it', waiting, () => ledger.alone('subscription', true)),
    {
      atMost: 10_000,
    },
  ),
  byItself(racing('(d) one account, subscriptions in process', waiting, () => subscribe(true))),
];
const results = await takeTurns([...parts.map(({ contestant }) => contestant), yardstick], {
  rounds,
  seconds,
  // As in a house that has run for a day: the tables are counted, and plans made while they were empty are not kept.
  afterWarmUp: () => asOwner('analyze'),
});
const of = ({ name }: Contestant) => results.get(name) ?? [];
report(
  parts.map(({ contestant, limits, isBesidePgbench }) => ({
    title: contestant.name,
    unit: '/s',
    ours: of(contestant),
    ...(isBesidePgbench && { yardstick: { name: yardstick.name, values: of(yardstick) } }),
    ...limits,
  })),
);
console.log(`load ${load()}`);
for (const child of children) child.kill();
await assertBooksBalance(ledger.database);
await Promise.all([database.end(), ledger.database.end()]);
await server.stop();

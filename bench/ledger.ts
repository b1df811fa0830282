/**
 * S1: the product's own money calls from one Node process over 16 connections, beside pgbench on the same PostgreSQL: a
 * withdrawal and a subscription of a random customer, and subscriptions of one customer, which queue on one account. The
 * funds password is exchanged for tokens and codes are sent before the race; what is measured is the rest of the call. Withdrawals
 * also through HTTP, server and load each in a process of its own.
 *
 *     npm run bench -- ledger [--rounds 5] [--seconds 10] [--customers 50000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { assertBooksBalance } from '@lode/ledger';
import { costOfLoneCall } from './ledger/cost.ts';
import { moneyCallsOf } from './ledger/money-calls.ts';
import { seedMoneyCustomers } from './ledger/seed.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { builtPrograms } from './lib/built.ts';
import { describeMachine, report } from './lib/figure.ts';
import { callsPerSecond } from './lib/load.ts';
import { pgbench } from './lib/pgbench.ts';
import { type Contestant, takeTurns } from './lib/rounds.ts';
import { startServer } from './lib/servers.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' }, customers: { type: 'string' } },
});
const rounds = Number(values.rounds ?? 5);
const seconds = Number(values.seconds ?? 10);
const customers = Number(values.customers ?? 50_000);
const connections = 16;
/** Requests that wait for the hot account at the same time. */
const waiting = 400;

const server = await startBenchDatabase();
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${connections} connections`);
await seedMoneyCustomers(server.ownerUrl, customers);
const { database, counted, subscribe, withdraw } = await moneyCallsOf(server.appUrl, { connections, customers });
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
const port = 8141;
const [httpServer = '', httpLoad = ''] = await builtPrograms(
  new URL('ledger/withdraw-server.ts', import.meta.url),
  new URL('ledger/withdraw-load.ts', import.meta.url),
);
const product = await startServer(httpServer, server.appUrl, port, String(connections));
const load = fork(httpLoad, [port, customers, connections].map(String), { execArgv: [] });
process.once('exit', () => [product, load].forEach((child) => child.kill()));
const throughHttp: Contestant = {
  name: 'withdrawals through HTTP',
  async run(forSeconds) {
    load.send(forSeconds);
    const ended = once(load, 'exit').then(() => Promise.reject(new Error('the load generator failed')));
    ended.catch(() => undefined);
    const [figure] = (await Promise.race([once(load, 'message'), ended])) as [number];
    return figure;
  },
};
const withdrawals = racing('withdrawals', connections, withdraw);
const subscriptions = racing('subscriptions', connections, () => subscribe());
const hotAccount = racing('hot account', waiting, () => subscribe(true));
const results = await takeTurns([withdrawals, subscriptions, throughHttp, yardstick, hotAccount], { rounds, seconds });
const of = ({ name }: Contestant) => results.get(name) ?? [];
const beside = { name: yardstick.name, values: of(yardstick) };
report([
  { title: 'withdrawals', unit: '/s', ours: of(withdrawals), yardstick: beside, atLeast: 1, aim: 1.5 },
  { title: throughHttp.name, unit: '/s', ours: of(throughHttp), yardstick: beside, atLeast: 0.5 },
  { title: 'subscriptions', unit: '/s', ours: of(subscriptions), yardstick: beside, atLeast: 1, aim: 1.5 },
  { title: `one account, ${waiting} waiting requests`, unit: '/s', ours: of(hotAccount), atLeast: 2000, aim: 10_000 },
]);
for (const child of [product, load]) child.kill();
await assertBooksBalance(counted);
await database.end();
await server.stop();

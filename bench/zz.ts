/**
 * S1: the product's own money calls from one Node process over 16 connections, beside pgbench on the same PostgreSQL: a
 * withdrawal and a subscription of a random customer, and subscriptions of one customer, which queue on one account. The
 * funds password is exchanged for tokens and codes are sent before the race; what is measured is the rest of the call.
 *
 *     npm run bench -- ledger [--rounds 5] [--seconds 10] [--customers 50000]
 */
import { parseArgs } from 'node:util';
import { assertBooksBalance } from '@lode/ledger';
import { costOfLoneCall } from './ledger/cost.ts';
import { moneyCallsOf } from './ledger/money-calls.ts';
import { seedMoneyCustomers } from './ledger/seed.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { describeMachine, report } from './lib/figure.ts';
import { callsPerSecond } from './lib/load.ts';
import { pgbench } from './lib/pgbench.ts';
import { type Contestant, takeTurns } from './lib/rounds.ts';

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


for (let i = 0; i < 3; i++) await withdraw();
const { rows } = await counted.query({ text: 'select 1' });
const orig = (counted as any);
process.env.SLOW = '1';
for (let i = 0; i < 3; i++) await withdraw();
process.exit(0);

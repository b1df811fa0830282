/**
 * S1: a whole money use case as the server does it, from one Node process over 16 connections, beside pgbench on the same
 * PostgreSQL; and the same on one account that everybody wants.
 *
 *     npm run bench -- ledger [--rounds 5] [--seconds 10]
 */
import { parseArgs } from 'node:util';
import { assertBooksBalance, waitingLine } from '@lode/ledger';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { apply, applyTogether, newWithdrawal, prepareWithdrawals } from './ledger/withdrawal.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { report } from './lib/figure.ts';
import { callsPerSecond } from './lib/load.ts';
import { describeMachine } from './lib/machine.ts';
import { pgbench } from './lib/pgbench.ts';
import { type Contestant, takeTurns } from './lib/rounds.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seconds: { type: 'string' } } });
const rounds = Number(values.rounds ?? 5);
const seconds = Number(values.seconds ?? 10);
const connections = 16;
/** Requests that wait for the hot account at the same time. */
const waiting = 400;

const server = await startBenchDatabase();
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${connections} connections`);
const database = openDatabase(server.appUrl, { max: connections });
await prepareWithdrawals(server.ownerUrl, database);
const yardstick = await pgbench(server.adminUrl, connections);

const useCase: Contestant = {
  name: 'use case',
  run: (forSeconds) =>
    callsPerSecond(connections, forSeconds, async () => {
      await apply(database, newWithdrawal());
      return 1;
    }),
};
const line = waitingLine(
  (withdrawals: readonly ReturnType<typeof newWithdrawal>[]) => applyTogether(database, withdrawals),
  ({ transfer }) => transfer.key,
);
const hotAccount: Contestant = {
  name: 'hot account',
  run: (forSeconds) =>
    callsPerSecond(waiting, forSeconds, async () => {
      await line(newWithdrawal(1));
      return 1;
    }),
};
const results = await takeTurns([useCase, yardstick, hotAccount], { rounds, seconds });
const of = ({ name }: Contestant) => results.get(name) ?? [];
report([
  {
    title: 'a money use case in one statement',
    unit: '/s',
    ours: of(useCase),
    yardstick: { name: yardstick.name, values: of(yardstick) },
    atLeast: 1,
    aim: 1.5,
  },
  { title: `one account, ${waiting} waiting requests`, unit: '/s', ours: of(hotAccount), atLeast: 2000, aim: 10_000 },
]);
await assertBooksBalance(database);
await database.end();
await server.stop();

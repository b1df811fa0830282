/**
 * Lists of the console with each filter, first part and one from the middle of the table on, of a database where what is rare is found last.
 * Each is planned as a connection that has served for a while keeps its plans.
 *
 *     npm run bench -- lists [--rows 400000] [--rounds 5]
 */
import { parseArgs } from 'node:util';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { appLogin } from '../apps/server/src/platform/db/roles.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { describeMachine, type Figure, report } from './lib/figure.ts';
import { casesOf } from './lists/cases.ts';
import { seedLists } from './lists/seed.ts';

const { values } = parseArgs({ options: { rows: { type: 'string' }, rounds: { type: 'string' } } });
const rows = Number(values.rows ?? 400_000);
const rounds = Number(values.rounds ?? 5);
/** PostgreSQL plans a prepared statement for its values five times, then perhaps no more. */
const roundsBefore = 6;
const longestMs = 50;

const server = await startBenchDatabase(['shared_buffers=512MB', 'max_wal_size=8GB']);
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${rows.toLocaleString('en-US')} rows a table`);
await seedLists(server.ownerUrl, rows);
// As the product opens what the staff reads by.
const database = openDatabase(await appLogin(server.ownerUrl, 'staff'), { max: 1, statementMs: 10_000 });

const figures = casesOf(database, rows).flatMap(({ title, read, from }) => [
  { title: `${title}, first part`, run: () => read(null), took: [] as number[] },
  ...(from === null ? [] : [{ title: `${title}, far down`, run: () => read([from]), took: [] as number[] }]),
]);
for (let round = -roundsBefore; round < rounds; round++)
  for (const { run, took } of figures) {
    const started = performance.now();
    await run();
    if (round >= 0) took.push(performance.now() - started);
  }
report(figures.map(({ title, took }): Figure => ({ title, unit: 'ms', ours: took, atMost: longestMs })));
await database.end();
await server.stop();

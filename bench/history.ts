/**
 * Postings of one more day beside history: 200,000 lines in batches, as a close posts them, into a ledger whose month has begun, without any
 * history and with many rows in the months before. The control has the same rows in the month itself, as if there were no months.
 *
 *     npm run bench -- history [--history 10000000] [--rounds 5] [--customers 100000]
 */
import { parseArgs } from 'node:util';
import { openMonth } from '@lode/ledger';
import { type Database, openDatabase } from '../apps/server/src/platform/db/database.ts';
import { dayOfPostings, fillHistory, openAccounts } from './history/days.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { describeMachine, report } from './lib/figure.ts';
import { takeTurns } from './lib/rounds.ts';

const { values } = parseArgs({
  options: { history: { type: 'string' }, rounds: { type: 'string' }, customers: { type: 'string' } },
});
const history = Number(values.history ?? 10_000_000);
const rounds = Number(values.rounds ?? 5);
const customers = Number(values.customers ?? 100_000);

/** Each on a server of its own: what one writes later must not be in the other's way. */
async function ledgerWith(name: string, rowsOf: (month: number) => number) {
  const server = await startBenchDatabase(['shared_buffers=256MB', 'max_wal_size=4GB']);
  const database = openDatabase(server.appUrl, { max: 1 });
  await openAccounts(database, customers);
  const owner = openDatabase(server.ownerUrl, { max: 1 });
  for (let month = 1; month <= 12; month++) {
    await openMonth(database, `2026-${String(month).padStart(2, '0')}-01`);
    await fillHistory(owner, { rows: Math.round(rowsOf(month)), customers, month });
  }
  await owner.query({ text: 'vacuum analyze' });
  await owner.query({ text: 'checkpoint' }).catch(() => undefined);
  await owner.end();
  const written: number[] = [];
  return {
    name,
    written,
    async run() {
      const before = await walOf(database);
      const started = performance.now();
      await dayOfPostings(database, customers);
      const seconds = (performance.now() - started) / 1000;
      written.push((await walOf(database)) - before);
      return seconds;
    },
    async stop() {
      await database.end();
      await server.stop();
    },
  };
}

async function walOf(database: Database): Promise<number> {
  const { rows } = await database.query<{ bytes: string }>({
    text: `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1048576 as bytes`,
  });
  return Number(rows[0]?.bytes);
}

console.log(`${describeMachine()}, ${history.toLocaleString('en-US')} postings of history`);
const none = await ledgerWith('no history', () => 0);
const months = await ledgerWith('history in the months before', (month) => (month < 12 ? history / 11 : 0));
const oneTable = await ledgerWith('control: history in the same month', (month) => (month === 12 ? history : 0));
const all = [none, months, oneTable];
const results = await takeTurns(all, { rounds, warmUpSeconds: 1 });
const of = ({ name }: { name: string }) => results.get(name) ?? [];
const beside = { name: none.name, values: of(none) };
report([
  { title: `a day with ${months.name}`, unit: 's', ours: of(months), yardstick: beside, atMost: 1.1 },
  { title: oneTable.name, unit: 's', ours: of(oneTable), yardstick: beside, atLeast: 1.1 },
  ...all.map(({ name, written }) => ({ title: `log written, ${name}`, unit: 'MB', ours: written.slice(1) })),
]);
for (const one of all) await one.stop();

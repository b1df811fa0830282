/**
 * S5: lists of a customer with a million rows in tables of ten million, through the queries of their routes with all their
 * joins: page 10,000 by cursor and random deep pages beside page 1.
 *
 *     npm run bench -- pages [--rows 10000000] [--page 10000] [--samples 60]
 */
import { parseArgs } from 'node:util';
import { readLedger } from '../apps/server/src/features/wallet/ledger-records.store.ts';
import { readOutputs } from '../apps/server/src/features/wallet/outputs.store.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { describeMachine, type Figure, report } from './lib/figure.ts';
import { type List, measurePages, pageSize } from './pages/list.ts';
import { bigCustomer, seedPages } from './pages/seed.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string' }, page: { type: 'string' }, samples: { type: 'string' } },
});
const rows = Number(values.rows ?? 10_000_000);
const deepPage = Number(values.page ?? 10_000);
const samples = Number(values.samples ?? 60);

const server = await startBenchDatabase(['shared_buffers=512MB', 'max_wal_size=8GB']);
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${rows.toLocaleString('en-US')} rows a table`);
await seedPages(server.ownerUrl, server.appUrl, rows);
const database = openDatabase(server.appUrl, { max: 1 });

const place = { limit: pageSize + 1, offset: 0 };
const outputs: List<Awaited<ReturnType<typeof readOutputs>>[number], [string, string, string]> = {
  title: 'outputs',
  read: (after) => readOutputs(database, bigCustomer, {}, { after, ...place }),
  cursorOf: ({ date, machineId, coin }) => [date, String(machineId), coin],
};
const records: List<Awaited<ReturnType<typeof readLedger>>[number], [string, string]> = {
  title: 'ledger records',
  read: (after) => readLedger(database, bigCustomer, {}, { after, ...place }),
  cursorOf: ({ transferId, line }) => [String(transferId), String(line)],
};
report([...(await figuresOf(outputs)), ...(await figuresOf(records))]);
await database.end();
await server.stop();

async function figuresOf<Row, Cursor>(list: List<Row, Cursor>): Promise<Figure[]> {
  const { first, deep, random } = await measurePages(list, { measuredPage: deepPage, samples });
  const beside = (title: string, ours: number[]): Figure => ({
    title: `${list.title}, ${title}`,
    unit: 'ms',
    ours,
    yardstick: { name: 'page 1', values: first },
    atMost: 1.2,
  });
  return [beside(`page ${deepPage.toLocaleString('en-US')}`, deep), beside('random page up to it', random)];
}

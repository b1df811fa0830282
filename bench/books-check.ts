/**
 * What checking and replaying all books costs after closed days of many machines: seconds, postings per second, and the memory of the
 * checking process and of PostgreSQL's own, beside a single count of the postings.
 *
 *     npm run bench -- books-check [--machines 100000] [--days 10]
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays } from '../apps/server/src/platform/clock/clock.ts';
import { projectFolder } from '../apps/server/src/platform/project-folder.ts';
import { anonymousMemoryOf } from './books-check/memory.ts';
import { firstDay, seedMachines } from './day-close/seed.ts';
import { report } from './lib/figure.ts';
import { closeOnce, type Night, startNightServer } from './lib/night.ts';

const { values } = parseArgs({ options: { machines: { type: 'string' }, days: { type: 'string' } } });
const machines = Number(values.machines ?? 100_000);
const days = Number(values.days ?? 10);

const server = await startNightServer();
await seedMachines(server.ownerUrl, server.adminUrl, machines, days);
const night: Pick<Night, 'worker'> = {
  worker: (date, concurrency) => ['bench/day-close/worker.ts', date, String(concurrency)],
};
for (let day = 0; day < days; day++) await closeOnce(server, night, addDays(firstDay, day));

const admin = new pg.Client({ connectionString: server.adminUrl });
await admin.connect();
await admin.query('vacuum analyze');
const counted = performance.now();
const { rows } = await admin.query<{ postings: string }>('select count(*) as postings from ledger.posting');
const countSeconds = (performance.now() - counted) / 1000;
const postings = Number(rows[0]?.postings);
await admin.end();

const child = spawn(process.execPath, ['--import', 'tsx', 'bench/books-check/worker.ts'], {
  cwd: projectFolder,
  env: { ...process.env, DATABASE_URL: server.appUrl },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let said = '';
child.stdout.on('data', (chunk: Buffer) => {
  said += chunk;
});
let databaseMib = 0;
const sampling = setInterval(() => {
  databaseMib = Math.max(databaseMib, anonymousMemoryOf('postgres'));
}, 500);
const code = await new Promise((resolve) => child.on('close', resolve));
clearInterval(sampling);
if (code !== 0) throw new Error(`the check ended with ${String(code)}`);
const { seconds, memoryMib, differences, slowest } = JSON.parse(said) as {
  seconds: number;
  memoryMib: number;
  differences: string[];
  slowest: string[];
};
console.log(`${postings.toLocaleString('en-US')} postings of ${days} days, counted in ${countSeconds.toFixed(1)} s`);
console.log(`slowest: ${slowest.join(', ')}`);
for (const difference of differences) console.log(difference);
report([
  { title: 'replay of the books', unit: 'postings/s', ours: [postings / seconds] },
  { title: 'memory of the checking process', unit: 'MiB', ours: [memoryMib], atMost: 300 },
  { title: 'memory of all PostgreSQL processes, without shared buffers', unit: 'MiB', ours: [databaseMib] },
]);
await server.stop();

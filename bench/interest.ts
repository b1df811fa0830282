/**
 * S3: a day's interest as the product does it (interest, value dates, arrivals, tie-out, seal; every guard on), beside the
 * bare INSERT … SELECT of the same rows on the same PostgreSQL.
 *
 *     npm run bench -- interest [--positions 1000000] [--rounds 3]
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays, startOfBusinessDay } from '../apps/server/src/platform/clock/clock.ts';
import { projectFolder } from '../apps/server/src/platform/project-folder.ts';
import { redeemSome, seedPositions, subscribed, vacuum } from './interest/seed.ts';
import { type Written, writeBare } from './interest/yardstick.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { type Figure, report } from './lib/figure.ts';
import { describeMachine } from './lib/machine.ts';

const { values } = parseArgs({ options: { positions: { type: 'string' }, rounds: { type: 'string' } } });
const positions = Number(values.positions ?? 1_000_000);
const rounds = Number(values.rounds ?? 3);
const positionsPerBatch = 10_000;

/** Who closes a day: one worker on one connection, one as the product runs it, and two of those at once. */
const crews = [
  { name: 'one worker, one lane', workers: 1, lanes: 1 },
  { name: 'one worker', workers: 1, lanes: 2 },
  { name: 'two workers', workers: 2, lanes: 1 },
] as const;
type Crew = (typeof crews)[number];

/** A server with memory for its work; the yardstick has it too. */
const settings = ['shared_buffers=1GB', 'max_wal_size=16GB', 'checkpoint_timeout=1h'];
const server = await startBenchDatabase(settings);
console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${settings.join(', ')}`);
const adminUrl = inBench(server.adminUrl);
await seedPositions(server.ownerUrl, adminUrl, positions);
await close(crews[1], subscribed);
await close(crews[1], addDays(subscribed, 1));
await vacuum(adminUrl);

const ours = new Map<string, number[]>(crews.map(({ name }) => [name, []]));
const bare = new Map<string, number[]>(crews.map(({ name }) => [name, []]));
let memoryMib = 0;
let day = addDays(subscribed, 2);
for (let round = 0; round < rounds; round++) {
  for (const crew of crews) {
    await redeemSome(server.ownerUrl, day);
    const closed = await close(crew, day);
    const written = await writeBare(adminUrl, day);
    ours.get(crew.name)?.push(written.postings / closed.seconds);
    bare.get(crew.name)?.push(written.postings / written.seconds);
    memoryMib = Math.max(memoryMib, closed.memoryMib);
    console.log(describe(crew, day, closed.seconds, written));
    day = addDays(day, 1);
  }
}
report(crews.map(figureOf).concat({ title: 'memory of a worker', unit: 'MiB', ours: [memoryMib], atMost: 300 }));
await server.stop();

function figureOf({ name }: Crew): Figure {
  return {
    title: `interest of ${positions.toLocaleString('en-US')} positions, ${name}`,
    unit: 'postings/s',
    ours: ours.get(name) ?? [],
    yardstick: { name: 'bare INSERT', values: bare.get(name) ?? [] },
    // The figure is asked of a worker as it runs; the other crews are told beside it.
    ...(name === 'one worker' ? { atLeast: 0.75 } : {}),
  };
}

function describe({ name }: Crew, date: string, seconds: number, { postings, seconds: bareSeconds }: Written): string {
  return `${date} ${name}: ${postings} postings in ${seconds.toFixed(1)} s, bare in ${bareSeconds.toFixed(1)} s`;
}

async function close({ workers, lanes }: Crew, date: string): Promise<{ seconds: number; memoryMib: number }> {
  await once('checkpoint');
  const started = performance.now();
  const done = await Promise.all(Array.from({ length: workers }, () => work(date, lanes)));
  const waited = (performance.now() - started) / 1000;
  for (const result of done) {
    if (result.outcome === 'refused') throw new Error(`the day did not close: ${JSON.stringify(result)}`);
  }
  // Starting a process is no part of closing a day; with two, the longer one is what a customer waits for.
  return {
    seconds: Math.min(waited, Math.max(...done.map(({ seconds }) => seconds))),
    memoryMib: Math.max(...done.map((one) => one.memoryMib)),
  };
}

interface Done {
  outcome: string;
  seconds: number;
  memoryMib: number;
}

function work(date: string, lanes: number): Promise<Done> {
  const now = new Date(startOfBusinessDay(addDays(date, 1)).getTime() + 600_000).toISOString();
  const words = [
    'apps/server/src/testing/savings-closing-process.ts',
    date,
    now,
    String(lanes),
    String(positionsPerBatch),
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', ...words], {
      cwd: projectFolder,
      env: { ...process.env, DATABASE_URL: server.appUrl },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(JSON.parse(said)) : reject(new Error(`a worker ended with ${code}`)),
    );
  });
}

async function once(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query(statement);
  await client.end();
}

function inBench(url: string): string {
  const bench = new URL(url);
  bench.pathname = '/bench';
  return bench.href;
}

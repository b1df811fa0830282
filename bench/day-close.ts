/**
 * S2: the close of a mining day as the product does it (outputs, electricity, tie-out, seal; every guard on), beside the
 * bare INSERT … SELECT of the same rows on the same PostgreSQL.
 *
 *     npm run bench -- day-close [--machines 1000000] [--rounds 3]
 */
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { addDays } from '../apps/server/src/platform/clock/clock.ts';
import { projectFolder } from '../apps/server/src/platform/project-folder.ts';
import { firstDay, seedMachines } from './day-close/seed.ts';
import { type Written, writeBare } from './day-close/yardstick.ts';
import { startBenchDatabase } from './lib/bench-database.ts';
import { type Figure, report } from './lib/figure.ts';
import { describeMachine } from './lib/machine.ts';

const { values } = parseArgs({ options: { machines: { type: 'string' }, rounds: { type: 'string' } } });
const machines = Number(values.machines ?? 1_000_000);
const rounds = Number(values.rounds ?? 3);

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
await seedMachines(server.ownerUrl, adminUrl, machines, rounds * crews.length);

const ours = new Map<string, number[]>(crews.map(({ name }) => [name, []]));
const bare = new Map<string, number[]>(crews.map(({ name }) => [name, []]));
let memoryMib = 0;
let day = firstDay;
for (let round = 0; round < rounds; round++) {
  for (const crew of crews) {
    const closed = await close(crew, day);
    const written = await writeBare(adminUrl, day);
    push(ours, crew, written.postings / closed.seconds);
    push(bare, crew, written.postings / written.seconds);
    memoryMib = Math.max(memoryMib, closed.memoryMib);
    console.log(describe(crew, day, closed.seconds, written));
    day = addDays(day, 1);
  }
}
report(crews.map(figureOf).concat({ title: 'memory of a worker', unit: 'MiB', ours: [memoryMib], atMost: 300 }));
await server.stop();

function push(rates: Map<string, number[]>, { name }: Crew, rate: number): void {
  rates.get(name)?.push(rate);
}

function figureOf({ name }: Crew): Figure {
  return {
    title: `day close of ${machines.toLocaleString('en-US')} machines, ${name}`,
    unit: 'postings/s',
    ours: ours.get(name) ?? [],
    yardstick: { name: 'bare INSERT', values: bare.get(name) ?? [] },
    // The figure is asked of a worker as it runs; the other crews are told beside it.
    ...(name === 'one worker' ? { atLeast: 0.75, aim: 0.9 } : {}),
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
  for (const { result } of done) {
    if (result.outcome === 'refused') throw new Error(`the day did not close: ${JSON.stringify(result)}`);
  }
  // Starting a process is no part of closing a day; with two, the longer one is what a customer waits for.
  return {
    seconds: Math.min(waited, Math.max(...done.map(({ seconds }) => seconds))),
    memoryMib: Math.max(...done.map((one) => one.memoryMib)),
  };
}

interface Done {
  seconds: number;
  memoryMib: number;
  result: { outcome: string };
}

function work(date: string, lanes: number): Promise<Done> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'bench/day-close/worker.ts', date, String(lanes)], {
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

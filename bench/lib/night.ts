/** How the run of a night is measured: crews of workers close day after day, each beside the bare rows of that day. */

import { spawn } from 'node:child_process';
import pg from 'pg';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { projectFolder } from '../../apps/server/src/platform/project-folder.ts';
import type { Written } from './bare-rows.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';
import { describeMachine, type Figure } from './figure.ts';

/** Who closes a day: one worker on one connection, one as the product runs it, and two of those at once. */
const crews = [
  { name: 'one worker, one lane', workers: 1, concurrency: 1 },
  { name: 'one worker', workers: 1, concurrency: 2 },
  { name: 'two workers', workers: 2, concurrency: 1 },
] as const;
type Crew = (typeof crews)[number];
export const crewCount = crews.length;
const worker = crews[1];

/** A server with memory for its work; the yardstick has it too. */
const settings = ['shared_buffers=1GB', 'max_wal_size=16GB', 'checkpoint_timeout=1h'];

export interface Night {
  /** What is closed, for the title of a figure: `interest of 1,000,000 positions`. */
  title: string;
  atLeast: number;
  aim?: number;
  /** The arguments of node for one worker that closes `date`; it prints what `Done` says. */
  worker(date: string, concurrency: number): string[];
  writeBare(adminUrl: string, date: string): Promise<Written>;
}

interface Done {
  outcome: string;
  seconds: number;
  memoryMib: number;
}

export type NightServer = BenchDatabase;

/** The superuser's address leads into the measured database. */
export async function startNightServer(): Promise<NightServer> {
  const server = await startBenchDatabase(settings);
  console.log(`${describeMachine()}, PostgreSQL ${server.version}, ${settings.join(', ')}`);
  const adminUrl = new URL(server.adminUrl);
  adminUrl.pathname = '/bench';
  return { ...server, adminUrl: adminUrl.href };
}

/** One day closed by one worker as the product runs it: a warm-up. */
export async function closeOnce(server: NightServer, night: Night, date: string): Promise<void> {
  await close(server, night, worker, date);
}

/** Every crew closes one day a round, from `firstDay` on; `before` is what the customers do on a day, and is not measured. */
export async function measureNights(
  server: NightServer,
  night: Night,
  { rounds, firstDay, before }: { rounds: number; firstDay: string; before?: (date: string) => Promise<void> },
): Promise<Figure[]> {
  const ours = crews.map((): number[] => []);
  const bare = crews.map((): number[] => []);
  let memoryMib = 0;
  let date = firstDay;
  for (let round = 0; round < rounds; round++) {
    for (const [i, crew] of crews.entries()) {
      await before?.(date);
      const closed = await close(server, night, crew, date);
      const written = await night.writeBare(server.adminUrl, date);
      ours[i]?.push(written.postings / closed.seconds);
      bare[i]?.push(written.postings / written.seconds);
      memoryMib = Math.max(memoryMib, closed.memoryMib);
      const [seconds, bareSeconds] = [closed.seconds, written.seconds].map((value) => value.toFixed(1));
      console.log(`${date} ${crew.name}: ${written.postings} postings in ${seconds} s, bare in ${bareSeconds} s`);
      date = addDays(date, 1);
    }
  }
  const figures = crews.map((crew, i) => ({
    title: `${night.title}, ${crew.name}`,
    unit: 'postings/s',
    ours: ours[i] ?? [],
    yardstick: { name: 'bare INSERT', values: bare[i] ?? [] },
    // The figure is that of the default worker; the other crews are printed beside it.
    ...(crew === worker ? { atLeast: night.atLeast, ...(night.aim === undefined ? {} : { aim: night.aim }) } : {}),
  }));
  return [...figures, { title: 'memory of a worker', unit: 'MiB', ours: [memoryMib], atMost: 300 }];
}

async function close(
  { adminUrl, appUrl }: NightServer,
  night: Night,
  { workers, concurrency }: Crew,
  date: string,
): Promise<{ seconds: number; memoryMib: number }> {
  await checkpoint(adminUrl);
  const started = performance.now();
  const args = night.worker(date, concurrency);
  const done = await Promise.all(Array.from({ length: workers }, () => work(args, appUrl)));
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

function work(args: string[], databaseUrl: string): Promise<Done> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
      cwd: projectFolder,
      env: { ...process.env, DATABASE_URL: databaseUrl },
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

async function checkpoint(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

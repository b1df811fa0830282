/** How the run of a night is measured: crews of workers close day after day, each beside the bare rows of that day. */

import { spawn } from 'node:child_process';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { addDays } from '../../apps/server/src/platform/clock/clock.ts';
import { projectFolder } from '../../apps/server/src/platform/project-folder.ts';
import type { Written } from './bare-rows.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';
import { builtPrograms } from './built.ts';
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

/** A quarter of the memory for its buffers, as PostgreSQL's manual advises; the yardstick has them too. */
const settings = [
  `shared_buffers=${Math.floor(totalmem() / 4 / 2 ** 20)}MB`,
  'max_wal_size=16GB',
  'checkpoint_timeout=1h',
];

export interface Night {
  /** What is closed, for the title of a figure: `interest of 1,000,000 positions`. */
  title: string;
  atLeast: number;
  aim?: number;
  /** What a run closes, for its speed: machines or positions. */
  unit: string;
  count: number;
  /** The source of a program, and its arguments, for one worker that closes `date`; it prints what `Done` says. */
  worker(date: string, concurrency: number): [source: string, ...args: string[]];
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
export async function closeOnce(server: NightServer, night: Pick<Night, 'worker'>, date: string): Promise<void> {
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
      ours[i]?.push(night.count / closed.seconds);
      bare[i]?.push(night.count / written.seconds);
      memoryMib = Math.max(memoryMib, closed.memoryMib);
      const [seconds, bareSeconds] = [closed.seconds, written.seconds].map((value) => value.toFixed(1));
      console.log(`${date} ${crew.name}: ${written.postings} postings in ${seconds} s, bare in ${bareSeconds} s`);
      date = addDays(date, 1);
    }
  }
  const figures = crews.map((crew, i) => ({
    title: `${night.title}, ${crew.name}`,
    unit: `${night.unit}/s`,
    ours: ours[i] ?? [],
    yardstick: { name: 'bare INSERT', values: bare[i] ?? [] },
    // The figure is that of the default worker; the other crews are printed beside it.
    ...(crew === worker ? { atLeast: night.atLeast, ...(night.aim === undefined ? {} : { aim: night.aim }) } : {}),
  }));
  return [...figures, { title: 'memory of a worker', unit: 'MiB', ours: [memoryMib], atMost: 300 }];
}

/** Two databases that differ in the days behind them; both may be closed by the same night. */
export interface Growth {
  young: NightServer;
  old: NightServer;
  /** Of the old one. */
  history: number;
}

interface DaysOfGrowth {
  rounds: number;
  firstDay: string;
  /** What the customers do on a day; it is not measured. */
  before?: (server: NightServer, date: string) => Promise<void>;
  control: (server: NightServer, isOn: boolean) => Promise<void>;
}

/**
 * The same day with one day behind it and with many, by the default worker, in turns: what the days behind cost. Each day of the old
 * database stands beside the bare rows of that day too. `control` makes both slow with their history, for one day more.
 */
export async function measureGrowth(
  { young, old, history }: Growth,
  night: Night,
  { rounds, firstDay, before, control }: DaysOfGrowth,
): Promise<Figure[]> {
  const seconds = { young: [] as number[], old: [] as number[], bare: [] as number[] };
  let date = firstDay;
  let memoryMib = 0;
  const closeBoth = async () => {
    for (const server of [young, old]) await before?.(server, date);
    const first = seconds.old.length % 2 === 0 ? young : old;
    const second = first === young ? old : young;
    const closed = new Map([[first, await close(first, night, worker, date)]]);
    closed.set(second, await close(second, night, worker, date));
    const [ofYoung, ofOld] = [closed.get(young), closed.get(old)] as [Closed, Closed];
    console.log(
      `${date} one worker: ${ofYoung.seconds.toFixed(1)} s with a day behind it, ${ofOld.seconds.toFixed(1)} s with ${history}`,
    );
    return { ofYoung, ofOld };
  };
  for (let round = 0; round < rounds; round++, date = addDays(date, 1)) {
    const { ofYoung, ofOld } = await closeBoth();
    const written = await night.writeBare(old.adminUrl, date);
    seconds.young.push(ofYoung.seconds);
    seconds.old.push(ofOld.seconds);
    seconds.bare.push(written.seconds);
    memoryMib = Math.max(memoryMib, ofOld.memoryMib);
  }
  for (const server of [young, old]) await control(server, true);
  const slow = await closeBoth();
  for (const server of [young, old]) await control(server, false);
  const title = `${night.title} on top of ${history} days`;
  const speed = (all: number[]) => all.map((one) => night.count / one);
  return [
    {
      title,
      unit: `${night.unit}/s`,
      ours: speed(seconds.old),
      yardstick: { name: 'bare INSERT', values: speed(seconds.bare) },
      atLeast: night.atLeast,
      ...(night.aim === undefined ? {} : { aim: night.aim }),
    },
    {
      title: `${title}, growth`,
      unit: 's',
      ours: seconds.old,
      yardstick: { name: 'day 2', values: seconds.young },
      atMost: 1.1,
    },
    {
      title: `${title}, growth with a guard that reads history (control): must be seen`,
      unit: 's',
      ours: [slow.ofOld.seconds],
      yardstick: { name: 'day 2', values: [slow.ofYoung.seconds] },
      atLeast: 1.1,
    },
    { title: `${title}, memory of a worker`, unit: 'MiB', ours: [memoryMib], atMost: 300 },
  ];
}

interface Closed {
  seconds: number;
  memoryMib: number;
}

async function close(
  { adminUrl, appUrl }: NightServer,
  night: Pick<Night, 'worker'>,
  { workers, concurrency }: Crew,
  date: string,
): Promise<Closed> {
  const [source, ...values] = night.worker(date, concurrency);
  const args = [await builtOnce(source), ...values];
  await checkpoint(adminUrl);
  const started = performance.now();
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

const built = new Map<string, Promise<string[]>>();

/** A loader of TypeScript would count into the memory of a worker. */
async function builtOnce(source: string): Promise<string> {
  const building = built.get(source) ?? builtPrograms(pathToFileURL(join(projectFolder, source)));
  built.set(source, building);
  const [program = ''] = await building;
  return program;
}

function work(args: string[], databaseUrl: string): Promise<Done> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
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

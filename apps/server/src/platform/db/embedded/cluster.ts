import { spawn } from 'node:child_process';
import { openSync } from 'node:fs';
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Binaries } from './binaries.ts';
import { isAlive } from './is-alive.ts';
import type { RunAs } from './system-user.ts';

const superuser = 'postgres';

export interface ClusterFolder {
  /** What initdb fills. */
  folder: string;
  binaries: Binaries;
  runAs: RunAs;
  /** The superuser's password. */
  password: string;
  /** Where the server writes its messages. */
  logFile: string;
  /** Extra settings, as `name=value`. */
  settings?: string[];
}

/** Creates an empty PostgreSQL. The same collation everywhere, whatever the machine's locale is. */
export async function initialiseCluster(cluster: ClusterFolder): Promise<void> {
  await mkdir(cluster.folder, { recursive: true, mode: 0o700 });
  await giveTo(cluster.folder, cluster.runAs);
  const secretFolder = await mkdtemp(join(cluster.folder, '..', 'initdb-'));
  const secretFile = join(secretFolder, 'password');
  await writeFile(secretFile, cluster.password, { mode: 0o600 });
  await giveTo(secretFolder, cluster.runAs);
  await giveTo(secretFile, cluster.runAs);
  try {
    await initdb(cluster, secretFile);
  } finally {
    await rm(secretFolder, { recursive: true, force: true });
  }
}

async function giveTo(path: string, { uid, gid }: RunAs): Promise<void> {
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
}

function initdb(cluster: ClusterFolder, secretFile: string): Promise<void> {
  const options = [
    `--pgdata=${cluster.folder}`,
    `--username=${superuser}`,
    `--pwfile=${secretFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  return new Promise((resolve, reject) => {
    const child = spawn(cluster.binaries.initdb, options, { ...cluster.runAs, stdio: ['ignore', 'ignore', 'pipe'] });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`initdb failed: ${complaint.trim()}`))));
  });
}

export interface RunningCluster {
  port: number;
  pid: number;
}

/** Starts the server on loopback and waits until it answers. It is detached: who started it decides when it ends. */
export async function startCluster(cluster: ClusterFolder, port?: number): Promise<RunningCluster> {
  const chosen = port ?? (await freePort());
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${chosen}`,
    'unix_socket_directories=',
    ...(cluster.settings ?? []),
  ];
  const log = openSync(cluster.logFile, 'a', 0o600);
  const child = spawn(cluster.binaries.postgres, ['-D', cluster.folder, ...settings.flatMap((line) => ['-c', line])], {
    ...cluster.runAs,
    detached: true,
    stdio: ['ignore', log, log],
  });
  const ended: { reason: string | null } = { reason: null };
  child.on('error', (error) => {
    ended.reason = error.message;
  });
  child.on('exit', (code, signal) => {
    ended.reason = `it ended with ${code ?? signal}`;
  });
  child.unref();
  while (ended.reason === null) {
    if (await answers(chosen, cluster.password)) return { port: chosen, pid: child.pid as number };
    await sleep(20);
  }
  throw new Error(`PostgreSQL did not start: ${ended.reason}; see ${cluster.logFile}`);
}

export function clusterUrl(port: number, password: string, database = 'postgres', user = superuser): string {
  return `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

async function answers(port: number, password: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: clusterUrl(port, password), connectionTimeoutMillis: 2000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The server that runs on this folder, by the file it keeps there; null when none does. */
export async function runningCluster(folder: string): Promise<RunningCluster | null> {
  const text = await readFile(pidFile(folder), 'utf8').catch(() => '');
  const [pidLine = '', , , portLine = ''] = text.split('\n');
  const pid = Number.parseInt(pidLine, 10);
  const port = Number.parseInt(portLine, 10);
  if (!Number.isInteger(pid) || !(await isServerOf(folder, pid))) return null;
  // It writes its port a moment after its id.
  return Number.isInteger(port) ? { pid, port } : null;
}

const pidFile = (folder: string) => join(folder, 'postmaster.pid');

/** After a restart of the machine or container the id in an old file may belong to any process. */
async function isServerOf(folder: string, pid: number): Promise<boolean> {
  if (!isAlive(pid)) return false;
  if (process.platform !== 'linux') return true;
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return command.split('\0').includes(folder);
}

const politeMs = 20_000;

/** Ends the server (fast: open transactions are rolled back) and waits until it has ended; after a while at all costs. */
export async function stopCluster(folder: string): Promise<void> {
  const running = await runningCluster(folder);
  if (!running) return;
  process.kill(running.pid, 'SIGINT');
  const deadline = Date.now() + politeMs;
  let isForced = false;
  while (await isServerOf(folder, running.pid)) {
    if (!isForced && Date.now() > deadline) {
      process.kill(running.pid, 'SIGQUIT');
      isForced = true;
    }
    await sleep(20);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

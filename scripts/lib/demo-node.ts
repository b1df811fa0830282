// What the demo's nodes have in common: each is a process of its own that keeps its chain in DATA_DIR. A killed start leaves it
// running, and the next start adopts it.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isAlive, root } from './project.mjs';

const longestEndMs = 20_000;

export interface DemoNodeOptions {
  dataDir: string;
  program?: string | null;
  blockSeconds?: number;
}

/** What node.json keeps. */
export interface KnownNode {
  url: string;
  pid: number;
}

export interface DemoNode extends KnownNode {
  isTakenOver: boolean;
  stop(): Promise<void>;
}

export interface NodeKind<Known extends KnownNode> {
  /** Its folder in DATA_DIR. */
  name: string;
  /** Whether the known node answers, and is the one of this data. */
  isRunning(known: Known): Promise<boolean>;
}

/** The running node of this data, else what `start` starts in its folder. It ends with this process. */
export async function adoptOrStart<Known extends KnownNode>(
  dataDir: string,
  kind: NodeKind<Known>,
  start: (folder: string) => Promise<Known>,
): Promise<Known & { folder: string; isTakenOver: boolean }> {
  const folder = join(dataDir, kind.name);
  await mkdir(folder, { recursive: true });
  const running = await runningNode(dataDir, kind);
  const node = running ?? (await start(folder));
  startedPids.add(node.pid);
  return { ...node, folder, isTakenOver: running !== null };
}

/** Ends the node of a DATA_DIR whose server is gone, so that its chain can be deleted. */
export async function stopOrphan<Known extends KnownNode>(dataDir: string, kind: NodeKind<Known>): Promise<void> {
  const node = await runningNode(dataDir, kind);
  if (node) await endNode(node);
}

async function runningNode<Known extends KnownNode>(dataDir: string, kind: NodeKind<Known>): Promise<Known | null> {
  const known = await readJson<Known>(join(dataDir, kind.name, 'node.json'));
  return known && (await kind.isRunning(known)) ? known : null;
}

const startedPids = new Set<number>();
process.once('exit', () => {
  for (const pid of startedPids) kill(pid);
});

/** A node of its own process group; `failed` rejects when it cannot be started. */
export function spawnNode(program: string, args: string[], output: 'ignore' | number = 'ignore') {
  const options = { cwd: root, detached: true, stdio: ['ignore' as const, output, output] };
  const child: ChildProcess = spawn(program, args, options);
  child.unref();
  const pid = child.pid as number;
  if (pid) startedPids.add(pid);
  const failed = new Promise<never>((_, reject) => child.once('error', reject));
  failed.catch(() => undefined);
  return { child, pid, failed };
}

export async function endNode({ pid }: Pick<KnownNode, 'pid'>): Promise<void> {
  startedPids.delete(pid);
  kill(pid);
  await waitForExit(pid);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It has ended already.
  }
}

/** Resolves when the process has ended, or after the longest time that an end takes. */
export async function waitForExit(pid: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < longestEndMs && isAlive(pid); waitedMs += 50) await pause(50);
}

/** Does `work` again and again: after `everyMs`, or later where it takes long. A node that does not answer is the watcher's to report. */
export function keepDoing(everyMs: number, work: () => Promise<void>): { stop(): void } {
  let timer: NodeJS.Timeout;
  const next = (afterMs: number) => {
    timer = setTimeout(async () => {
      const started = performance.now();
      await work().catch(() => undefined);
      next(Math.max(everyMs, (performance.now() - started) * 20));
    }, afterMs).unref();
  };
  next(everyMs);
  return { stop: () => clearTimeout(timer) };
}

/** Replaces the file at once: a process that is killed meanwhile leaves the old content. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null for a missing or unreadable file. */
export async function readJson<Content>(file: string): Promise<Content | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content;
  } catch {
    return null;
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

// Plain JavaScript that needs nothing but Node.js: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

export const root = join(import.meta.dirname, '..', '..');

/**
 * Runs a program from the project's root; resolves with its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 * @returns {Promise<number>}
 */
export function run(command, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    process.on('SIGTERM', forward);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGTERM', forward);
      resolve(code ?? (signal ? 1 : 0));
    });
  });
}

/**
 * Like `run`, but any exit code other than 0 ends this program with it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions} [options]
 */
export async function mustRun(command, args, options) {
  const code = await run(command, args, options);
  if (code !== 0) process.exit(code);
}

/** One hash over the contents and names of files and, recursively, folders. Missing ones count as empty. */
export async function hashOf(paths, isCounted = () => true) {
  const hash = createHash('sha256').update(process.version);
  for (const file of (await Promise.all(paths.map((path) => filesBelow(path)))).flat().sort()) {
    if (isCounted(file)) hash.update(`\0${file}\0`).update(await readFile(join(root, file)));
  }
  return hash.digest('hex');
}

async function filesBelow(path) {
  const found = await stat(join(root, path)).catch(() => null);
  if (!found) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(join(root, path), { withFileTypes: true });
  const nested = entries
    .filter((entry) => entry.name !== 'node_modules')
    .map((entry) => filesBelow(join(path, entry.name)));
  return (await Promise.all(nested)).flat();
}

/** Whether the stamp file is there and, where `expected` is given, holds it. */
export async function holdsStamp(stampFile, expected) {
  const found = await readFile(join(root, stampFile), 'utf8').catch(() => null);
  return found !== null && (expected === undefined || found === expected);
}

/** Does `work` unless the stamp file already holds `expected`; one process at a time. */
export async function onceFor(stampFile, expected, work) {
  const isDone = () => holdsStamp(stampFile, expected);
  if (await isDone()) return;
  await withLock(async () => {
    if (await isDone()) return;
    await work();
    await writeFile(join(root, stampFile), expected);
  });
}

const lockFolder = join(root, '.cache', 'prepare.lock');

async function withLock(work) {
  await mkdir(join(root, '.cache'), { recursive: true });
  while (!(await takeLock())) await pause(200);
  try {
    await work();
  } finally {
    await rm(lockFolder, { recursive: true, force: true });
  }
}

async function takeLock() {
  try {
    await mkdir(lockFolder);
    await writeFile(join(lockFolder, 'pid'), String(process.pid));
    return true;
  } catch {
    // A process that was killed leaves its lock behind.
    const holder = Number(await readFile(join(lockFolder, 'pid'), 'utf8').catch(() => '0'));
    if (holder > 0 && !isAlive(holder)) await rm(lockFolder, { recursive: true, force: true });
    return false;
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Processes of the set-up: started by this run, ended by their ids, each with its output in a file of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunAs } from '../../apps/server/src/platform/db/embedded/system-user.ts';

export interface Started {
  name: string;
  pid: number;
  /** Null while it runs. */
  ended(): string | null;
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Program {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  logFile: string;
  env: Record<string, string>;
  runAs?: RunAs;
}

export function start({ name, command, args, cwd, logFile, env, runAs = {} }: Program): Started {
  const output = openSync(logFile, 'a');
  const child: ChildProcess = spawn(command, args, {
    cwd,
    // Nothing of the caller's environment leaks in.
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', output, output],
    // An interrupt of the terminal ends the run, and the run ends them in order.
    detached: true,
    ...runAs,
  });
  let ended: string | null = null;
  const end = new Promise<void>((resolve) => {
    child.once('error', (error) => {
      ended = error.message;
      resolve();
    });
    child.once('exit', (code, signal) => {
      ended = `ended with ${code ?? signal}, see ${logFile}`;
      resolve();
    });
  });
  return {
    name,
    pid: child.pid ?? 0,
    ended: () => ended,
    async end(signal) {
      if (ended === null) child.kill(signal);
      await end;
    },
  };
}

/** A command that must succeed: what it printed. */
export async function runToEnd(program: Omit<Program, 'logFile'>): Promise<string> {
  const { code, output } = await outcomeOf(program);
  if (code !== 0) throw new Error(`${program.name} ended with ${code}: ${output}`);
  return output;
}

export function outcomeOf({ command, args, cwd, env, runAs = {} }: Omit<Program, 'logFile'>) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const options = { cwd, env: { PATH: process.env.PATH, ...env }, ...runAs };
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

/** The process of a PostgreSQL and all of its children; empty when it does not run. */
export function postgresProcesses(dataFolder: string): number[] {
  let postmaster: number;
  try {
    postmaster = Number(readFileSync(`${dataFolder}/postmaster.pid`, 'utf8').split('\n')[0]);
  } catch {
    return [];
  }
  const parents = parentsOf();
  return [postmaster, ...[...parents].filter(([, parent]) => parent === postmaster).map(([pid]) => pid)].filter((pid) =>
    parents.has(pid),
  );
}

function parentsOf(): Map<number, number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      // The name in parentheses may hold spaces.
      const parent = /\) \S (\d+) /.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))?.[1];
      parents.set(Number(name), Number(parent));
    } catch {
      // It ended meanwhile.
    }
  }
  return parents;
}

export function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
}

/** Asks until the answer is good; names what it waited for when it never was. */
export async function until<T>(what: string, seconds: number, ask: () => Promise<T | null>, everyMs = 100): Promise<T> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const answer = await ask().catch(() => null);
    if (answer !== null) return answer;
    if (performance.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`);
    await pause(everyMs);
  }
}

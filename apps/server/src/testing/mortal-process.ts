/** A script of the tests as a process of its own, which ends itself with SIGKILL at a named failpoint. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { projectFolder } from '../platform/project-folder.ts';
import { bundled } from './bundled.ts';

export interface Ended {
  signal: NodeJS.Signals | null;
  code: number | null;
  /** The result that it printed; null of one that was killed. */
  outcome: string | null;
  complaint: string;
}

type Work = (words: string[]) => Promise<Ended>;

/** What `mortalProcess` answers starts one with these arguments and tells how it ended. */
export async function mortalProcess(
  source: string,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<Work> {
  const script = await bundled(source);
  return (words) => start([script, ...words], { ...environment, DATABASE_URL: databaseUrl }).ended;
}

/**
 * The same of a script that reads its words, a list in JSON, from its standard input: while one works, the next one reads its
 * sources. `end` ends the one that waits.
 */
export async function mortalProcesses(
  source: string,
  databaseUrl: string,
  environment: Record<string, string> = {},
): Promise<{ work: Work; readonly end: () => void }> {
  const script = await bundled(source);
  const next = () => start([script], { ...environment, DATABASE_URL: databaseUrl });
  let waiting = next();
  return {
    work(words) {
      const { child, ended } = waiting;
      child.stdin.end(JSON.stringify(words));
      waiting = next();
      return ended;
    },
    end: () => void waiting.child.kill(),
  };
}

function start(words: string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, words, { cwd: projectFolder, env: { ...process.env, ...environment } });
  // A process that ended before it got its task is reported by its exit.
  child.stdin.on('error', () => undefined);
  return { child, ended: endOf(child) };
}

function endOf(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  return new Promise((resolve, reject) => {
    let said = '';
    let complaint = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    child.stderr.on('data', (chunk: Buffer) => {
      complaint += chunk;
    });
    child.on('error', reject);
    child.on('close', (code, signal) =>
      resolve({ signal, code, outcome: said === '' ? null : JSON.parse(said).outcome, complaint }),
    );
  });
}

import { type ChildProcess, spawn } from 'node:child_process';
import { projectFolder } from '../platform/project-folder.ts';

type Environment = Record<string, string>;

export interface Ended {
  code: number | null;
  output: string;
}

export interface RunningServer {
  /** `http://127.0.0.1:…` */
  address: string;
  /** Everything it said so far. */
  output(): string;
  /** Sends the signal and waits for the end. */
  end(signal: NodeJS.Signals): Promise<Ended>;
}

const startMs = 60_000;

/** A real server process from source, as `npm start` runs it from the bundle. Resolves when it says that it is ready. */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const { child, output, ended } = launch('apps/server/src/main.ts', [], { PORT: '0', ...environment });
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline) {
    const address = /is ready on (http:\S+)/.exec(output())?.[1];
    if (address) return { address, output, end: (signal) => (child.kill(signal), ended) };
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`the server was not ready in time:\n${output()}`);
}

/** A start that is expected to end by itself. */
export function runServer(environment: Environment): Promise<Ended> {
  return launch('apps/server/src/main.ts', [], { PORT: '0', ...environment }).ended;
}

export function runCommand(environment: Environment, ...args: string[]): Promise<Ended> {
  return launch('apps/server/src/cli.ts', args, environment).ended;
}

function launch(file: string, args: string[], environment: Environment) {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', file, ...args], {
    cwd: projectFolder,
    // Nothing of the surrounding test run may leak in.
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (text += chunk));
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, output: text })));
  return { child, output: () => text, ended };
}

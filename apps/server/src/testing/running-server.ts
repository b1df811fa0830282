import { type ChildProcess, spawn } from 'node:child_process';
import { projectFolder } from '../platform/project-folder.ts';
import { bundled } from './bundled.ts';

type Environment = Record<string, string>;

export interface Ended {
  code: number | null;
  output: string;
}

export interface RunningServer {
  /** `http://127.0.0.1:…` */
  address: string;
  /** Everything it said so far. */
  readonly output: () => string;
  /** Sends the signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Promise<Ended>;
}

const startMs = 60_000;

/** A real server process, bundled as `npm start` runs it. Resolves when it says that it is ready. */
export async function startServer(environment: Environment): Promise<RunningServer> {
  const { child, output, ended } = await launch('apps/server/src/main.ts', [], {
    PORT: '0',
    CONSOLE_PORT: '0',
    ...environment,
  });
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
export async function runServer(environment: Environment): Promise<Ended> {
  return (await launch('apps/server/src/main.ts', [], { PORT: '0', CONSOLE_PORT: '0', ...environment })).ended;
}

export async function runCommand(environment: Environment, ...args: string[]): Promise<Ended> {
  return (await launch('apps/server/src/cli.ts', args, environment)).ended;
}

async function launch(source: string, args: string[], environment: Environment) {
  const child: ChildProcess = spawn(process.execPath, [await bundled(source), ...args], {
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

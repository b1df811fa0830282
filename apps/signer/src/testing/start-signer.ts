import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Approval,
  type ApprovalRequest,
  type Approver,
  approve,
  type SignerClient,
  signerClient,
  signerLocation,
} from '@lode/signing';
import { afterAll } from 'vitest';
import { bundleSigner } from './bundle.ts';

/** Built once per test file. */
let bundle: ReturnType<typeof bundleSigner> | null = null;
afterAll(async () => (await bundle)?.remove());

/** A real signer process with its own folder and two enrolled approvers. */
export interface TestSigner {
  folder: string;
  environment: Record<string, string>;
  client: SignerClient;
  approvers: Record<'finance' | 'approver', Approver>;
  /** Approvals of both people. */
  approvals(approvalRequest: ApprovalRequest, now?: Date): Promise<Approval[]>;
  /** Starts that program; resolves when it is ready. */
  start(name?: ProgramName): Promise<void>;
  /** All that it has printed since its start. */
  output(): string;
  /** Resolves when it has printed this. */
  until(text: string): Promise<void>;
  kill(): Promise<void>;
  /** Runs a command of the signer to its end. */
  command(args: string[], environment?: Record<string, string>): Promise<{ code: number; output: string }>;
  close(): Promise<void>;
}

export const passphrase = 'Lode@Console1';

type ProgramName = 'main' | 'stops-after-journal-process';

export async function prepareSigner(changes: Record<string, string> = {}): Promise<TestSigner> {
  bundle ??= bundleSigner();
  const programs = await bundle;
  const folder = await mkdtemp(join(tmpdir(), 'lode-signer-'));
  const environment = { DEMO: '1', DATA_DIR: folder, SIGNER_DEMO_PASSPHRASE: passphrase, ...changes };
  const location = signerLocation(environment, folder);
  let child: ChildProcess | null = null;
  let output = '';
  let onOutput: () => void = () => undefined;

  const run = (name: ProgramName, args: string[], env: Record<string, string>): ChildProcess =>
    spawn(process.execPath, [programs.program(name), ...args], {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
  const listenTo = (process: ChildProcess): void => {
    for (const stream of [process.stdout, process.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        onOutput();
      });
    }
  };
  const approvers: Partial<TestSigner['approvers']> = {};

  const signer: TestSigner = {
    folder: location.folder,
    environment,
    client: signerClient(location),
    approvers: approvers as TestSigner['approvers'],
    async approvals(approvalRequest, now = new Date()) {
      const { finance, approver } = signer.approvers;
      return [
        await approve(finance, passphrase, approvalRequest, now),
        await approve(approver, passphrase, approvalRequest, now),
      ];
    },
    async start(name = 'main') {
      output = '';
      child = run(name, [], environment);
      listenTo(child);
      await signer.until('signer is ready');
      const sealed = join(location.folder, 'demo-approvers.json');
      const people = JSON.parse(await readFile(sealed, 'utf8').catch(() => '[]')) as Approver[];
      for (const one of people) approvers[one.name as 'finance'] = one;
    },
    output: () => output,
    until: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (output.includes(text)) resolve();
        };
        onOutput = look;
        child?.once('exit', (code) => reject(new Error(`the signer ended with ${code}: ${output}`)));
        look();
      }),
    kill: () => ended(child, 'SIGKILL'),
    async command(args, env = {}) {
      const one = run('main', args, { ...environment, ...env });
      let printed = '';
      for (const stream of [one.stdout, one.stderr])
        stream?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const code = await new Promise<number>((resolve) => one.once('close', (status) => resolve(status ?? -1)));
      return { code, output: printed };
    },
    async close() {
      await ended(child, 'SIGTERM');
      await rm(folder, { recursive: true, force: true });
    },
  };
  return signer;
}

export async function startSigner(changes: Record<string, string> = {}): Promise<TestSigner> {
  const signer = await prepareSigner(changes);
  await signer.start();
  return signer;
}

function ended(child: ChildProcess | null, signal: NodeJS.Signals): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.removeAllListeners('exit');
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}

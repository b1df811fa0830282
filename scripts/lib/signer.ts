// The demo's signer: a separate process beside the server, with keys made for this DATA_DIR. It ends with its parent, also when
// the parent was killed; what it signed stands in its journal.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { root } from './project.mjs';

interface SignerOptions {
  dataDir: string;
  environment?: Record<string, string>;
  print?: (line: string) => void;
  program?: string;
}

export interface DemoSigner {
  pid: number;
  hotAddresses: Record<string, string>;
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<unknown>;
  stop(): Promise<unknown>;
}

const longestStartMs = 30_000;

/**
 * Starts the signer of a DATA_DIR and resolves when it answers. `environment` names the chains (`BITCOIN_CHAIN`,
 * `EVM_CHAIN_ID`, `EVM_USDT_CONTRACT`). Each line that it prints goes to `print`; the lines `hot NETWORK ADDRESS` name its hot
 * wallet. Throws with the signer's own message when it does not start.
 */
export async function startDemoSigner({
  dataDir,
  environment = {},
  print = () => undefined,
  program = join(root, 'dist', 'signer', 'main.js'),
}: SignerOptions): Promise<DemoSigner> {
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: root,
    env: { ...process.env, ...environment, DATA_DIR: dataDir, SIGNER_ENDS_WITH_INPUT: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    // An interrupt of the terminal reaches the whole group; the signer ends after the server, by its input.
    detached: true,
  });
  const hotAddresses: Record<string, string> = {};
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2000);
  });
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the signer does not answer')), longestStartMs);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(complaint.trim() || `the signer ended with ${code}`)));
    forEachLine(child.stdout, (line) => {
      const [, network, address] = /^hot (\S+) (\S+)$/.exec(line) ?? [];
      if (network && address) hotAddresses[network] = address;
      print(line);
      if (line === 'signer serves') {
        clearTimeout(timer);
        resolve();
      }
    });
  });
  try {
    await ready;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr])
    (stream as unknown as { unref?: () => void }).unref?.();
  return {
    pid: child.pid as number,
    hotAddresses,
    ended,
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

function forEachLine(stream: Readable, use: (line: string) => void): void {
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) use(line);
  });
}

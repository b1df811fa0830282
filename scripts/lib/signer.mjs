// The demo's signer: a process of its own beside the server, with keys that were made for this DATA_DIR. It ends with whoever
// started it, also when that was killed; what it signed stands in its journal.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from './project.mjs';

const longestStartMs = 30_000;

/**
 * Starts the signer of a DATA_DIR and resolves when it answers. `environment` carries what the server is told of the chains
 * (`BITCOIN_CHAIN`, `EVM_CHAIN_ID`, `EVM_USDT_CONTRACT`). What it prints goes on to `print`, a line each; the lines
 * `hot NETWORK ADDRESS` are its hot wallet's. Throws with its own words when it does not start.
 */
export async function startDemoSigner({
  dataDir,
  environment = {},
  print = () => undefined,
  program = join(root, 'dist', 'signer', 'main.js'),
}) {
  const child = spawn(process.execPath, [program, 'serve'], {
    cwd: root,
    env: { ...process.env, ...environment, DATA_DIR: dataDir, SIGNER_ENDS_WITH_INPUT: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
    // An interrupt of the terminal reaches the whole group; the signer ends after the server, by its input.
    detached: true,
  });
  const hotAddresses = {};
  let complaint = '';
  child.stderr.on('data', (chunk) => {
    complaint = (complaint + chunk).slice(-2000);
  });
  const isReady = new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the signer does not answer')), longestStartMs);
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(complaint.trim() || `the signer ended with ${code}`)));
    forEachLine(child.stdout, (line) => {
      const [, network, address] = /^hot (\S+) (\S+)$/.exec(line) ?? [];
      if (network) hotAddresses[network] = address;
      print(line);
      if (line === 'signer serves') {
        clearTimeout(timer);
        resolve();
      }
    });
  });
  try {
    await isReady;
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.unref();
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.unref?.();
  return {
    pid: child.pid,
    hotAddresses,
    /** Resolves when it has ended; when nobody stopped it, something is wrong. */
    ended,
    stop() {
      child.stdin.end();
      return ended;
    },
  };
}

function forEachLine(stream, use) {
  let rest = '';
  stream.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) use(line);
  });
}

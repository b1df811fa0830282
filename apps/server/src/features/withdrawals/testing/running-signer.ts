import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SignerClient, signerClient, signerPlace } from '@lode/signing';
import { projectFolder } from '../../../platform/project-folder.ts';

export interface RunningSigner {
  dataDir: string;
  client: SignerClient;
  /** For controls: ends it, throws its memory of what it signed away, and starts it once more. */
  forget(): Promise<void>;
  stop(): Promise<void>;
}

/** The product's own signer as the demo starts it: a process of its own, known only by its socket. */
export async function startSigner(): Promise<RunningSigner> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lode-signer-'));
  const environment = { DEMO: '1', DATA_DIR: dataDir };
  const place = signerPlace(environment, dataDir);
  const start = async (): Promise<ChildProcess> => {
    const main = join(projectFolder, 'apps', 'signer', 'src', 'main.ts');
    const child = spawn(process.execPath, ['--import', 'tsx', main], {
      cwd: projectFolder,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    await ready(child);
    return child;
  };
  let child = await start();
  return {
    dataDir,
    client: signerClient(place),
    async forget() {
      await ended(child);
      await rm(join(place.folder, 'journal'));
      child = await start();
    },
    async stop() {
      await ended(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await new Promise((resolve) => child.once('exit', resolve));
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('signer is ready')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', (code) => reject(new Error(`the signer ended with ${code}: ${said}`)));
  });
}

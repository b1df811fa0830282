import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { seal, unseal } from '@lode/signing';
import { SetupError } from './config.ts';
import { writeDurably } from './policy.ts';

const purpose = 'lode signer keys';
const seedBytes = 64;

/** All keys of the house come from one seed; so do the codes that guard the signer's own files. */
export interface Secrets {
  seed: Buffer;
  journalKey: Buffer;
  policyKey: Buffer;
}

/** Makes a file with a fresh seed. Never over one that is there: with it would go everything that it holds. */
export async function createKeyFile(file: string, passphrase: string, N?: number): Promise<void> {
  if ((await read(file)) !== null) throw new SetupError(`${file} is there already`);
  const sealed = await seal(randomBytes(seedBytes), passphrase, purpose, N);
  await writeDurably(file, `${JSON.stringify({ version: 1, seed: sealed })}\n`);
}

/** Null when there is no such file. Throws `WrongPassphrase`. */
export async function openKeyFile(file: string, passphrase: string): Promise<Secrets | null> {
  const text = await read(file);
  if (text === null) return null;
  const { version, seed: sealed } = JSON.parse(text) as { version?: unknown; seed?: unknown };
  if (version !== 1 || typeof sealed !== 'string') throw new SetupError(`${file} is no key file of this version`);
  const seed = await unseal(sealed, passphrase, purpose);
  const derived = (name: string): Buffer => Buffer.from(hkdfSync('sha256', seed, '', `lode signer ${name}`, 32));
  return { seed, journalKey: derived('journal'), policyKey: derived('policy') };
}

async function read(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { seal, unseal } from '@lode/signing';
import { SetupError } from './config.ts';
import { writeDurably } from './durable-file.ts';

const purpose = 'lode signer keys';
const seedBytes = 64;

/** All keys derive from one seed, and so do the HMAC keys of journal and policy. */
export interface Secrets {
  seed: Buffer;
  journalKey: Buffer;
  policyKey: Buffer;
}

/** Writes a new seed, or a restored one. Never overwrites a file: the funds under its keys would be lost. */
export async function createKeyFile(
  file: string,
  passphrase: string,
  { N, seed = randomBytes(seedBytes) }: { N?: number; seed?: Buffer } = {},
): Promise<void> {
  if ((await read(file)) !== null) throw new SetupError(`${file} exists and is not overwritten`);
  if (seed.length !== seedBytes) throw new SetupError(`a seed has ${seedBytes} bytes, this one ${seed.length}`);
  const sealed = await seal(seed, passphrase, purpose, N);
  await writeDurably(file, `${JSON.stringify({ version: 1, seed: sealed })}\n`);
}

/** Null when there is no such file. Throws `WrongPassphrase`. */
export async function openKeyFile(file: string, passphrase: string): Promise<Secrets | null> {
  const text = await read(file);
  if (text === null) return null;
  const { version, seed: sealed } = JSON.parse(text) as { version?: unknown; seed?: unknown };
  if (version !== 1 || typeof sealed !== 'string') throw new SetupError(`${file} is not a key file of version 1`);
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

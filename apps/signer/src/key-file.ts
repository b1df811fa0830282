import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { seal, unseal } from '@lode/signing';
import { SetupError, type TokenSettings } from './config.ts';
import { writeDurably } from './durable-file.ts';
import { unwrapSecret, type Wrapped, wrapNewSecret } from './token/token.ts';

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
export async function openKeyFile(
  file: string,
  passphrase: string,
  token: TokenSettings | null = null,
): Promise<Secrets | null> {
  const text = await read(file);
  if (text === null) return null;
  const seed = await openSeed(file, text, passphrase, token);
  const derived = (name: string): Buffer => Buffer.from(hkdfSync('sha256', seed, '', `lode signer ${name}`, 32));
  return { seed, journalKey: derived('journal'), policyKey: derived('policy') };
}

/** Seals the same seed by passphrase and token, or by the passphrase alone. The new content is proved to open before it is written. */
export async function resealKeyFile(
  file: string,
  passphrase: string,
  token: TokenSettings | null,
  isByToken: boolean,
): Promise<void> {
  const text = await read(file);
  if (text === null) throw new SetupError(`${file} does not exist: create it with the signer's command init`);
  const seed = await openSeed(file, text, passphrase, token);
  const made = isByToken && token ? await wrapNewSecret(token) : null;
  const sealed = await seal(seed, made ? joined(passphrase, made.secret) : passphrase, purpose);
  const content = made ? { version: 2, token: made.wrapped, seed: sealed } : { version: 1, seed: sealed };
  const changed = `${JSON.stringify(content)}\n`;
  if (!(await openSeed(file, changed, passphrase, token)).equals(seed))
    throw new SetupError('the new key file does not open: the old one stays');
  await writeDurably(file, changed);
}

/** Version 2 is sealed by a token as well. */
async function openSeed(file: string, text: string, passphrase: string, token: TokenSettings | null): Promise<Buffer> {
  const content = JSON.parse(text) as { version?: unknown; seed?: unknown; token?: Wrapped };
  const { version, seed } = content;
  if ((version !== 1 && version !== 2) || typeof seed !== 'string')
    throw new SetupError(`${file} is not a key file of version 1 or 2`);
  if (version === 1) return unseal(seed, passphrase, purpose);
  if (token === null || !content.token)
    throw new SetupError(
      `${file} is sealed by a PKCS#11 token: set SIGNER_PKCS11_MODULE and the token's other settings`,
    );
  return unseal(seed, joined(passphrase, await unwrapSecret(token, content.token)), purpose);
}

/** One passphrase of both: neither half opens anything alone. */
function joined(passphrase: string, secret: Buffer): string {
  return `${secret.toString('base64')} ${passphrase}`;
}

async function read(file: string): Promise<string | null> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}

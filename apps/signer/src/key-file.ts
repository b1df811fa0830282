import { hkdfSync, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { seal, unseal } from '@lode/signing';
import { SetupError, type TokenSettings } from './config.ts';
import { writeDurably } from './durable-file.ts';
import { unwrapSecret, type Wrapped, wrapNewSecret } from './token/token.ts';

const purpose = 'lode signer keys';
const seedBytes = 64;

/** All keys derive from a seed, and the HMAC keys of journal and policy always from the first one. */
export interface Secrets {
  seed: Buffer;
  /** Later generations, in their order; one that is not current yet as well. */
  later?: readonly Buffer[];
  journalKey: Buffer;
  policyKey: Buffer;
}

/** Writes a new seed, or a restored one. Never overwrites a file: the funds under its keys would be lost. */
export async function createKeyFile(
  file: string,
  passphrase: string,
  { N, seeds = [randomBytes(seedBytes)] }: { N?: number; seeds?: readonly Buffer[] } = {},
): Promise<void> {
  if ((await read(file)) !== null) throw new SetupError(`${file} exists and is not overwritten`);
  const wrong = seeds.find((seed) => seed.length !== seedBytes);
  if (wrong || seeds.length === 0) throw new SetupError(`a seed has ${seedBytes} bytes, this one ${wrong?.length}`);
  const sealed = await seal(Buffer.concat(seeds), passphrase, purpose, N);
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
  const [seed, ...later] = split(file, await openSeeds(file, text, passphrase, token));
  const derived = (name: string): Buffer => Buffer.from(hkdfSync('sha256', seed, '', `lode signer ${name}`, 32));
  return { seed, later, journalKey: derived('journal'), policyKey: derived('policy') };
}

/** Adds a random seed as the next generation, under the same seals, and returns it. */
export async function addGeneration(
  file: string,
  passphrase: string,
  token: TokenSettings | null,
  N?: number,
): Promise<Buffer> {
  const seed = randomBytes(seedBytes);
  await rewrite(file, passphrase, token, { isByToken: null, change: (seeds) => Buffer.concat([seeds, seed]), N });
  return seed;
}

/** Seals the same seeds by passphrase and token, or by the passphrase alone. The new content is proved to open before it is written. */
export async function resealKeyFile(
  file: string,
  passphrase: string,
  token: TokenSettings | null,
  isByToken: boolean,
): Promise<void> {
  await rewrite(file, passphrase, token, { isByToken, change: (seeds) => seeds });
}

/** `isByToken` null: sealed as it was. */
async function rewrite(
  file: string,
  passphrase: string,
  token: TokenSettings | null,
  { isByToken, change, N }: { isByToken: boolean | null; change: (seeds: Buffer) => Buffer; N?: number | undefined },
): Promise<void> {
  const text = await read(file);
  if (text === null) throw new SetupError(`${file} does not exist: create it with the signer's command init`);
  const seeds = change(await openSeeds(file, text, passphrase, token));
  const made = (isByToken ?? 'token' in JSON.parse(text)) && token ? await wrapNewSecret(token) : null;
  const sealed = await seal(seeds, made ? joined(passphrase, made.secret) : passphrase, purpose, N);
  const content = made ? { version: 2, token: made.wrapped, seed: sealed } : { version: 1, seed: sealed };
  const changed = `${JSON.stringify(content)}\n`;
  if (!(await openSeeds(file, changed, passphrase, token)).equals(seeds))
    throw new SetupError('the new key file does not open: the old one stays');
  await writeDurably(file, changed);
}

/** Version 2 is sealed by a token as well. */
async function openSeeds(file: string, text: string, passphrase: string, token: TokenSettings | null): Promise<Buffer> {
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

/** The seeds of all generations stand one after the other. */
function split(file: string, seeds: Buffer): [Buffer, ...Buffer[]] {
  const count = seeds.length / seedBytes;
  const [first, ...later] = Array.from({ length: Math.floor(count) }, (_, at) =>
    seeds.subarray(at * seedBytes, (at + 1) * seedBytes),
  );
  if (!first || !Number.isInteger(count)) throw new SetupError(`${file} holds no whole seeds`);
  return [first, ...later];
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

import { createHmac, randomBytes } from 'node:crypto';
import { mkdir, open, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../config/config.ts';

/** Null unless a pepper is being replaced: what was made with the one before still works. */
export function previousPepperOf({ previousPasswordPepper: text }: Config): Buffer | null {
  return text === null ? null : Buffer.from(text, 'utf8');
}

/** The secret in front of every password hash: given, or made once and kept beside the data. Throws `ConfigError` when others can reach it there. */
export async function loadPepper({ passwordPepper, dataDir }: Config): Promise<Buffer> {
  if (passwordPepper !== null) return Buffer.from(passwordPepper, 'utf8');
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'password-pepper');
  // The first writer decides; all others read.
  await writeFile(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    },
  );
  if (((await stat(dataDir)).mode & othersMayWrite) !== 0)
    throw new ConfigError(`DATA_DIR=${dataDir}: other users may write to it: chmod o-w`);
  const handle = await open(file, 'r');
  try {
    if (((await handle.stat()).mode & othersMayReadOrWrite) !== 0)
      throw new ConfigError(`${file}: other users may read or write it: chmod o-rw`);
    return Buffer.from(await handle.readFile('utf8'), 'utf8');
  } finally {
    await handle.close();
  }
}

const [othersMayWrite, othersMayReadOrWrite] = [0o002, 0o006];

/** Tells two peppers apart without telling either: kept in the database, so that a lost pepper is noticed at the start. */
export function pepperFingerprint(pepper: Buffer): Buffer {
  return createHmac('sha256', pepper).update('lode pepper fingerprint').digest();
}

/** Names in a hash the pepper that it was made with: the beginning of the fingerprint. */
export function pepperId(pepper: Buffer): string {
  return pepperFingerprint(pepper).subarray(0, 6).toString('base64');
}

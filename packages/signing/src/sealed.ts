import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { sealCost } from './seal-cost.ts';

/** Upper bound of a file's cost: a forged file must not exhaust memory. */
const largestN = 2 ** 20;

/** An encrypted secret: `scrypt$N$salt$iv$tag$cipher`, the parts in base64url. */
export type Sealed = string;

export class WrongPassphrase extends Error {
  override readonly name = 'WrongPassphrase';
  constructor() {
    super('wrong passphrase, or the sealed secret was modified');
  }
}

/** Seals with a passphrase: scrypt, then AES-256-GCM. `purpose` is authenticated: a secret sealed for one purpose opens for no other. */
export async function seal(
  secret: Uint8Array,
  passphrase: string,
  purpose: string,
  N: number = sealCost.N,
): Promise<Sealed> {
  const [salt, iv] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, N), iv);
  cipher.setAAD(Buffer.from(purpose));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  const parts = [salt, iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
  return ['scrypt', N, ...parts].join('$');
}

/** Throws `WrongPassphrase` on a wrong passphrase, and on any modification. */
export async function unseal(sealed: Sealed, passphrase: string, purpose: string): Promise<Buffer> {
  const [kind, cost = '', ...parts] = sealed.split('$');
  const [salt, iv, tag, secret] = parts.map((part) => Buffer.from(part, 'base64url'));
  const N = /^[0-9]{1,7}$/.test(cost) ? Number(cost) : 0;
  const isWhole = kind === 'scrypt' && N >= 2 && N <= largestN && (N & (N - 1)) === 0 && parts.length === 4;
  if (!isWhole || !salt || iv?.length !== 12 || tag?.length !== 16 || !secret) throw new WrongPassphrase();
  const decipher = createDecipheriv('aes-256-gcm', await keyOf(passphrase, salt, N), iv);
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(secret), decipher.final()]);
  } catch {
    throw new WrongPassphrase();
  }
}

function keyOf(passphrase: string, salt: Buffer, N: number): Promise<Buffer> {
  const { r, p } = sealCost;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), salt, 32, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** A secret that has to be read again, unlike a password: the database alone does not show it. */
export interface Sealer {
  readonly seal: (plain: Buffer, context: string) => Buffer;
  /** Throws when the text was sealed under another pepper, for another context, or was changed. */
  readonly open: (sealed: Buffer, context: string) => Buffer;
}

/** Seals under a key of its own for each purpose, made of the pepper. The context (whose secret) keeps a row from being copied to another. */
export function sealer(pepper: Buffer, purpose: string): Sealer {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', `lode ${purpose}`, 32));
  return {
    seal(plain, context) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    },
    open(sealed, context) {
      const decipher = createDecipheriv(algorithm, key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
        .setAAD(Buffer.from(context))
        .setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]);
    },
  };
}

/** While a pepper is being replaced: what was sealed under the one before opens still. */
export function sealerOfBoth(pepper: Buffer, previousPepper: Buffer | null, purpose: string): Sealer {
  const present = sealer(pepper, purpose);
  if (previousPepper === null) return present;
  const previous = sealer(previousPepper, purpose);
  return {
    seal: present.seal,
    open(sealed, context) {
      try {
        return present.open(sealed, context);
      } catch {
        return previous.open(sealed, context);
      }
    },
  };
}

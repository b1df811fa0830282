import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { pepperId } from './pepper.ts';
import { type Asker, secretQueues } from './secret-queues.ts';

/** Hashes and compares secrets that people type, in the queue of who asks; without a name that is the one of strangers. */
export interface Passwords {
  readonly hash: (secret: string, asker?: Asker) => Promise<string>;
  /** A null hash (no such account, no password yet) costs the same work and is never right. */
  verify: (stored: string | null, secret: string, asker?: Asker) => Promise<boolean>;
  /** The hash of a secret that has just been right, where the stored one is not under the present pepper; else null. */
  readonly rehash: (stored: string, secret: string, asker?: Asker) => Promise<string | null>;
}

export interface PasswordCost {
  memoryKib: number;
  passes: number;
}

/** The first of the settings that OWASP calls equal; some 25 ms on one core. */
const usualCost: PasswordCost = { memoryKib: 19_456, passes: 2 };

/** Beyond this many waiting, an answer would come too late to be of use. */
const longestQueue = 256;

/**
 * argon2id with a pepper: the table of hashes alone is not enough to try passwords. Only as many computations run as
 * there are cores; the queues behind them are bounded and refuse with `Overloaded`.
 *
 * Each hash names its pepper by the `keyid` of the PHC string format, so that a pepper can be replaced. A hash without one was made
 * before there were any, with the first pepper.
 */
export function createPasswords(
  pepper: Buffer,
  cost: PasswordCost = usualCost,
  previousPepper: Buffer | null = null,
): Passwords {
  // The library's own choice of algorithm is argon2id; a test holds it to that.
  const options = {
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
    secret: pepper,
  };
  const id = pepperId(pepper);
  const hashed = async (secret: string) => withId(await hash(secret, options), id);
  const secretOf = (stored: string): Buffer => {
    if (previousPepper === null) return pepper;
    const own = idOf(stored);
    return own === null || own === pepperId(previousPepper) ? previousPepper : pepper;
  };
  const inTurn = secretQueues(availableParallelism(), longestQueue);
  const unknownHash = hash('the secret of no account', options);
  // The first verification gets the failure; an unhandled rejection would end the process before that.
  unknownHash.catch(() => undefined);

  return {
    hash: (secret, asker = 'stranger') => inTurn(asker, () => hashed(secret)),
    async verify(stored, secret, asker = 'stranger') {
      const compared = stored ?? (await unknownHash);
      const known = { ...options, secret: secretOf(compared) };
      const matches = await inTurn(asker, () => verify(withoutId(compared), secret, known));
      return matches && stored !== null;
    },
    rehash: async (stored, secret, asker = 'stranger') =>
      secretOf(stored) === pepper ? null : inTurn(asker, () => hashed(secret)),
  };
}

const idForm = /,keyid=([A-Za-z0-9+/]{8})\$/;

/** `$argon2id$v=19$m=19456,t=2,p=1,keyid=…$salt$hash` */
const withId = (hashText: string, id: string): string => hashText.replace(/(\$m=[^$]*)\$/, `$1,keyid=${id}$$`);
const withoutId = (stored: string): string => stored.replace(idForm, '$');
const idOf = (stored: string): string | null => idForm.exec(stored)?.[1] ?? null;

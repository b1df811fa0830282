import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { type Asker, secretQueues } from './secret-queues.ts';

/** Hashes and compares secrets that people type, in the queue of who asks; without a name that is the one of strangers. */
export interface Passwords {
  readonly hash: (secret: string, asker?: Asker) => Promise<string>;
  /** A null hash (no such account, no password yet) costs the same work and is never right. */
  verify: (stored: string | null, secret: string, asker?: Asker) => Promise<boolean>;
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
 */
export function createPasswords(pepper: Buffer, cost: PasswordCost = usualCost): Passwords {
  // The library's own choice of algorithm is argon2id; a test holds it to that.
  const options = {
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
    secret: pepper,
  };
  const inTurn = secretQueues(availableParallelism(), longestQueue);
  const unknownHash = hash('the secret of no account', options);
  // The first verification gets the failure; an unhandled rejection would end the process before that.
  unknownHash.catch(() => undefined);

  return {
    hash: (secret, asker = 'stranger') => inTurn(asker, () => hash(secret, options)),
    async verify(stored, secret, asker = 'stranger') {
      const compared = stored ?? (await unknownHash);
      const matches = await inTurn(asker, () => verify(compared, secret, options));
      return matches && stored !== null;
    },
  };
}

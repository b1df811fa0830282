import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Overloaded } from '../http/errors.ts';

/** Hashes and compares secrets that people type. */
export interface Passwords {
  readonly hash: (secret: string) => Promise<string>;
  /** A null hash (no such account, no password yet) costs the same work and is never right. */
  verify: (stored: string | null, secret: string) => Promise<boolean>;
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
 * there are cores; the queue behind them is bounded and refuses with `Overloaded`.
 */
export function createPasswords(pepper: Buffer, cost: PasswordCost = usualCost): Passwords {
  // The library's own choice of algorithm is argon2id; a test holds it to that.
  const options = {
    memoryCost: cost.memoryKib,
    timeCost: cost.passes,
    parallelism: 1,
    secret: pepper,
  };
  const inTurn = boundedQueue(availableParallelism(), longestQueue);
  const unknownHash = hash('the secret of no account', options);
  // The first verification gets the failure; an unhandled rejection would end the process before that.
  unknownHash.catch(() => undefined);

  return {
    hash: (secret) => inTurn(() => hash(secret, options)),
    async verify(stored, secret) {
      const compared = stored ?? (await unknownHash);
      const matches = await inTurn(() => verify(compared, secret, options));
      return matches && stored !== null;
    },
  };
}

/** Runs at most `width` at once and lets at most `length` wait. */
export function boundedQueue(width: number, length: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= width) {
      if (waiting.length >= length) throw new Overloaded('too many secrets wait to be compared');
      // The slot is handed over, so that no later caller can take it in between.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

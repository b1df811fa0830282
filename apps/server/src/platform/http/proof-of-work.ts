import { createHmac } from 'node:crypto';
import type { CallName } from '@lode/contract';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Queryable } from '../db/database.ts';
import type { SharedCallLimit } from './limits.ts';
import { networksOf } from './networks.ts';
import { type Refusal, refuse } from './refusal.ts';
import { spendChallenge } from './spent-challenge.store.ts';

/** A fifth of a second of a computer, a second or two of a phone: 256 tries on average, each of so many rounds. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' };
const lives = 5 * 60_000;
/** A solution takes some 700 characters. */
const longestSolution = 2048;

export interface ProofOfWork {
  /** Null when the call may go on: its network has calls left that are free, or it carries the solution of a challenge. */
  readonly demand: (request: { call: CallName; ip: string; solution: string | null }) => Promise<Refusal | null>;
  /** Whether this process knows, without asking the database, that calls of this network cost work. */
  readonly isDue: (ip: string) => boolean;
}

/**
 * Makes anonymous calls beyond a free number cost their caller some work. A challenge is good for the call and network that it
 * was given to, for five minutes, once: in all processes.
 */
export function proofOfWork(deps: { database: Queryable; pepper: Buffer; freeCalls: SharedCallLimit }): ProofOfWork {
  const { database, pepper, freeCalls } = deps;
  const hmacSignatureSecret = createHmac('sha256', pepper).update('proof of work').digest('hex');

  return {
    isDue: freeCalls.isUsedUp,

    async demand({ call, ip, solution }) {
      if ((await freeCalls.take(ip)) === null) return null;
      const data = { call, network: networksOf(ip)[0]?.key ?? ip };
      if (solution !== null && (await isSolved(solution, data))) return null;
      const expiresAt = new Date(Date.now() + lives);
      const challenge = await createChallenge({ ...work, deriveKey, data, expiresAt, hmacSignatureSecret });
      return refuse('proofNeeded', { challenge });
    },
  };

  async function isSolved(text: string, wanted: { call: string; network: string }): Promise<boolean> {
    const payload = readPayload(text);
    if (payload === null) return false;
    const { challenge, solution } = payload;
    const { verified } = await verifySolution({ challenge, solution, deriveKey, hmacSignatureSecret });
    if (!verified) return false;
    const { data, nonce, expiresAt = 0 } = challenge.parameters;
    if (data?.call !== wanted.call || data.network !== wanted.network) return false;
    return spendChallenge(database, Buffer.from(nonce, 'hex'), new Date(expiresAt * 1000));
  }
}

/** Null for anything else than base64 of a challenge and a solution. */
function readPayload(text: string): Payload | null {
  if (text.length > longestSolution) return null;
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Payload> | null;
    const { parameters, signature } = payload?.challenge ?? {};
    const isWhole = typeof parameters === 'object' && parameters !== null && typeof signature === 'string';
    return isWhole && typeof payload?.solution === 'object' ? (payload as Payload) : null;
  } catch {
    return null;
  }
}

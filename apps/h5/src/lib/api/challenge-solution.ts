import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';

const timeoutMs = 30_000;

/** The value of the header `altcha`; null when this browser cannot find it in time. */
export async function solutionOf(challenge: Challenge): Promise<string | null> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs }).catch(() => null);
  return solution && btoa(JSON.stringify({ challenge, solution }));
}

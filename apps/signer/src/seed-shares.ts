import Slip39 from 'slip39';
import { SetupError } from './config.ts';

/** SLIP-39 has four bits for each. */
const mostShares = 16;

/** Shares as words, of which any `threshold` give the seed and fewer give nothing (SLIP-39, one group). */
export function splitSeed(seed: Uint8Array, threshold: number, count: number): string[] {
  const isPossible = Number.isInteger(threshold) && Number.isInteger(count) && threshold >= 2 && threshold <= count;
  if (!isPossible || count > mostShares)
    throw new SetupError(`give 2 to ${mostShares} shares and a threshold from 2 to their number`);
  const split = Slip39.fromArray([...seed], { threshold: 1, groups: [[threshold, count, 'seed']] });
  return split.fromPath('r/0').mnemonics;
}

/** Whether the words are a share, by their checksum. */
export function isShare(words: string): boolean {
  return Slip39.validateMnemonic(words);
}

/** The seed of exactly as many shares as their threshold says. Throws `SetupError` for words that are wrong or do not belong together. */
export function combineShares(shares: readonly string[], passphrase = ''): Buffer {
  try {
    return Buffer.from(Slip39.recoverSecret([...shares], passphrase));
  } catch (error) {
    throw new SetupError(`these shares give no seed: ${reasonOf(error)}`);
  }
}

/** The library's message for too few shares has two lines and the beginning of their words. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : 'unreadable words';
  const [, needed, given] = /Expected (\d+) mnemonics[^]* but (\d+) were/.exec(message) ?? [];
  return needed === undefined ? message : `${needed} are needed, and there are ${given}`;
}

/** The smallest number of the first shares that give a seed, and that seed. */
export function combineFirst(shares: readonly string[]): { threshold: number; seed: Buffer } {
  let last: unknown = new SetupError('two shares at least are needed');
  for (let threshold = 2; threshold <= shares.length; threshold += 1) {
    try {
      return { threshold, seed: combineShares(shares.slice(0, threshold)) };
    } catch (error) {
      last = error;
    }
  }
  throw last;
}

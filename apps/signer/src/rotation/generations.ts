import { isDeepStrictEqual } from 'node:util';
import { signingAccount } from '@lode/chain-bitcoin/keys';
import { evmKeys } from '@lode/chain-evm/keys';
import type { DecodedTransaction } from '../chain-signer.ts';
import { SetupError } from '../config.ts';
import type { Secrets } from '../key-file.ts';
import { Refused } from '../refused.ts';

/** Extended public keys of a seed: Bitcoin, its test chains, EVM. Approvers sign these. */
export function publicKeysOf(seed: Uint8Array): [string, string, string] {
  const [main, test] = [signingAccount(seed, 'main'), signingAccount(seed, 'regtest')];
  return [main.extendedPublicKey, test.extendedPublicKey, evmKeys(seed).extendedPublicKey];
}

export const seedsOf = ({ seed, later = [] }: Secrets): Buffer[] => [seed, ...later];

/** The seeds up to the current generation of the journal. Throws unless the key file has exactly those that approvers signed. */
export function currentSeeds(secrets: Secrets, generations: readonly (readonly string[])[]): Buffer[] {
  const seeds = seedsOf(secrets).slice(0, generations.length + 1);
  for (const [at, publicKeys] of generations.entries()) {
    const seed = seeds[at + 1];
    if (!seed || !isDeepStrictEqual(publicKeysOf(seed), [...publicKeys]))
      throw new SetupError(
        `the journal knows generation ${at + 1} of the seed, and the key file does not hold it: restore the newer key file`,
      );
  }
  return seeds;
}

/** What is ours and is paid is of the current generation; only gas may go to a deposit address of an earlier one, which is swept. */
export function checkGeneration(kind: string, { outputs }: DecodedTransaction, current: number): void {
  if (kind === 'TOP_UP') return;
  const earlier = outputs.find(({ ownGeneration }) => ownGeneration !== null && ownGeneration !== current);
  if (earlier)
    throw new Refused(
      'GENERATION',
      `${earlier.destination} is of generation ${earlier.ownGeneration}, and ${current} is the current one`,
    );
}

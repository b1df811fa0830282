import { generationOf, keyAt, numberIn } from '@lode/chain';
import { type BitcoinChainName, bitcoinAddress, scriptKind } from '@lode/chain-bitcoin';
import { decodePsbt, signingAccount, signingAddress, signPsbt } from '@lode/chain-bitcoin/keys';
import type { AccountKey, ChainSigner, DecodedTransaction, KeyPath } from './chain-signer.ts';

/** `seeds`: of all generations in their order, the current one last. */
export function createBitcoinSigner(seeds: readonly Uint8Array[], chain: BitcoinChainName): ChainSigner {
  const accounts = seeds.map((seed) => signingAccount(seed, chain));
  const generation = accounts.length - 1;
  const addressOf = (branch: KeyPath['branch'], number: number) => {
    const { key: account, index } = keyAt(accounts, number);
    return signingAddress(account, branch, index);
  };
  return {
    generation,
    keys: accounts.map(({ extendedPublicKey, fingerprint }) => ({ extendedPublicKey, fingerprint })) as [AccountKey],
    hotAddress: addressOf('house', numberIn(generation, 0)).address,
    sign: async (payload) => signPsbt(payload, ...accounts),
    destinationKind: scriptKind,
    addressOf: (destination) => bitcoinAddress(destination, chain),

    decode(payload, { to }): DecodedTransaction {
      const view = decodePsbt(payload, ...accounts);
      // A PSBT carries the paths of its change only; the receiver of an internal transfer comes with the request.
      const target = to && { ...to, key: addressOf(to.branch, to.index).key };
      const ownOf = (key: string) =>
        target?.key === key ? { branch: target.branch, generation: generationOf(target.index) } : null;
      return {
        network: 'BITCOIN',
        chain,
        outpoints: view.inputs.map(({ outpoint }) => outpoint).sort(),
        inputAmounts: Object.fromEntries(view.inputs.map(({ outpoint, amount }) => [outpoint, amount])),
        outputs: view.outputs.map(({ key, amount, branch, generation: of }) => ({
          coin: 'BTC',
          destination: key,
          amount,
          ownBranch: branch ?? ownOf(key)?.branch ?? null,
          ownGeneration: of ?? ownOf(key)?.generation ?? null,
        })),
        fee: view.fee,
      };
    },
  };
}

import { type BitcoinChainName, bitcoinAddress, scriptKind } from '@lode/chain-bitcoin';
import { decodePsbt, signingAccount, signingAddress, signPsbt } from '@lode/chain-bitcoin/keys';
import type { ChainSigner, DecodedTransaction } from './chain-signer.ts';

export function createBitcoinSigner(seed: Uint8Array, chain: BitcoinChainName): ChainSigner {
  const account = signingAccount(seed, chain);
  return {
    extendedPublicKey: account.extendedPublicKey,
    fingerprint: account.fingerprint,
    hotAddress: signingAddress(account, 'house', 0).address,
    sign: async (payload) => signPsbt(payload, account),
    destinationKind: scriptKind,
    addressOf: (destination) => bitcoinAddress(destination, chain),

    decode(payload, { to }): DecodedTransaction {
      const view = decodePsbt(payload, account);
      // A PSBT carries the paths of its change only; the receiver of an internal transfer comes with the request.
      const target = to && { ...to, key: signingAddress(account, to.branch, to.index).key };
      const branchOf = (key: string) => (target?.key === key ? target.branch : null);
      return {
        network: 'BITCOIN',
        chain,
        outpoints: view.inputs.map(({ outpoint }) => outpoint).sort(),
        inputAmounts: Object.fromEntries(view.inputs.map(({ outpoint, amount }) => [outpoint, amount])),
        outputs: view.outputs.map(({ key, amount, branch }) => ({
          coin: 'BTC',
          destination: key,
          amount,
          ownBranch: branch ?? branchOf(key),
        })),
        fee: view.fee,
      };
    },
  };
}

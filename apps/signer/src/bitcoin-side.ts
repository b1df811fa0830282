import { type BitcoinChainName, scriptKind } from '@lode/chain-bitcoin';
import { signingAccount, signingAddress, signPsbt, viewPsbt } from '@lode/chain-bitcoin/keys';
import type { KeySide, Reading } from './reading.ts';

export function bitcoinSide(seed: Uint8Array, chain: BitcoinChainName): KeySide {
  const account = signingAccount(seed, chain);
  return {
    extendedPublicKey: account.extendedPublicKey,
    fingerprint: account.fingerprint,
    hotAddress: signingAddress(account, 'house', 0).address,
    sign: async (payload) => signPsbt(payload, account),
    kindOf: scriptKind,

    read(payload, { to }): Reading {
      const view = viewPsbt(payload, account);
      // A PSBT names the paths of its change only; where we pay to ourselves, the place is named beside it.
      const target = to && { ...to, key: signingAddress(account, to.branch, to.index).key };
      const placeOf = (key: string) => (target?.key === key ? target.branch : null);
      return {
        network: 'BITCOIN',
        chain,
        spends: view.inputs.map(({ output }) => output).sort(),
        inputAmounts: Object.fromEntries(view.inputs.map(({ output, amount }) => [output, amount])),
        outputs: view.outputs.map(({ key, amount, branch }) => ({
          coin: 'BTC',
          destination: key,
          amount,
          ownBranch: branch ?? placeOf(key),
        })),
        fee: view.fee,
      };
    },
  };
}

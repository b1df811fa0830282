import type { BitcoinChainName } from '@lode/chain-bitcoin';
import { signingAccount, signingAddress, signPsbt, viewPsbt } from '@lode/chain-bitcoin/keys';
import type { KeySide, Reading } from './reading.ts';

/** Scripts that money is sent to, by the names that everybody gives them. */
const kinds: [string, RegExp][] = [
  ['P2PKH', /^76a914[0-9a-f]{40}88ac$/],
  ['P2SH', /^a914[0-9a-f]{40}87$/],
  ['P2WPKH', /^0014[0-9a-f]{40}$/],
  ['P2WSH', /^0020[0-9a-f]{64}$/],
  ['P2TR', /^5120[0-9a-f]{64}$/],
];

export function bitcoinSide(seed: Uint8Array, chain: BitcoinChainName): KeySide {
  const account = signingAccount(seed, chain);
  return {
    extendedPublicKey: account.extendedPublicKey,
    fingerprint: account.fingerprint,
    hotAddress: signingAddress(account, 'house', 0).address,
    sign: async (payload) => signPsbt(payload, account),
    kindOf: (destination) => kinds.find(([, pattern]) => pattern.test(destination))?.[0] ?? null,

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

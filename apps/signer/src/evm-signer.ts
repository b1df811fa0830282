import { addressOfKey } from '@lode/chain-evm';
import { decodeTransaction, evmKeys } from '@lode/chain-evm/keys';
import type { ChainSigner, DecodedTransaction, KeyPath } from './chain-signer.ts';

/** The hot wallet: receives sweeps, pays withdrawals. */
const hot: KeyPath = { branch: 'house', index: 0 };

export function createEvmSigner(seed: Uint8Array, chain: string, usdtContract: string): ChainSigner {
  const keys = evmKeys(seed);
  const keyOf = ({ branch, index }: KeyPath): string => keys.ownAddress(branch, index).key;
  const usdt = usdtContract.slice(2).toLowerCase();

  return {
    extendedPublicKey: keys.extendedPublicKey,
    fingerprint: 0,
    hotAddress: keys.ownAddress(hot.branch, hot.index).address,
    sign: (payload, from = hot) => keys.sign(from.branch, from.index, payload),
    destinationKind: (destination) =>
      /^[0-9a-f]{40}$/.test(destination) && !/^0*$/.test(destination) && destination !== usdt ? 'ADDRESS' : null,
    addressOf: addressOfKey,

    decode(payload, { from = hot, to }): DecodedTransaction {
      const { chainId, nonce, coin, to: destination, amount, fee } = decodeTransaction(payload, usdt);
      const own = [hot, from, ...(to ? [to] : [])].find((one) => keyOf(one) === destination);
      return {
        network: 'ERC20',
        chain: `${chainId}`,
        outpoints: [`0x${keyOf(from)}:${nonce}`],
        inputAmounts: {},
        outputs: [{ coin, destination, amount, ownBranch: own?.branch ?? null }],
        fee,
      };
    },
  };
}

import { evmKeys, viewUnsigned } from '@lode/chain-evm/keys';
import type { KeySide, OwnPlace, Reading } from './reading.ts';

/** The house's address that deposits are swept to and payments leave from. */
const hot: OwnPlace = { branch: 'house', index: 0 };

export function evmSide(seed: Uint8Array, chain: string, usdtContract: string): KeySide {
  const keys = evmKeys(seed);
  const keyOf = ({ branch, index }: OwnPlace): string => keys.ownAddress(branch, index).key;
  const usdt = usdtContract.slice(2).toLowerCase();

  return {
    extendedPublicKey: keys.extendedPublicKey,
    fingerprint: 0,
    hotAddress: keys.ownAddress(hot.branch, hot.index).address,
    sign: (payload, from = hot) => keys.sign(from.branch, from.index, payload),
    kindOf: (destination) =>
      /^[0-9a-f]{40}$/.test(destination) && !/^0*$/.test(destination) && destination !== usdt ? 'ADDRESS' : null,

    read(payload, { from = hot, to }): Reading {
      const { chainId, nonce, coin, to: destination, amount, fee } = viewUnsigned(payload, usdt);
      const place = [hot, from, ...(to ? [to] : [])].find((one) => keyOf(one) === destination);
      return {
        network: 'ERC20',
        chain: `${chainId}`,
        spends: [`0x${keyOf(from)}:${nonce}`],
        inputAmounts: {},
        outputs: [{ coin, destination, amount, ownBranch: place?.branch ?? null }],
        fee,
      };
    },
  };
}

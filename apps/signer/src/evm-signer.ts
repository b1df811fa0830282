import { generationOf, keyAt, numberIn } from '@lode/chain';
import { addressOfKey } from '@lode/chain-evm';
import { decodeTransaction, evmKeys } from '@lode/chain-evm/keys';
import type { AccountKey, ChainSigner, DecodedTransaction, KeyPath } from './chain-signer.ts';

/** `seeds`: of all generations in their order, the current one last. */
export function createEvmSigner(seeds: readonly Uint8Array[], chain: string, usdtContract: string): ChainSigner {
  const generations = seeds.map(evmKeys);
  const generation = generations.length - 1;
  /** The hot wallet: receives sweeps, pays withdrawals. */
  const hot: KeyPath = { branch: 'house', index: numberIn(generation, 0) };
  const ownAddress = ({ branch, index: number }: KeyPath) => {
    const { key: keys, index } = keyAt(generations, number);
    return keys.ownAddress(branch, index);
  };
  const keyOf = (path: KeyPath): string => ownAddress(path).key;
  /** What was signed before a rotation pays them, and is replaced at a higher fee. */
  const hotWallets = seeds.map((_, of): KeyPath => ({ branch: 'house', index: numberIn(of, 0) }));
  const usdt = usdtContract.slice(2).toLowerCase();

  return {
    generation,
    keys: generations.map(({ extendedPublicKey }) => ({ extendedPublicKey, fingerprint: 0 })) as [AccountKey],
    hotAddress: ownAddress(hot).address,
    sign: (payload, { branch, index: number } = hot) => {
      const { key: keys, index } = keyAt(generations, number);
      return keys.sign(branch, index, payload);
    },
    destinationKind: (destination) =>
      /^[0-9a-f]{40}$/.test(destination) && !/^0*$/.test(destination) && destination !== usdt ? 'ADDRESS' : null,
    addressOf: addressOfKey,

    decode(payload, { from = hot, to }): DecodedTransaction {
      const { chainId, nonce, coin, to: destination, amount, fee } = decodeTransaction(payload, usdt);
      const own = [from, ...(to ? [to] : []), ...hotWallets].find((one) => keyOf(one) === destination);
      return {
        network: 'ERC20',
        chain: `${chainId}`,
        outpoints: [`0x${keyOf(from)}:${nonce}`],
        inputAmounts: {},
        outputs: [
          {
            coin,
            destination,
            amount,
            ownBranch: own?.branch ?? null,
            ownGeneration: own ? generationOf(own.index) : null,
          },
        ],
        fee,
      };
    },
  };
}

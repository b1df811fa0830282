import { isBitcoinChain } from '@lode/chain-bitcoin';
import { createBitcoinSigner } from './bitcoin-signer.ts';
import type { ChainSigner } from './chain-signer.ts';
import { SetupError } from './config.ts';
import { createEvmSigner } from './evm-signer.ts';
import type { Policy } from './policy.ts';

/** The signers of the configured chains. */
export type ChainSigners = Partial<Record<'BITCOIN' | 'ERC20', ChainSigner>>;

export function createChainSigners(seed: Buffer, { bitcoin, erc20 }: Policy): ChainSigners {
  if (bitcoin && !isBitcoinChain(bitcoin.chain))
    throw new SetupError(`unknown Bitcoin chain in the policy: ${bitcoin.chain}`);
  return {
    ...(bitcoin && isBitcoinChain(bitcoin.chain) && { BITCOIN: createBitcoinSigner(seed, bitcoin.chain) }),
    ...(erc20 && { ERC20: createEvmSigner(seed, erc20.chain, erc20.usdtContract) }),
  };
}

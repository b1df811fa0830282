import { isBitcoinChain } from '@lode/chain-bitcoin';
import { createBitcoinSigner } from './bitcoin-signer.ts';
import type { ChainSigner } from './chain-signer.ts';
import { SetupError } from './config.ts';
import { createEvmSigner } from './evm-signer.ts';
import type { Policy } from './policy.ts';

/** The signers of the configured chains. */
export type ChainSigners = Partial<Record<'BITCOIN' | 'ERC20', ChainSigner>>;

/** `seeds`: of all generations in their order, the current one last. */
export function createChainSigners(seeds: readonly Buffer[], { bitcoin, erc20 }: Policy): ChainSigners {
  if (bitcoin && !isBitcoinChain(bitcoin.chain))
    throw new SetupError(`unknown Bitcoin chain in the policy: ${bitcoin.chain}`);
  return {
    ...(bitcoin && isBitcoinChain(bitcoin.chain) && { BITCOIN: createBitcoinSigner(seeds, bitcoin.chain) }),
    ...(erc20 && { ERC20: createEvmSigner(seeds, erc20.chain, erc20.usdtContract) }),
  };
}

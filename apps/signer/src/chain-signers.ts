import { isBitcoinChain } from '@lode/chain-bitcoin';
import { createBitcoinSigner } from './bitcoin-signer.ts';
import type { ChainSigner } from './chain-signer.ts';
import { SetupError } from './config.ts';
import { createEvmSigner } from './evm-signer.ts';
import type { Policy } from './policy.ts';

/** The chains whose keys are here. */
export type ChainSigners = Partial<Record<'BITCOIN' | 'ERC20', ChainSigner>>;

/** What the policy sets up. */
export function createChainSigners(seed: Buffer, { bitcoin, erc20 }: Policy): ChainSigners {
  if (bitcoin && !isBitcoinChain(bitcoin.chain)) throw new SetupError(`${bitcoin.chain} is no chain of Bitcoin`);
  return {
    ...(bitcoin && isBitcoinChain(bitcoin.chain) && { BITCOIN: createBitcoinSigner(seed, bitcoin.chain) }),
    ...(erc20 && { ERC20: createEvmSigner(seed, erc20.chain, erc20.usdtContract) }),
  };
}

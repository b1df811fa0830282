import { isBitcoinChain } from '@lode/chain-bitcoin';
import { bitcoinSide } from './bitcoin-side.ts';
import { SetUpError } from './config.ts';
import { evmSide } from './evm-side.ts';
import type { Policy } from './policy.ts';
import type { KeySide } from './reading.ts';

/** The chains whose keys are here. */
export type Sides = Partial<Record<'BITCOIN' | 'ERC20', KeySide>>;

/** What the policy sets up. */
export function sidesOf(seed: Buffer, { bitcoin, erc20 }: Policy): Sides {
  if (bitcoin && !isBitcoinChain(bitcoin.chain)) throw new SetUpError(`${bitcoin.chain} is no chain of Bitcoin`);
  return {
    ...(bitcoin && isBitcoinChain(bitcoin.chain) && { BITCOIN: bitcoinSide(seed, bitcoin.chain) }),
    ...(erc20 && { ERC20: evmSide(seed, erc20.chain, erc20.usdtContract) }),
  };
}

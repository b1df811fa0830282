import { maxBatch, type SignerInfo } from '@lode/signing';
import { createChainSigners } from './chain-signers.ts';
import type { Secrets } from './key-file.ts';
import type { Policy } from './policy.ts';
import { publicKeysOf, seedsOf } from './rotation/generations.ts';

/** Public keys, chains and approvers. `generation`: the current one. `id`: what approvals name. */
export function infoOf(
  policy: Policy,
  secrets: Secrets,
  { generation, id }: { generation: number; id: string | undefined },
): SignerInfo {
  const { bitcoin, erc20, approvers } = policy;
  const [, ...later] = seedsOf(secrets);
  const { BITCOIN, ERC20 } = createChainSigners(seedsOf(secrets), policy);
  return {
    ...(id !== undefined && { id }),
    bitcoin: bitcoin && BITCOIN ? { chain: bitcoin.chain, ...BITCOIN.keys[0] } : null,
    erc20:
      erc20 && ERC20
        ? {
            chain: erc20.chain,
            extendedPublicKey: ERC20.keys[0].extendedPublicKey,
            usdtContract: erc20.usdtContract,
          }
        : null,
    approvers: approvers.map(({ name, role, publicKey = '' }) => ({ name, role, publicKey })),
    ...(policy.passkeysOnly && { passkeysOnly: true }),
    isAutoApprovalEnabled: Boolean(bitcoin?.autoApproval ?? erc20?.autoApproval),
    batch: maxBatch,
    generation,
    later: later.map((seed, at) => {
      const [ofBitcoin, ofErc20] = [BITCOIN?.keys[at + 1], ERC20?.keys[at + 1]];
      return {
        bitcoin: ofBitcoin ?? null,
        erc20: ofErc20 ? { extendedPublicKey: ofErc20.extendedPublicKey } : null,
        publicKeys: publicKeysOf(seed),
      };
    }),
  };
}

import type { Branch } from '@lode/chain';
import { type Hex, toHex } from 'viem';
import { HDKey, signTransaction } from 'viem/accounts';
import { accountPath, branchNumber } from './own-address.ts';
import { readUnsigned, serializable } from './transaction.ts';

/** The private side, for the signer alone: nothing of the server imports this. */
export interface EvmKeys {
  /** What the server derives addresses from. */
  extendedPublicKey: string;
  /** Signs an unsigned transaction as it stands, with RFC 6979: the same transaction gives the same bytes. */
  sign(branch: Branch, index: number, payload: string): Promise<Hex>;
}

/** `seed` is that of BIP39 (64 bytes) or any of BIP32's 16 to 64 bytes. */
export function evmKeys(seed: Uint8Array): EvmKeys {
  const account = HDKey.fromMasterSeed(seed).derive(accountPath);
  return {
    extendedPublicKey: account.publicExtendedKey,
    async sign(branch, index, payload) {
      const { privateKey } = account.deriveChild(branchNumber[branch]).deriveChild(index);
      if (!privateKey) throw new Error('a key without its private part');
      return signUnsigned(toHex(privateKey), payload);
    },
  };
}

export async function signUnsigned(privateKey: Hex, payload: string): Promise<Hex> {
  return signTransaction({ privateKey, transaction: serializable(readUnsigned(payload)) });
}

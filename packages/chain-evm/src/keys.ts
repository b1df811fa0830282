import type { AddressKey, Branch, OwnAddress } from '@lode/chain';
import { type Hex, toHex } from 'viem';
import { HDKey, signTransaction } from 'viem/accounts';
import { accountPath, branchNumber, ownAddresses } from './own-address.ts';
import { readTransferCall } from './token.ts';
import { readUnsigned, serializable } from './transaction.ts';

/** Private keys, for the signer only: the server never imports this module. */
export interface EvmKeys {
  /** The server derives addresses from it. */
  extendedPublicKey: string;
  ownAddress(branch: Branch, index: number): OwnAddress;
  /** Signs an unsigned transaction as it stands, with RFC 6979: the same transaction gives the same bytes. */
  sign(branch: Branch, index: number, payload: string): Promise<Hex>;
}

/** `seed` is that of BIP39 (64 bytes) or any of BIP32's 16 to 64 bytes. */
export function evmKeys(seed: Uint8Array): EvmKeys {
  const account = HDKey.fromMasterSeed(seed).derive(accountPath);
  return {
    extendedPublicKey: account.publicExtendedKey,
    ownAddress: ownAddresses(account.publicExtendedKey),
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

/** An unsigned transaction decoded from its bytes. */
export interface DecodedEvmTransaction {
  chainId: number;
  nonce: number;
  coin: 'USDT' | 'ETH';
  to: AddressKey;
  amount: bigint;
  /** Upper bound of its fee, in wei. */
  fee: bigint;
}

/** Throws unless it is a transfer of the token or a plain transfer of ether. */
export function decodeTransaction(payload: string, usdt: AddressKey): DecodedEvmTransaction {
  const { chainId, nonce, to, value, data, gasLimit, maxFee } = readUnsigned(payload);
  const common = { chainId, nonce, fee: gasLimit * maxFee };
  if (data === '0x') return { ...common, coin: 'ETH', to, amount: value };
  const transfer = to === usdt && value === 0n ? readTransferCall(data) : null;
  if (!transfer) throw new Error('neither a transfer of USDT nor a plain transfer of ether');
  return { ...common, coin: 'USDT', to: transfer.to, amount: transfer.amount };
}

import type { AddressKey } from '@lode/chain';
import { type Hex, parseTransaction, serializeTransaction, type TransactionSerializableEIP1559 } from 'viem';
import { addressOfKey, keyOfAddress } from './address.ts';

/** An EIP-1559 transaction as we make it: one call or one plain transfer, no access list. */
export interface EvmTransaction {
  chainId: number;
  nonce: number;
  to: AddressKey;
  value: bigint;
  data: Hex;
  gasLimit: bigint;
  maxFee: bigint;
  maxPriorityFee: bigint;
}

export function writeUnsigned(transaction: EvmTransaction): Hex {
  return serializeTransaction(serializable(transaction));
}

/** What viem serialises and signs. */
export function serializable(transaction: EvmTransaction): TransactionSerializableEIP1559 & { type: 'eip1559' } {
  const { chainId, nonce, to, value, data, gasLimit, maxFee, maxPriorityFee } = transaction;
  return {
    type: 'eip1559',
    chainId,
    nonce,
    to: addressOfKey(to),
    value,
    data,
    gas: gasLimit,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: maxPriorityFee,
  };
}

/** Parses an unsigned transaction; throws on another type, on fields that we never set, and on a non-canonical encoding. */
export function readUnsigned(payload: string): EvmTransaction {
  const transaction = readFields(payload as Hex);
  if (writeUnsigned(transaction) !== payload)
    throw new Error('not an unsigned EIP-1559 transaction in its one canonical form');
  return transaction;
}

/** The fields of a signed or unsigned transaction. */
export function readFields(payload: Hex): EvmTransaction {
  if (!/^0x02([0-9a-f]{2})+$/.test(payload) || payload.length > 4096) throw new Error('not an EIP-1559 transaction');
  const found = parseTransaction(payload);
  if (found.type !== 'eip1559' || !found.to) throw new Error('not an EIP-1559 transaction to an address');
  if (found.accessList && found.accessList.length > 0) throw new Error('unexpected access list');
  return {
    chainId: found.chainId,
    nonce: found.nonce ?? 0,
    to: keyOfAddress(found.to),
    value: found.value ?? 0n,
    data: found.data ?? '0x',
    gasLimit: found.gas ?? 0n,
    maxFee: found.maxFeePerGas ?? 0n,
    maxPriorityFee: found.maxPriorityFeePerGas ?? 0n,
  };
}

import type { Signed, Unsigned } from '@lode/chain';
import { secp256k1 } from '@noble/curves/secp256k1';
import { type Hex, keccak256, parseTransaction, serializeTransaction } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { keyOfAddress } from './address.ts';
import { readAccountNonce } from './build.ts';
import { readFields, readUnsigned, serializable, writeUnsigned } from './transaction.ts';

/**
 * Takes what the signer answered. It must be the very unsigned transaction with a signature of the account that pays,
 * written in the one canonical form: whoever changed a field, the signature's form or a byte behind it is found out here.
 */
export function finishPayment(unsigned: Unsigned, signed: string): Signed {
  const bytes = signed as Hex;
  const transaction = readUnsigned(unsigned.payload);
  if (writeUnsigned(readFields(bytes)) !== unsigned.payload)
    throw new Error('another transaction was signed than the one asked for');
  const { r, s, yParity } = parseTransaction(bytes as `0x02${string}`);
  if (!r || !s || yParity === undefined) throw new Error('the transaction came back without a signature');
  if (serializeTransaction(serializable(transaction), { r, s, yParity }) !== bytes) {
    throw new Error('the signed transaction is not in its canonical form');
  }
  const [nonceKey = ''] = unsigned.outpoints;
  const { from, nonce } = readAccountNonce(nonceKey);
  if (signerOf(unsigned.payload as Hex, { r, s, yParity }) !== from || nonce !== transaction.nonce) {
    throw new Error('another account has signed than the one that pays');
  }
  return { txid: keccak256(bytes), bytes };
}

function signerOf(payload: Hex, { r, s, yParity }: { r: Hex; s: Hex; yParity: number }): string {
  const signature = new secp256k1.Signature(BigInt(r), BigInt(s));
  // A high s is the same signature written otherwise, with another txid; no node takes it (EIP-2).
  if (signature.hasHighS()) throw new Error('the signature is not in its low form');
  const publicKey = signature.addRecoveryBit(yParity).recoverPublicKey(keccak256(payload).slice(2));
  return keyOfAddress(publicKeyToAddress(`0x${publicKey.toHex(false)}`));
}

import type { Signed, Unsigned } from '@lode/chain';
import { secp256k1 } from '@noble/curves/secp256k1';
import { type Hex, keccak256, parseTransaction, serializeTransaction } from 'viem';
import { publicKeyToAddress } from 'viem/accounts';
import { keyOfAddress } from './address.ts';
import { readAccountNonce } from './build.ts';
import { readFields, readUnsigned, serializable, writeUnsigned } from './transaction.ts';

/** Characters that a signature adds to a transaction in hex, and longer lengths before it. */
const longestSignature = 200;

/**
 * Verifies the signer's response: exactly the unsigned transaction with a signature of the paying account, in canonical form.
 */
export function finishPayment(unsigned: Unsigned, signed: string): Signed {
  const bytes = signed as Hex;
  if (bytes.length > unsigned.payload.length + longestSignature)
    throw new Error('the signed transaction is longer than the requested one with a signature');
  const transaction = readUnsigned(unsigned.payload);
  if (writeUnsigned(readFields(bytes)) !== unsigned.payload)
    throw new Error('the signed transaction differs from the requested one');
  const { r, s, yParity } = parseTransaction(bytes as `0x02${string}`);
  if (!r || !s || yParity === undefined) throw new Error('the transaction is unsigned');
  if (serializeTransaction(serializable(transaction), { r, s, yParity }) !== bytes) {
    throw new Error('the signed transaction is not in its canonical form');
  }
  const [nonceKey = ''] = unsigned.outpoints;
  const { from, nonce } = readAccountNonce(nonceKey);
  if (signerOf(unsigned.payload as Hex, { r, s, yParity }) !== from || nonce !== transaction.nonce) {
    throw new Error('the signature does not belong to the paying account');
  }
  return { txid: keccak256(bytes), bytes };
}

function signerOf(payload: Hex, { r, s, yParity }: { r: Hex; s: Hex; yParity: number }): string {
  const signature = new secp256k1.Signature(BigInt(r), BigInt(s));
  // EIP-2: a high s would give the same signature another txid.
  if (signature.hasHighS()) throw new Error('the signature has a high s (EIP-2)');
  const publicKey = signature.addRecoveryBit(yParity).recoverPublicKey(keccak256(payload).slice(2));
  return keyOfAddress(publicKeyToAddress(`0x${publicKey.toHex(false)}`));
}

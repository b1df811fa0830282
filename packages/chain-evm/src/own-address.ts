import { ECDH } from 'node:crypto';
import { type Branch, keyAt, type OwnAddress } from '@lode/chain';
import { HDKey, publicKeyToAddress } from 'viem/accounts';
import { keyOfAddress } from './address.ts';

/** The account that the extended public key stands for (BIP44, coin 60). */
export const accountPath = "m/44'/60'/0'";

/** Customers' addresses lie under 0, the house's under 1: `m/44'/60'/0'/0/i` and `m/44'/60'/0'/1/i`. */
export const branchNumber: Record<Branch, number> = { customer: 0, house: 1 };

const largestIndex = 2 ** 31 - 1;

/** Our addresses of all generations by their number, from the extended public keys in their order. */
export function addressesOfGenerations(
  extendedPublicKeys: readonly string[],
): (branch: Branch, number: number) => OwnAddress {
  const generations = extendedPublicKeys.map(ownAddresses);
  return (branch, number) => {
    const { key: ownAddress, index } = keyAt(generations, number);
    return { ...ownAddress(branch, index), index: number };
  };
}

/** Derives our addresses from an extended public key of the account; a private one is refused, the server must not see it. */
export function ownAddresses(extendedPublicKey: string): (branch: Branch, index: number) => OwnAddress {
  if (!extendedPublicKey.startsWith('xpub'))
    throw new Error('the extended public key of the EVM account begins with xpub');
  const account = HDKey.fromExtendedKey(extendedPublicKey);
  if (account.depth !== 3) throw new Error(`the extended public key must stand at ${accountPath}`);
  const branches = { customer: account.deriveChild(0), house: account.deriveChild(1) };
  return (branch, index) => {
    if (!Number.isInteger(index) || index < 0 || index > largestIndex)
      throw new Error(`no address has the index ${index}`);
    const { publicKey } = branches[branch].deriveChild(index);
    if (!publicKey) throw new Error('a key without its public part');
    const whole = ECDH.convertKey(publicKey, 'secp256k1', undefined, 'hex', 'uncompressed');
    const address = publicKeyToAddress(`0x${whole.toString()}`);
    return { branch, index, address, key: keyOfAddress(address) };
  };
}

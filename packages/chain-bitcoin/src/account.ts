import type { Branch, OwnAddress } from '@lode/chain';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { bitcoinAddress } from './addresses.ts';
import { type ChildKeys, childKeys } from './child-keys.ts';
import { type BitcoinChainName, formsOf } from './networks.ts';

/** BIP32 and SLIP-132 version bytes of public account keys. The addresses are BIP84 with every version. */
const publicVersions: { name: string; version: number; coinType: 0 | 1 }[] = [
  { name: 'xpub', version: 0x0488b21e, coinType: 0 },
  { name: 'zpub', version: 0x04b24746, coinType: 0 },
  { name: 'tpub', version: 0x043587cf, coinType: 1 },
  { name: 'vpub', version: 0x045f1cf6, coinType: 1 },
];

/** BIP84: 0 is the external chain, 1 the internal one. */
export const branchNumbers: Record<Branch, 0 | 1> = { customer: 0, house: 1 };
const lastIndex = 2 ** 31 - 1;

/** Origin of the account key: BIP174 writes it into each input, so that a signer finds its private key. */
export interface AccountOrigin {
  /** Fingerprint of the master key; 0 when unknown. */
  fingerprint: number;
  /** The account's own path, `m/84'/0'/0'`. */
  path: readonly number[];
}

/** P2WPKH addresses of one BIP84 account, from its extended public key. */
export class BitcoinAccount {
  readonly origin: AccountOrigin;
  private readonly chain: BitcoinChainName;
  private readonly child: ChildKeys;

  /** Throws a `TypeError` for a private key, a key of another network, and anything else than an account key. */
  constructor(extendedPublicKey: string, chain: BitcoinChainName, masterFingerprint = 0) {
    const { coinType } = formsOf(chain);
    const version = publicVersions.find(({ name }) => extendedPublicKey.startsWith(name));
    if (!version) throw new TypeError('expected an extended public key of an account: xpub, zpub, tpub or vpub');
    if (version.coinType !== coinType) throw new TypeError(`a ${version.name} is not a key of the chain ${chain}`);
    const account = HDKey.fromExtendedKey(extendedPublicKey, { public: version.version, private: 0 });
    if (account.depth !== 3) throw new TypeError(`an account key has depth 3, and this one has ${account.depth}`);
    this.chain = chain;
    this.child = childKeys([account.deriveChild(0), account.deriveChild(1)]);
    this.origin = {
      fingerprint: masterFingerprint,
      path: [hardened(84), hardened(coinType), account.index],
    };
  }

  address(branch: Branch, index: number): OwnAddress {
    const key = hex.encode(witnessPubKeyHash(this.publicKey(branch, index)));
    return { branch, index, key, address: bitcoinAddress(key, this.chain) };
  }

  /** Compressed, 33 bytes. */
  publicKey(branch: Branch, index: number): Uint8Array {
    if (!Number.isInteger(index) || index < 0 || index > lastIndex)
      throw new RangeError(`no address has the index ${index}`);
    const { publicKey } = this.child(branchNumbers[branch], index);
    if (!publicKey) throw new TypeError('a derived key without a public key');
    return publicKey;
  }

  /** Full derivation path of an address (BIP174). */
  path(branch: Branch, index: number): number[] {
    return [...this.origin.path, branchNumbers[branch], index];
  }
}

/** Script that pays to a compressed public key (BIP141): `OP_0 <hash160>`. */
export function witnessPubKeyHash(publicKey: Uint8Array): Uint8Array {
  return Uint8Array.of(0, 20, ...ripemd160(sha256(publicKey)));
}

export function hardened(index: number): number {
  return index + 2 ** 31;
}

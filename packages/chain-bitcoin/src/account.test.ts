// Proves that our addresses are BIP84's, by its official vector, and that the server takes no private key.

import { hex } from '@scure/base';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, it } from 'vitest';
import { BitcoinAccount } from './account.ts';
import { signingAccount } from './keys.ts';

const zpub =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

describe('BIP84', () => {
  const account = new BitcoinAccount(zpub, 'main');

  it.each([
    [
      'customer',
      0,
      'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
      '0330d54fd0dd420a6e5f8d3624f5f3482cae350f79d5f0753bf5beef9c2d91af3c',
    ],
    [
      'customer',
      1,
      'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g',
      '03e775fd51f0dfb8cd865d9ff1cca2a158cf651fe997fdc9fee9c1d3b5e995ea77',
    ],
    [
      'house',
      0,
      'bc1q8c6fshw2dlwun7ekn9qwf37cu2rn755upcp6el',
      '03025324888e429ab8e3dbaf1f7802648b9cd01e9b418485c5fa4c1b9b5700e1a6',
    ],
  ] as const)('%s %i is %s', (branch, index, address, publicKey) => {
    expect(account.address(branch, index).address).toBe(address);
    expect(hex.encode(account.publicKey(branch, index))).toBe(publicKey);
  });

  it('gives the signer the same account from the seed', () => {
    const seed = mnemonicToSeedSync(`${'abandon '.repeat(11)}about`);
    expect(signingAccount(seed, 'main').extendedPublicKey).toBe(zpub);
  });

  it('writes whole paths', () => {
    expect(account.path('house', 7)).toEqual([0x80000054, 0x80000000, 0x80000000, 1, 7]);
  });
});

describe('an account key is refused', () => {
  const seed = new Uint8Array(64).fill(1);
  const { account } = signingAccount(seed, 'regtest');
  it.each([
    ['that is private', account.privateExtendedKey, 'regtest'],
    ['of another network', zpub, 'regtest'],
    ['of a test network', account.publicExtendedKey, 'main'],
    ['with a typing error', zpub.replace('zpub6r', 'zpub6s'), 'main'],
    ['of another depth', account.deriveChild(0).publicExtendedKey, 'regtest'],
    ['that is none', 'xpub', 'main'],
  ] as const)('%s', (_, key, chain) => {
    expect(() => new BitcoinAccount(key, chain)).toThrow();
  });
  it('or an index that no address has', () => {
    const public_ = new BitcoinAccount(account.publicExtendedKey, 'regtest');
    for (const index of [-1, 0.5, 2 ** 31, Number.NaN])
      expect(() => public_.address('customer', index)).toThrow(RangeError);
  });
});

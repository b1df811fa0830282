// Proves that exactly the addresses that Bitcoin knows are accepted, by the official vectors, and that one script has one text.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bitcoinAddress, checkBitcoinAddress } from './addresses.ts';

// BIP350, which replaces those of BIP173.
const validSegwit: [string, string][] = [
  ['BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0014751e76e8199196d454941c45d1b3a323f1433bd6'],
  [
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    '00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262',
  ],
  [
    'bc1pw508d6qejxtdg4y5r3zarvary0c5xw7kw508d6qejxtdg4y5r3zarvary0c5xw7kt5nd6y',
    '5128751e76e8199196d454941c45d1b3a323f1433bd6751e76e8199196d454941c45d1b3a323f1433bd6',
  ],
  ['BC1SW50QGDZ25J', '6002751e'],
  ['bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs', '5210751e76e8199196d454941c45d1b3a323'],
  [
    'tb1qqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesrxh6hy',
    '0020000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'tb1pqqqqp399et2xygdj5xreqhjjvcmzhxw4aywxecjdzew6hylgvsesf3hn0c',
    '5120000000c4a5cad46221b2a187905e5266362b99d5e91c6ce24d165dab93e86433',
  ],
  [
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    '512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
  ],
];

const invalidSegwit = [
  'tc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq5zuyut',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'tb1z0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqglt7rf',
  'BC1S0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'tb1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq24jc47',
  'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4',
  'BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R',
  'bc1pw5dgrnzv',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v8n0nx0muaewav253zgeav',
  'BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq47Zagq',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7v07qwwzcrf',
  'tb1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vpggkg4j',
  'bc1gmk9yu',
];

describe('segwit addresses (BIP173, BIP350) [rule:bitcoin-address]', () => {
  it.each(validSegwit)('%s is a script', (text, script) => {
    const chain = text.toLowerCase().startsWith('bc') ? 'main' : 'test';
    expect(checkBitcoinAddress(text, chain)).toEqual({ valid: true, key: script, address: text.toLowerCase() });
  });

  it.each(invalidSegwit)('%s is none', (text) => {
    for (const chain of ['main', 'test', 'regtest'] as const) {
      expect(checkBitcoinAddress(text, chain)).toMatchObject({ valid: false });
    }
  });

  it('of another network are reported as NETWORK, after the checksum', () => {
    const mainnet = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const testnet = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
    expect(checkBitcoinAddress(testnet, 'main')).toEqual({ valid: false, reason: 'NETWORK' });
    expect(checkBitcoinAddress(testnet, 'regtest')).toEqual({ valid: false, reason: 'NETWORK' });
    expect(checkBitcoinAddress(testnet.replace(/x$/, 'q'), 'main')).toEqual({ valid: false, reason: 'CHECKSUM' });
    for (const text of [mainnet, mainnet.toUpperCase(), testnet]) {
      expect(checkBitcoinAddress(text, 'signet')).toMatchObject({ valid: true, address: testnet });
    }
  });

  it('in mixed case are no address', () => {
    const text = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    expect(checkBitcoinAddress(`${text.slice(0, -1)}T4`, 'main')).toEqual({ valid: false, reason: 'FORMAT' });
    expect(checkBitcoinAddress(text.replace('bc1', 'BC1'), 'main')).toEqual({ valid: false, reason: 'FORMAT' });
  });
});

describe('base58check addresses [rule:bitcoin-address]', () => {
  it.each([
    // The first coinbase, and the first published pay-to-script-hash (BIP13).
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'main', '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'],
    ['3P14159f73E4gFr7JterCCQh9QjiTjiZrG', 'main', 'a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87'],
    ['mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'regtest', '76a914243f1394f44554f4ce3fd68649c19adc483ce92488ac'],
    ['2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'regtest', 'a9144e9f39ca4688ff102128ea4ccda34105324305b087'],
  ] as const)('%s is a script', (text, chain, key) => {
    expect(checkBitcoinAddress(text, chain)).toEqual({ valid: true, key, address: text });
    expect(bitcoinAddress(key, chain)).toBe(text);
  });

  it('with a wrong checksum, network or form are refused with that reason', () => {
    expect(checkBitcoinAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'main')).toMatchObject({ reason: 'CHECKSUM' });
    expect(checkBitcoinAddress('mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'main')).toMatchObject({ reason: 'NETWORK' });
    for (const text of [
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7Div0Na',
      ' 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      '1',
      '4A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ]) {
      expect(checkBitcoinAddress(text, 'main')).toEqual({ valid: false, reason: 'FORMAT' });
    }
  });

  it('of mainnet count on a test network, where they have its text', () => {
    expect(checkBitcoinAddress('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'regtest')).toEqual({
      valid: true,
      key: '76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac',
      address: 'mpXwg4jMtRhuSpVq4xS3HFHmCmWp9NyGKt',
    });
  });
});

const scripts = fc.oneof(
  fc.tuple(fc.constant('76a914'), fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.constant('88ac')),
  fc.tuple(fc.constant('a914'), fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.constant('87')),
  fc.tuple(fc.constantFrom('0014', '5114', '6014'), fc.uint8Array({ minLength: 20, maxLength: 20 }), fc.constant('')),
  fc.tuple(fc.constantFrom('0020', '5120'), fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.constant('')),
);

it('a script, its text and the script of that text are the same on every chain', () => {
  fc.assert(
    fc.property(
      scripts,
      fc.constantFrom('main', 'test', 'testnet4', 'signet', 'regtest'),
      ([head, hash, tail], chain) => {
        const key = head + Buffer.from(hash).toString('hex') + tail;
        const address = bitcoinAddress(key, chain);
        expect(checkBitcoinAddress(address, chain)).toEqual({ valid: true, key, address });
        if (chain !== 'main')
          expect(checkBitcoinAddress(bitcoinAddress(key, 'main'), chain)).toMatchObject({ key, address });
      },
    ),
  );
});

it('no text of any kind makes the check throw', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((rest) => `bc1${rest}`),
    fc.base64String(),
  );
  fc.assert(
    fc.property(texts, (text) => void checkBitcoinAddress(text, 'main')),
    { numRuns: 2_000 },
  );
});

it.each(['', '6a0400000000', '0015751e76e8199196d454941c45d1b3a323f1433bd6ff', '5101ff', 'zz'])(
  'the script "%s" has no address',
  (script) => {
    expect(() => bitcoinAddress(script, 'main')).toThrow(TypeError);
  },
);

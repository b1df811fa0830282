import { expect, it } from 'vitest';
import { addressOfKey } from './address-of-key.ts';

const addressOf = addressOfKey({ bitcoinChain: 'regtest' });

it.each([
  ['BITCOIN', '0014751e76e8199196d454941c45d1b3a323f1433bd6', 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'],
  ['BITCOIN', '00000000', 'key 00000000'],
  ['ERC20', '00'.repeat(21), `key ${'00'.repeat(21)}`],
] as const)('%s: %s reads as %s, and throws never', (network, key, text) => {
  expect(addressOf(network, key)).toBe(text);
});

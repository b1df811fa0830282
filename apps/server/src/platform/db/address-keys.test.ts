// The database keeps a key exactly where the chain's code can name the address that has it.
import { bitcoinAddress } from '@lode/chain-bitcoin';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/harness.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

const byte = (value: number) => value.toString(16).padStart(2, '0');
const program = (opcode: number, said: number, length = said) => `${byte(opcode)}${byte(said)}${'ab'.repeat(length)}`;
const hash = 'ab'.repeat(20);
const keys = [
  `76a914${hash}88ac`,
  `a914${hash}87`,
  `a914${hash}88`,
  `76a914${hash}88`,
  hash,
  `${hash.toUpperCase()}`,
  '',
  '0014',
  ...[0, 0x4f, 0x50, ...Array.from({ length: 16 }, (_, n) => 0x51 + n), 0x61].flatMap((opcode) =>
    [0, 1, 2, 19, 20, 21, 32, 33, 40, 41].map((length) => program(opcode, length)),
  ),
  program(0x51, 32, 31),
  program(0x51, 32, 33),
  program(0, 20, 32),
  `0014${'AB'.repeat(20)}`,
  `0014${'ag'.repeat(20)}`,
  `0014${hash}\n`,
];

const hasAddress = (key: string): boolean => {
  try {
    return bitcoinAddress(key, 'regtest') !== '';
  } catch {
    return false;
  }
};

it.each([
  ['BITCOIN', hasAddress],
  ['ERC20', (key: string) => /^[0-9a-f]{40}$/.test(key) && key.length === 40],
  ['DOGE', () => false],
])('of %s', async (network, isKey) => {
  const { rows } = await test.owner.query<{ key: string; kept: boolean }>({
    text: 'select key, is_address_key($1, key) as kept from unnest($2::text[]) key',
    values: [network, keys],
  });
  expect(rows.filter(({ kept }) => kept).map(({ key }) => key)).toEqual(keys.filter(isKey));
});

// Proves that each kind of script has its name, and that only what has no rules yet is called so.
import { expect, it } from 'vitest';
import { isUndefinedWitnessVersion, scriptKind, scriptKinds } from './script-kind.ts';

const scripts = {
  P2PKH: `76a914${'ab'.repeat(20)}88ac`,
  P2SH: `a914${'ab'.repeat(20)}87`,
  P2WPKH: `0014${'ab'.repeat(20)}`,
  P2WSH: `0020${'ab'.repeat(32)}`,
  P2TR: `5120${'ab'.repeat(32)}`,
};

it('names the five kinds', () => {
  expect(Object.values(scripts).map(scriptKind)).toEqual(Object.keys(scripts));
  expect(scriptKinds).toEqual(Object.keys(scripts));
  expect(Object.values(scripts).filter(isUndefinedWitnessVersion)).toEqual([]);
});

// Of BIP350's valid addresses.
it.each(['5210751e76e8199196d454941c45d1b3a323', '6002751e', `5128${'ab'.repeat(40)}`])('%s has no rules', (key) => {
  expect([scriptKind(key), isUndefinedWitnessVersion(key)]).toEqual([null, true]);
});

it.each(['', '51', '5102ab', '5202ababab', '6a02abab', `5129${'ab'.repeat(41)}`])('%s is no segwit script', (key) => {
  expect([scriptKind(key), isUndefinedWitnessVersion(key)]).toEqual([null, false]);
});

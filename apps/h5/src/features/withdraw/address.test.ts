import { describe, expect, it } from 'vitest';
import { mayBeAddress, tidiedAddress } from './address.ts';

const letters = (count: number, text = 'q') => text.repeat(count);

describe('an address has the form of one [rule:bitcoin-address] [rule:ethereum-address]', () => {
  it.each([
    [`1${letters(24, 'A')}`, true],
    [`3${letters(34, 'z')}`, true],
    [`1${letters(23, 'A')}`, false],
    [`1${letters(35, 'A')}`, false],
    [`1${letters(24, '0')}`, false],
    [`1${letters(24, 'l')}`, false],
    [`bc1${letters(11)}`, true],
    [`bc1${letters(87)}`, true],
    [`bc1${letters(10)}`, false],
    [`bc1${letters(88)}`, false],
    [`BC1${letters(39, 'Q')}`, true],
    [`bcrt1${letters(39)}`, true],
    [`0x${letters(40, 'a')}`, false],
    ['', false],
  ])('of Bitcoin: %s %s', (text, expected) => {
    expect(mayBeAddress(text, 'BITCOIN')).toBe(expected);
  });

  it.each([
    [`0x${letters(40, 'a')}`, true],
    [letters(40, 'F'), true],
    [`0x${letters(39, 'a')}`, false],
    [`0x${letters(41, 'a')}`, false],
    [`0x${letters(40, 'g')}`, false],
    [`bc1${letters(39)}`, false],
  ])('of Ethereum: %s %s', (text, expected) => {
    expect(mayBeAddress(text, 'ERC20')).toBe(expected);
  });
});

it('is sent without spaces, scheme and parameters, and bech32 in small letters', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  expect(tidiedAddress(` ${address.match(/.{1,4}/g)?.join(' ')}\n`)).toBe(address);
  expect(tidiedAddress(`bitcoin:${address.toUpperCase()}?amount=0.1`)).toBe(address);
  expect(tidiedAddress('ethereum:0xAb@1/transfer')).toBe('0xAb');
  expect(tidiedAddress('1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).toBe('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  expect(tidiedAddress('x'.repeat(500))).toHaveLength(128);
});

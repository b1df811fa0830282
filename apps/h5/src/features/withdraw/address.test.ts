import { describe, expect, it } from 'vitest';
import { mayBeAddress, normalisedAddress } from './address.ts';

const letters = (count: number, text = 'q') => text.repeat(count);

describe('the pattern of an address [rule:bitcoin-address] [rule:ethereum-address]', () => {
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
  ])('on Bitcoin, %s: %s', (text, expected) => {
    expect(mayBeAddress(text, 'BITCOIN')).toBe(expected);
  });

  it.each([
    [`0x${letters(40, 'a')}`, true],
    [letters(40, 'F'), true],
    [`0x${letters(39, 'a')}`, false],
    [`0x${letters(41, 'a')}`, false],
    [`0x${letters(40, 'g')}`, false],
    [`bc1${letters(39)}`, false],
  ])('on Ethereum, %s: %s', (text, expected) => {
    expect(mayBeAddress(text, 'ERC20')).toBe(expected);
  });
});

it('normalises an address: no spaces, scheme or parameters, and bech32 in lower case', () => {
  const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
  expect(normalisedAddress(` ${address.match(/.{1,4}/g)?.join(' ')}\n`)).toBe(address);
  expect(normalisedAddress(`bitcoin:${address.toUpperCase()}?amount=0.1`)).toBe(address);
  expect(normalisedAddress('ethereum:0xAb@1/transfer')).toBe('0xAb');
  expect(normalisedAddress('1BoatSLRHtKNngkdXEeobR76b53LETtpyT')).toBe('1BoatSLRHtKNngkdXEeobR76b53LETtpyT');
  expect(normalisedAddress('x'.repeat(500))).toHaveLength(128);
});

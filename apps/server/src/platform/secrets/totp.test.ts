// RFC 6238 and RFC 4648 by their own vectors; a code is good for its own step and the next, once.
import { describe, expect, it } from 'vitest';
import { base32, codeOfStep, matchStep, otpauthUri, stepAt } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
const now = new Date('2026-03-10T04:00:10Z');
const step = stepAt(now);
const codeAt = (of: number) => codeOfStep(secret, of);

describe('codeOfStep', () => {
  // Appendix B of RFC 6238, SHA-1: the last six of its eight digits.
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %i is %s', (second, code) => {
    expect(codeOfStep(secret, stepAt(new Date(second * 1000)))).toBe(code);
  });
});

describe('matchStep', () => {
  it('takes this step and the one before, and no other', () => {
    const matched = [-2, -1, 0, 1, 2].map((by) => matchStep(secret, codeAt(step + by), { now, lastStep: 0 }));
    expect(matched).toEqual([null, step - 1, step, null, null]);
  });

  it('takes none up to the last used one', () => {
    const matched = [-1, 0].map((by) => matchStep(secret, codeAt(step + by), { now, lastStep: step - 1 }));
    expect(matched).toEqual([null, step]);
  });

  it('takes nothing that is not six digits', () => {
    for (const code of ['', '12345', '１２３４５６', ' 12345'])
      expect(matchStep(secret, code, { now, lastStep: 0 })).toBeNull();
  });
});

it('writes base32 as RFC 4648 does', () => {
  const written = ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text)));
  expect(written).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
});

it('names account and secret to the app', () => {
  const uri = otpauthUri(secret, 'a+b@x.cn');
  expect(uri).toBe(
    'otpauth://totp/Lode:a%2Bb%40x.cn?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Lode&digits=6&period=30',
  );
});

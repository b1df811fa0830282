// Covers the validation of fields, with the server's patterns.
import { describe, expect, it } from 'vitest';
import { codeMessages } from '../../locales/zh/code.ts';
import { sessionMessages } from '../../locales/zh/session.ts';
import { accountError, codeError, newPasswordError, presentPasswordError } from './field-errors.ts';

const { errors } = sessionMessages;

describe('field errors', () => {
  it('accepts mainland phones [rule:phone]', () => {
    expect(accountError('13812345620')).toBeNull();
    expect(accountError(' 19912345620 ')).toBeNull();
    expect(accountError('1381234562')).toBe(errors.phoneLength);
    expect(accountError('138123456200')).toBe(errors.phoneLength);
    expect(accountError('12812345620')).toBe(errors.phoneShape);
    expect(accountError('23812345620')).toBe(errors.phoneShape);
  });

  it('accepts e-mail addresses loosely [rule:email]', () => {
    for (const good of ['a@b.cn', 'first.last+tag@sub.example.com', 'a_b-c.d@x-y.io']) {
      expect(accountError(good)).toBeNull();
    }
    for (const bad of ['a@', '@b.cn', 'a b@c.cn', 'name', 'a@b']) expect(accountError(bad)).toBe(errors.emailShape);
    expect(accountError('  ')).toBe(errors.accountMissing);
  });

  it('requires six digits of a code', () => {
    expect([codeError('123456'), codeError(''), codeError('12345'), codeError('12345a')]).toEqual([
      null,
      errors.codeMissing,
      codeMessages.shape,
      codeMessages.shape,
    ]);
  });

  it('requires letters, digits and length of a new password, and any text as the old one [code:20005]', () => {
    expect(newPasswordError('abc12345')).toBeNull();
    for (const weak of ['abc1234', 'abcdefgh', '12345678']) expect(newPasswordError(weak)).toBe(errors.passwordWeak);
    expect(newPasswordError('')).toBe(errors.passwordMissing);
    expect(presentPasswordError('x')).toBeNull();
    expect(presentPasswordError('')).toBe(errors.passwordMissing);
  });
});

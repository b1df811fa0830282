// How customers are named: what is a phone, what is an e-mail, what of them is shown, what a password must have.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmail, isPassword, isPhone, maskAccount, normaliseAccount } from './accounts.ts';

describe('account names', () => {
  it('takes mainland phones only [rule:phone]', () => {
    for (const good of ['13800138000', '19912345678', '13000000000']) expect(isPhone(good)).toBe(true);
    for (const bad of ['12800138000', '1380013800', '138001380000', '+8613800138000', '1380013800a', '']) {
      expect(isPhone(bad)).toBe(false);
    }
  });

  it('takes e-mails loosely [rule:email]', () => {
    for (const good of ['a@b.cn', 'first.last+tag@mail-host.example.com', 'under_score-1@x.io']) {
      expect(isEmail(good)).toBe(true);
    }
    for (const bad of ['@b.cn', 'a@', 'a b@c.cn', 'a@b', 'a@@b.cn', 'é@b.cn', `${'a'.repeat(124)}@b.cn`]) {
      expect(isEmail(bad)).toBe(false);
    }
  });

  it('has one spelling per account', () => {
    expect(normaliseAccount(' Alice@Example.COM ')).toBe('alice@example.com');
    expect(normaliseAccount('13800138000')).toBe('13800138000');
    expect(normaliseAccount('alice')).toBeNull();
  });

  it('holds nothing that a mail server would take for a command or another field', () => {
    for (const more of ['\r\nBcc: x@y.cn', '\nDATA', '\0', ', x@y.cn', '> SIZE=1', ' x@y.cn'])
      expect(normaliseAccount(`alice@example.com${more}`), more).toBeNull();
  });
});

describe('masking [rule:account-masking]', () => {
  it('shows three characters and the domain, or the end of a phone', () => {
    expect(maskAccount('abcdef@x.com')).toBe('abc****@x.com');
    expect(maskAccount('13812345678')).toBe('138****78');
  });

  it('never shows more of a short local part than it has', () => {
    expect(maskAccount('ab@x.com')).toBe('ab****@x.com');
    expect(maskAccount('a@x.com')).toBe('a****@x.com');
  });

  it('hides what stands between, whatever the local part is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{4,20}$/), (local) => {
        const masked = maskAccount(`${local}@x.com`);
        expect(masked).toBe(`${local.slice(0, 3)}****@x.com`);
      }),
    );
  });
});

it('wants 8 to 64 characters with a letter and a digit in a password', () => {
  for (const good of ['abcdefg1', 'A1!@#$%^', `a1${'x'.repeat(62)}`, '密码密码密码a1'])
    expect(isPassword(good)).toBe(true);
  for (const bad of ['abcdef1', 'abcdefgh', '12345678', `a1${'x'.repeat(63)}`, '']) expect(isPassword(bad)).toBe(false);
});

// Covers password strength by length and variety.
import { describe, expect, it } from 'vitest';
import { strengthOf } from './password-strength.ts';

describe('strengthOf', () => {
  it.each([
    ['', null],
    ['Ab1!', 'weak'],
    ['abcdefghijkl', 'weak'],
    ['aaaaaaaaaaa1', 'weak'],
    ['abc12345', 'fair'],
    ['Lode@2026', 'fair'],
    ['Lode@2026-vein', 'strong'],
    ['密码ore12345vein', 'strong'],
  ])('calls %j %s', (password, strength) => expect(strengthOf(password)).toBe(strength));
});

// The file is what its README says, and every entry is found in it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { commonPasswordsFile, digestBytes, isCommonPassword } from './common-passwords.ts';

describe('isCommonPassword', () => {
  it('knows the most used ones', () => {
    for (const common of ['1qaz2wsx', 'password1', 'qwer1234', 'a1234567', 'Abcd1234', 'Password1'])
      expect(isCommonPassword(common)).toBe(true);
  });

  it('knows nothing of others, nor of those that the rule refuses anyway', () => {
    for (const other of ['Lode@2026', 'N3wPassword', 'Passw0rd1', 'Lode@Console1', '123456', '', '矿脉2026abc'])
      expect(isCommonPassword(other)).toBe(false);
  });

  it('has a sorted list without doubles', () => {
    const list = readFileSync(commonPasswordsFile).toString('hex');
    const entries = list.match(new RegExp(`.{${2 * digestBytes}}`, 'g')) ?? [];
    expect(entries).toHaveLength(7209);
    expect(entries).toEqual([...new Set(entries)].sort());
    expect(entries.join('')).toBe(list);
  });
});

// Passwords are kept as argon2id with a pepper; comparing costs the same for an unknown account.
import { expect, it } from 'vitest';
import { newToken } from '../http/session.ts';
import { hashCode, newCode, sameHash } from './one-time-secret.ts';
import { createPasswords } from './passwords.ts';
import { pepperId } from './pepper.ts';

const cheap = { memoryKib: 8, passes: 1 };
const passwords = createPasswords(Buffer.from('pepper'), cheap);

it('knows the right secret, by argon2id, with a salt of its own', async () => {
  const [one, other] = [await passwords.hash('Passw0rd'), await passwords.hash('Passw0rd')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1,keyid=[A-Za-z0-9+/]{8}\$/);
  expect(one).not.toBe(other);
  expect([await passwords.verify(one, 'Passw0rd'), await passwords.verify(one, 'passw0rd')]).toEqual([true, false]);
});

it('is of no use without the pepper', async () => {
  const stored = await passwords.hash('Passw0rd');
  expect(await createPasswords(Buffer.from('another'), cheap).verify(stored, 'Passw0rd')).toBe(false);
});

it('goes on under the pepper before, named in the hash, until it is hashed anew', async () => {
  const old = await passwords.hash('Passw0rd');
  expect(old).toContain(`,keyid=${pepperId(Buffer.from('pepper'))}$`);
  const both = createPasswords(Buffer.from('another'), cheap, Buffer.from('pepper'));
  expect([await both.verify(old, 'Passw0rd'), await both.verify(old, 'passw0rd')]).toEqual([true, false]);
  const anew = (await both.rehash(old, 'Passw0rd')) ?? '';
  expect([await both.verify(anew, 'Passw0rd'), await both.rehash(anew, 'Passw0rd')]).toEqual([true, null]);
  const another = createPasswords(Buffer.from('another'), cheap);
  expect([await another.verify(anew, 'Passw0rd'), await another.verify(old, 'Passw0rd')]).toEqual([true, false]);
  // From before hashes named their pepper.
  const unnamed = old.replace(/,keyid=[^$]*/, '');
  expect([await passwords.verify(unnamed, 'Passw0rd'), await both.verify(unnamed, 'Passw0rd')]).toEqual([true, true]);
  expect([await passwords.rehash(unnamed, 'Passw0rd'), await both.rehash(unnamed, 'Passw0rd')]).toEqual([
    null,
    expect.stringContaining('keyid='),
  ]);
});

it('is never right where there is no secret, whatever is tried', async () => {
  for (const guess of ['', 'Passw0rd', 'the secret of no account'])
    expect(await passwords.verify(null, guess)).toBe(false);
});

it('makes secrets of 256 random bits, and codes that use every digit in every place', () => {
  const tokens = Array.from({ length: 200 }, newToken);
  expect(new Set(tokens).size).toBe(200);
  for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  const codes = Array.from({ length: 2000 }, newCode);
  for (let place = 0; place < 6; place++) expect(new Set(codes.map((code) => code[place])).size).toBe(10);
});

it('makes codes of six digits that prove something in their own place only', () => {
  for (let made = 0; made < 1000; made++) expect(newCode()).toMatch(/^\d{6}$/);
  const pepper = Buffer.from('pepper');
  const hash = hashCode(pepper, 'LOGIN alice', '123456');
  expect(sameHash(hash, hashCode(pepper, 'LOGIN alice', '123456'))).toBe(true);
  expect(sameHash(hash, hashCode(pepper, 'WITHDRAW alice', '123456'))).toBe(false);
  expect(sameHash(hash, hashCode(Buffer.from('other'), 'LOGIN alice', '123456'))).toBe(false);
});

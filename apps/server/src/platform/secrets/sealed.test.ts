// What is sealed opens under the same pepper, purpose and context only, and unchanged only.
import { describe, expect, it } from 'vitest';
import { sealer } from './sealed.ts';

const pepper = Buffer.from('a pepper of a test');
const secret = Buffer.from('twenty bytes of this');

describe('sealer', () => {
  it('opens what it sealed, and seals each time differently', () => {
    const { seal, open } = sealer(pepper, 'test');
    const [one, other] = [seal(secret, 'customer 1'), seal(secret, 'customer 1')];
    expect(open(one, 'customer 1')).toEqual(secret);
    expect(one.equals(other)).toBe(false);
    expect(one.includes(secret)).toBe(false);
  });

  it('refuses another context, purpose or pepper, and a changed byte', () => {
    const sealed = sealer(pepper, 'test').seal(secret, 'customer 1');
    expect(() => sealer(pepper, 'test').open(sealed, 'customer 2')).toThrow();
    expect(() => sealer(pepper, 'other').open(sealed, 'customer 1')).toThrow();
    expect(() => sealer(Buffer.from('another'), 'test').open(sealed, 'customer 1')).toThrow();
    sealed[15] = (sealed[15] ?? 0) ^ 1;
    expect(() => sealer(pepper, 'test').open(sealed, 'customer 1')).toThrow();
  });
});

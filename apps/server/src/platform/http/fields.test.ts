// What a caller sent is read strictly: nothing is guessed, nothing is silently dropped.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MalformedInput, readForm, readJson } from './fields.ts';

const fieldOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof MalformedInput) return error.field;
    throw error;
  }
  return null;
};

describe('a form', () => {
  it('is read in order, repeats included', () => {
    expect(readForm('a=1&b=%E7%9F%BF+%2B&a=2&c&&d=x%3Dy=z')).toEqual([
      ['a', '1'],
      ['b', '矿 +'],
      ['a', '2'],
      ['c', ''],
      ['d', 'x=y=z'],
    ]);
    expect(readForm('')).toEqual([]);
  });

  it('with a broken escape names the field', () => {
    expect(fieldOf(() => readForm('account=%zz'))).toBe('account');
    expect(fieldOf(() => readForm('%E7=1'))).toBe('query');
  });

  it('gives back whatever a client encoded', () => {
    const field = fc.tuple(fc.string({ minLength: 1, unit: 'grapheme' }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        expect(readForm(new URLSearchParams(fields).toString())).toEqual(fields);
      }),
    );
  });
});

describe('a JSON body', () => {
  it('is an object or nothing', () => {
    expect(readJson('{"a":1,"b":null}')).toEqual([
      ['a', 1],
      ['b', null],
    ]);
    expect(readJson(' ')).toEqual([]);
    for (const text of ['[]', '1', '"a"', 'null', '{', '{"a":}', 'undefined']) {
      expect(fieldOf(() => readJson(text))).toBe('body');
    }
  });

  it('names a field that stands twice', () => {
    expect(fieldOf(() => readJson('{"amount":"1","coin":"BTC","amount":"2"}'))).toBe('amount');
    expect(fieldOf(() => readJson('{"amount":"1", "\\u0061mount" : "2"}'))).toBe('amount');
  });

  it('is not misled by text that only looks like a field', () => {
    const tricky = { a: '"a":1', b: { a: 1 }, c: ['a', { a: ':' }], 'd"': '{', e: '\\' };
    expect(readJson(JSON.stringify(tricky, null, 2))).toEqual(Object.entries(tricky));
  });

  it('takes every object that JSON can write', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const text = JSON.stringify(object);
        expect(readJson(text)).toEqual(Object.entries(JSON.parse(text)));
      }),
    );
  });
});

// The hash decides between "the same request again" and "another request under an old key", permanently.
import { expect, it } from 'vitest';
import { type HashInput, inputHash } from './input-hash.ts';

const hex = (input: HashInput) => inputHash(input).toString('hex');

it('stays what it was: stored hashes outlive this program', () => {
  expect(hex({ coin: 'BTC', amount: 150n, confirm: false })).toBe(
    'a2649e3637bb093bfd52edab7e628aff7a6ad0c1e4d2df826cacc24b005f5fd4',
  );
});

it('takes no notice of the order of fields or of absent ones', () => {
  expect(hex({ a: 1, b: [1, 2], c: undefined })).toBe(hex({ b: [1, 2], a: 1 }));
});

it('tells apart what is not the same', () => {
  const inputs: HashInput[] = [
    null,
    '',
    'null',
    1,
    1n,
    '1',
    '1n',
    true,
    [],
    {},
    [1, 2],
    [2, 1],
    [[1], 2],
    { a: 1 },
    { a: '1' },
    { a: 1n },
    { a: { b: 1 } },
    { a: null, b: null },
    new Date(0),
    '1970-01-01T00:00:00.000Z',
    'a":"b',
    { 'a":"b': 1 },
  ];
  expect(new Set(inputs.map(hex)).size).toBe(inputs.length);
});

// Proves that the bitmap has no false negatives and few false positives.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { WatchSet } from './watch-set.ts';

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex'));
const keyWord = (key: string): number => Buffer.from(key, 'hex').readUInt32BE(3);
const outputWord = (output: string): number => Buffer.from(output, 'hex').readUInt32BE(0);

it('finds every added key and output, before and after it grows', () => {
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 3_000 }), (hashes) => {
      const watched = new WatchSet(hashes.slice(0, 10), []);
      for (const text of hashes) {
        watched.addKey(text);
        watched.addOutput(`${text}:1`);
      }
      for (const text of hashes) {
        expect(watched.mayHaveKey(keyWord(text)) && watched.hasKey(text)).toBe(true);
        expect(watched.mayHaveOutput(outputWord(text)) && watched.hasOutput(`${text}:1`)).toBe(true);
        expect(watched.hasOutput(`${text}:0`)).toBe(false);
      }
    }),
    { numRuns: 30 },
  );
});

it('rejects nearly all other entries', () => {
  const watched = new WatchSet();
  const texts = Array.from({ length: 20_000 }, (_, i) => Math.imul(i, 2_654_435_761) >>> 0);
  const text = (word: number): string => `001400${word.toString(16).padStart(8, '0')}${'00'.repeat(15)}`;
  for (const word of texts.slice(0, 10_000)) watched.addKey(text(word));
  const lookedUp = texts.slice(10_000).filter((word) => watched.mayHaveKey(keyWord(text(word))));
  expect(lookedUp.length).toBeLessThan(500);
});

it('finds short keys by their full text', () => {
  const watched = new WatchSet(['6002751e']);
  expect(watched.hasKey('6002751e')).toBe(true);
});

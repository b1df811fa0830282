import { describe, expect, it } from 'vitest';
import { bannedUses, parseBanned } from './banned.ts';

const banned = parseBanned(`# a comment
word grot
word old road
name half-gone
=name Crisp
file -reply.ts
`);
const uses = (file: string, source: string) =>
  bannedUses(file, () => source, banned).map(({ line, word }) => `${line ?? '-'} ${word}`);

describe('banned words', () => {
  it.each([
    ['a word in prose', 'a.md', 'fine\nThe Grot is here', ['2 grot']],
    ['a word in a name', 'a.ts', 'const grotCount = 1;', ['1 grot']],
    [
      'several words, joined in any way',
      'a.md',
      'old road\nold-road\nOldRoad\nold_road',
      ['1', '2', '3', '4'].map((n) => `${n} old road`),
    ],
    ['a name in TypeScript', 'a.ts', '\nconst isHalfGone = 1;', ['2 half-gone (isHalfGone)']],
    ['a name in SQL', 'a.sql', 'create table half_gone ();', ['1 half-gone (half_gone)']],
    ['an exact name', 'a.ts', 'const Crisp = 1;', ['1 Crisp (Crisp)']],
    ['a file name', 'half-gone/a.ts', '', ['- half-gone (file name)']],
    ['the end of a path', 'a-reply.ts', '', ['- -reply.ts (file name)']],
  ])('are found: %s', (_, file, source, expected) => {
    expect(uses(file, source)).toEqual(expected);
  });

  it.each([
    ['a longer word', 'a.md', 'grotto'],
    ['a name in prose', 'a.md', 'It is half gone. Half-gone.'],
    ['a name in a comment or a string', 'a.ts', "// half-gone\nexport const a = 'half-gone';"],
    ['a name in a comment of SQL', 'a.sql', '-- half_gone'],
    ['a longer or lower-case name', 'a.ts', 'const CrispBread = 1;\nconst crisp = 2;'],
    ['a generated file', 'package-lock.json', 'grot'],
  ])('are not %s', (_, file, source) => {
    expect(uses(file, source)).toEqual([]);
  });

  it('need a known kind', () => {
    expect(() => parseBanned('wrod a')).toThrow('"wrod a" is none of');
  });
});

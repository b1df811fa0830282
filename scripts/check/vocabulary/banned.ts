import ts from 'typescript6';
import { walk } from '../rules/rule.ts';

export interface Banned {
  kind: 'word' | 'name' | '=name' | 'file';
  word: string;
}

export interface Use {
  file: string;
  /** From 1; left out when the file's name is meant. */
  line?: number;
  word: string;
}

export function parseBanned(list: string): Banned[] {
  return list
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, kind = '', word = ''] = /^(word|name|=name|file) (\S.*)$/.exec(line) ?? [];
      if (kind === '') throw new Error(`vocabulary-banned.txt: "${line}" is none of word, name, =name, file`);
      return { kind: kind as Banned['kind'], word };
    });
}

/** Not written by hand, or in the spec's own words. */
const isForeign = (file: string): boolean =>
  /^(package-lock\.json|docs\/spec-(coverage\.md|rows\.json)|docs\/vocabulary-banned\.txt)$|spec-rows\.json$|\.(csv|png|svg|ico|woff2?|gz|xlsx)$/.test(
    file,
  );

/** Every use of a banned word in a file and in its path. */
export function bannedUses(file: string, read: () => string, banned: readonly Banned[]): Use[] {
  const inPath = banned
    .filter((entry) => matchesPath(file, entry))
    .map(({ word }) => ({ file, word: `${word} (file name)` }));
  if (isForeign(file)) return inPath;
  const source = read();
  return [...inPath, ...wordUses(file, source, banned), ...nameUses(file, source, banned)];
}

function matchesPath(file: string, { kind, word }: Banned): boolean {
  if (kind === 'file') return word.endsWith('/') ? file.includes(word) : file.endsWith(word);
  const names = file.split('/').map((part) => part.replace(/\..*$/, ''));
  return names.some((name) => (kind === '=name' ? name === word : hasParts(name, word)));
}

function wordUses(file: string, source: string, banned: readonly Banned[]): Use[] {
  const words = banned.filter(({ kind }) => kind === 'word').map(({ word }) => word);
  const joined = words.map((word) => word.replaceAll(' ', '[ _-]?'));
  const lower = source.toLowerCase();
  if (words.length === 0 || !new RegExp(joined.join('|')).test(lower)) return [];
  return source.split('\n').flatMap((text, index) => {
    const parts = ` ${partsOf(text).join(' ')} `;
    return words.filter((word) => parts.includes(` ${word} `)).map((word) => ({ file, line: index + 1, word }));
  });
}

function nameUses(file: string, source: string, banned: readonly Banned[]): Use[] {
  const names = banned.filter(({ kind, word }) => kind.endsWith('name') && mayContain(source, word));
  if (names.length === 0) return [];
  return identifiersOf(file, source).flatMap(({ name, line }) =>
    names
      .filter(({ kind, word }) => (kind === '=name' ? name === word : hasParts(name, word)))
      .map(({ word }) => ({ file, line: line(), word: `${word} (${name})` })),
  );
}

const mayContain = (source: string, word: string): boolean =>
  source.toLowerCase().includes(word.split('-')[0]?.toLowerCase() ?? '');

function identifiersOf(file: string, source: string): { name: string; line: () => number }[] {
  const found: { name: string; line: () => number }[] = [];
  if (/\.(tsx?|mjs)$/.test(file)) {
    walk(file, source, (node, line) => {
      if (ts.isIdentifier(node)) found.push({ name: node.text, line });
    });
  } else if (file.endsWith('.sql')) {
    for (const [index, text] of source.split('\n').entries()) {
      for (const [name] of text.replace(/--.*/, '').matchAll(/\w+/g)) found.push({ name, line: () => index + 1 });
    }
  }
  return found;
}

/** `isDead`, `is-dead` and `is_dead` all consist of `is dead`. */
function partsOf(text: string): string[] {
  return (
    text
      .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  );
}

function hasParts(name: string, word: string): boolean {
  return ` ${partsOf(name).join(' ')} `.includes(` ${partsOf(word).join(' ')} `);
}

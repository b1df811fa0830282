import { fileRule, type Rule } from './rule.ts';

/** This file spells the words to look for them. */
const spellsThem = /^scripts\/check\/rules\/tidy\.ts$/;
const isText = (file: string): boolean => !/\.(png|ico|woff2?|gz|xlsx)$/.test(file);

const unwanted: { pattern: RegExp; problem: string }[] = [
  { pattern: /(oxlint|eslint)-disable|biome-ignore/, problem: 'silences a check' },
  { pattern: /(^|[\s"'`(=:])\/(work|root|home)\/[a-z]/, problem: 'path of one machine' },
  { pattern: /registry\.npm|npmmirror|"resolved": "https?:/, problem: 'host of a package registry' },
];

export const wordsRule = fileRule(
  'words',
  (file) => isText(file) && !/\.(svg|csv)$/.test(file) && !spellsThem.test(file),
  (_file, source) =>
    source
      .split('\n')
      .flatMap((text, index) =>
        unwanted
          .filter(({ pattern }) => pattern.test(text))
          .map(({ problem }) => ({ line: index + 1, problem: `${problem}: ${text.trim().slice(0, 80)}` })),
      ),
);

/** Links between documents lead to files of the repository. */
export const linkRule: Rule = {
  name: 'links',
  check: (repo) => {
    const known = new Set(repo.files);
    const isFolder = (path: string): boolean => repo.files.some((file) => file.startsWith(`${path}/`));
    return repo.files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...repo.read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g)]
          .map(([, target = '']) => ({ target, path: resolve(file, target.replace(/#.*$/, '')) }))
          .filter(({ path }) => !known.has(path) && !isFolder(path))
          .map(({ target }) => ({ file, problem: `link to ${target}, which does not exist` })),
      );
  },
};

function resolve(from: string, target: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

import { fileRule, type Rule } from './rule.ts';

const longest = 400;
/** Written by a program: their length is nobody's choice. */
const generated =
  /^(package-lock\.json|db\/schema\.sql|docs\/spec-coverage\.md|docs\/spec-not-built\.json)$|\.(csv|png|svg|ico)$/;
/** This very file has to spell the words to look for them. */
const spellsThem = /^scripts\/check\/rules\/tidy\.ts$/;
const isText = (file: string): boolean => !/\.(png|ico|woff2?|gz|xlsx)$/.test(file);

export const lengthRule = fileRule(
  'length',
  (file) => isText(file) && !generated.test(file),
  (_file, source) => {
    const lines = source.trimEnd().split('\n').length;
    return lines > longest ? [{ problem: `${lines} lines: split it along a meaning (at most ${longest})` }] : [];
  },
);

const kebab = /^\.?[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
const namedByOthers = /^(README|CHANGELOG|LICENSE)(\.md)?$|^[0-9]{4}_[a-z0-9_]+\.sql$|^\.[a-z]+$/;

export const fileNameRule: Rule = {
  name: 'file names',
  check: (house) =>
    house.files
      .filter((file) => {
        const name = file.slice(file.lastIndexOf('/') + 1);
        return !kebab.test(name) && !namedByOthers.test(name);
      })
      .map((file) => ({ file, problem: 'name it in kebab-case' })),
};

const unwanted: { pattern: RegExp; problem: string }[] = [
  { pattern: /\b(TODO|FIXME|XXX|HACK)\b/, problem: 'unfinished work: do it or open an issue' },
  {
    pattern: /@ts-(ignore|nocheck|expect-error(?! type test: ))|(oxlint|eslint)-disable|biome-ignore/,
    problem: 'silences a check',
  },
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

/** A link to a file that is not there helps nobody. */
export const linkRule: Rule = {
  name: 'links',
  check: (house) => {
    const known = new Set(house.files);
    const isFolder = (path: string): boolean => house.files.some((file) => file.startsWith(`${path}/`));
    return house.files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...house.read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)\s]+)\)/g)]
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

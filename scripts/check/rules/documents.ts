import { fileRule, isTest, type Rule } from './rule.ts';

const isSource = (file: string): boolean => /\.(ts|tsx|mjs|sql|json|css|html)$/.test(file) && !file.startsWith('docs/');
/** Pages that say where things are now; decisions tell of their own time. */
const isGuide = (file: string): boolean =>
  /(^|\/)README\.md$|^docs\/(glossary\.md|runbooks\/|recipes\/)/.test(file) && !file.startsWith('docs/adr/');
const word = /[A-Za-z_]\w*/g;
/** A bare name in code marks; one that begins with `_` is the end of a longer one. */
const name = /`([A-Za-z]\w*)(?:\(\))?`/g;

/** A reader looks for what a document names: it is in the code, by that very name. */
export const namesRule: Rule = {
  name: 'names in documents',
  check: (repo) => {
    const known = new Set(repo.files.filter(isSource).flatMap((file) => repo.read(file).match(word) ?? []));
    return repo.files.filter(isGuide).flatMap((file) =>
      repo
        .read(file)
        .split('\n')
        .flatMap((text, index) =>
          [...text.matchAll(name)]
            .filter(([, named = '']) => !known.has(named))
            .map(([, named]) => ({
              file,
              line: index + 1,
              problem: `names \`${named}\`, which is nowhere in the code`,
            })),
        ),
    );
  },
};

/** This file spells the words to look for them. */
const spellsThem = /^scripts\/check\/rules\/documents\.ts$/;
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

/** `[text](target)`, and the line `[name]: target` that `[name]` stands for. */
const links = /\]\((?!https?:|mailto:)([^)\s]+)\)|^\[[^\]\n]+\]: +(?!https?:|mailto:)(\S+)/gm;

/** Links between documents lead to files of the repository, and to headings that these have. */
export const linkRule: Rule = {
  name: 'links',
  check: (repo) => {
    const known = new Set(repo.files);
    const isFolder = (path: string): boolean => repo.files.some((file) => file.startsWith(`${path}/`));
    const isWrong = (file: string, target: string): boolean => {
      const [page = '', anchor] = target.split('#');
      const path = page === '' ? file : resolve(file, page);
      if (!known.has(path)) return !isFolder(path);
      return anchor !== undefined && path.endsWith('.md') && !anchorsOf(repo.read(path)).has(anchor);
    };
    return repo.files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => {
        const page = repo.read(file);
        return [
          ...[...page.matchAll(links)]
            .map(([, inline, defined = '']) => inline ?? defined)
            .filter((target) => isWrong(file, target))
            .map((target) => ({ file, problem: `link to ${target}, which does not exist` })),
          ...undefinedReferences(page).map((name) => ({
            file,
            problem: `names [${name}] without a line that links it`,
          })),
        ];
      });
  },
};

/** Files and decisions in brackets that no line of the page leads anywhere: they would be shown as plain text. */
function undefinedReferences(page: string): string[] {
  const defined = new Set([...page.matchAll(/^\[([^\]\n]+)\]: /gm)].map(([, name]) => name));
  return [...page.matchAll(/\[([\w./-]+\.(?:ts|tsx|md|sql)|ADR \d{4})\](?![([])/g)]
    .map(([, name = '']) => name)
    .filter((name) => !defined.has(name));
}

/** The anchors of a page's headings, as code hosts derive them. */
function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of page.replace(/^(```|~~~)[^]*?^\1/gm, '').matchAll(/^#{1,6} +(.+)$/gm)) {
    const text = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .trim()
      .toLowerCase();
    const anchor = text.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let name = anchor;
    for (let again = 1; anchors.has(name); again += 1) name = `${anchor}-${again}`;
    anchors.add(name);
  }
  return anchors;
}

function resolve(from: string, target: string): string {
  const parts = target.startsWith('/') ? [] : from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

const readVariable = /\b(?:given|wanted)\('([A-Z][A-Z0-9_]+)'\)|\b(?:env|environment)\.([A-Z][A-Z0-9_]+)/g;
/** Set by npm, Node.js or PostgreSQL's own tools. */
const foreign = /^(PG|npm_|INIT_CWD$|PATH$)/;
const operationsPage = 'docs/operations.md';

/** Every environment variable that the product reads is on the operations page. */
export const environmentRule: Rule = {
  name: 'environment',
  check: (repo) => {
    const documented = repo.read(operationsPage);
    return repo.files
      .filter(
        (file) =>
          /^(apps\/(server|signer)\/src|packages\/signing\/src|scripts)\/.*\.(ts|mjs)$/.test(file) &&
          !isTest(file) &&
          !file.startsWith('scripts/check/'),
      )
      .flatMap((file) =>
        [...new Set([...repo.read(file).matchAll(readVariable)].map(([, a, b]) => a ?? b ?? ''))]
          .filter((name) => !foreign.test(name) && !documented.includes(`\`${name}\``))
          .map((name) => ({
            file,
            problem: `${name} is not in ${operationsPage}: declare it, then npm run operations`,
          })),
      );
  },
};

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const reasonsFile = 'docs/adr/dependencies.md';

/** A dependency is chosen, not collected: exact version, and its reason written down. */
export const dependenciesRule: Rule = {
  name: 'dependencies',
  check: (repo) => {
    const reasons = repo.read(reasonsFile);
    return repo.files
      .filter((file) => /(^|\/)package\.json$/.test(file))
      .flatMap((file) => {
        const { dependencies, devDependencies } = JSON.parse(repo.read(file)) as Manifest;
        return Object.entries({ ...dependencies, ...devDependencies })
          .filter(([name]) => !name.startsWith('@lode/'))
          .flatMap(([name, version]) => [
            ...(/^(npm:[a-z]+@)?\d+\.\d+\.\d+([-.][0-9A-Za-z.]+)?$/.test(version)
              ? []
              : [{ file, problem: `${name}@${version} is no exact version` }]),
            ...(reasons.includes(`\`${name}\``) ? [] : [{ file, problem: `${name} has no reason in ${reasonsFile}` }]),
          ]);
      });
  },
};

import type { Rule } from './rule.ts';

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

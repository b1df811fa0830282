import { isTest, type Rule } from './rule.ts';

const read = /\b(?:given|wanted)\('([A-Z][A-Z0-9_]+)'\)|\b(?:env|environment)\.([A-Z][A-Z0-9_]+)/g;
/** Set by npm, Node.js or PostgreSQL's own tools. */
const foreign = /^(PG|npm_|PATH$)/;
const page = 'docs/operations.md';

/** Every environment variable that the product reads is on the operations page. */
export const environmentRule: Rule = {
  name: 'environment',
  check: (repo) => {
    const documented = repo.read(page);
    return repo.files
      .filter(
        (file) =>
          /^(apps\/(server|signer)\/src|packages\/signing\/src|scripts)\/.*\.(ts|mjs)$/.test(file) &&
          !isTest(file) &&
          !file.startsWith('scripts/check/'),
      )
      .flatMap((file) =>
        [...new Set([...repo.read(file).matchAll(read)].map(([, a, b]) => a ?? b ?? ''))]
          .filter((name) => !foreign.test(name) && !documented.includes(`\`${name}\``))
          .map((name) => ({ file, problem: `${name} is not in ${page}: declare it, then npm run operations` })),
      );
  },
};

import { isTest, type Rule } from './rule.ts';

const read = /\b(?:given|wanted)\('([A-Z][A-Z0-9_]+)'\)|\b(?:env|environment)\.([A-Z][A-Z0-9_]+)/g;
/** Set by npm, Node.js or PostgreSQL's own tools, not read as settings of the product. */
const notOurs = /^(PG|npm_|PATH$)/;

/** Every switch that the product reads from the environment is in the README's table, where an operator looks. */
export const environmentRule: Rule = {
  name: 'environment',
  check: (repo) => {
    const readme = repo.read('README.md');
    return repo.files
      .filter(
        (file) =>
          /^(apps\/server\/src|scripts)\/.*\.(ts|mjs)$/.test(file) &&
          !isTest(file) &&
          !file.startsWith('scripts/check/'),
      )
      .flatMap((file) =>
        [...new Set([...repo.read(file).matchAll(read)].map(([, a, b]) => a ?? b ?? ''))]
          .filter((name) => !notOurs.test(name) && !readme.includes(`\`${name}\``))
          .map((name) => ({ file, problem: `${name} is not in the README's table of the environment` })),
      );
  },
};

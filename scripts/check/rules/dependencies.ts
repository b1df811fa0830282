import type { Rule } from './rule.ts';

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

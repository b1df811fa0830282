/**
 * The direction of every import in the repository: `npx tsx scripts/check/boundaries.ts [FOLDER]`. Exit 1 with each import that
 * a rule forbids, and when fewer modules were seen than the repository has: a check that sees nothing must not pass.
 */
import './use-typescript6.ts';
import { existsSync, readdirSync } from 'node:fs';
import { boundaryRules, type Folders } from './boundary-rules.ts';
import { root } from './repository.ts';

/** Fewer modules than this means that the cruise did not see the repository. */
const fewestModules = 1000;

function foldersOf(base: string): Folders {
  const inside = (path: string): string[] =>
    existsSync(`${base}/${path}`)
      ? readdirSync(`${base}/${path}`, { withFileTypes: true }).flatMap((entry) =>
          entry.isDirectory() ? [entry.name] : [],
        )
      : [];
  const apps = inside('apps');
  return {
    apps,
    packages: inside('packages'),
    serverSlices: inside('apps/server/src/features'),
    clientSlices: apps
      .filter((app) => app !== 'server')
      .flatMap((app) => inside(`apps/${app}/src/features`).map((slice) => ({ app, slice }))),
  };
}

async function run(base: string, fewest: number): Promise<number> {
  process.chdir(base);
  const { cruise } = await import('dependency-cruiser');
  const { output } = await cruise(
    ['apps', 'packages', 'bench', 'e2e', 'scripts', 'simulation'].filter((folder) => existsSync(folder)),
    {
      ruleSet: { forbidden: boundaryRules(foldersOf(base)) },
      validate: true,
      tsPreCompilationDeps: 'specify',
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)dist/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['import', 'types', 'default'],
        extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
      },
    },
  );
  if (typeof output === 'string') throw new Error('expected the result of the cruise, got a text');
  const { violations, totalCruised, totalDependenciesCruised = 0 } = output.summary;
  for (const { rule, from, to } of violations) process.stderr.write(`${from} → ${to}: ${rule.name}\n`);
  process.stdout.write(
    `boundaries: ${totalCruised} modules, ${totalDependenciesCruised} imports, ${violations.length} wrong\n`,
  );
  if (totalCruised < fewest || totalDependenciesCruised === 0) {
    process.stderr.write(`only ${totalCruised} modules seen, expected at least ${fewest}\n`);
    return 1;
  }
  return violations.length === 0 ? 0 : 1;
}

const [folder] = process.argv.slice(2);
process.exitCode = folder ? await run(folder, 1) : await run(root, fewestModules);

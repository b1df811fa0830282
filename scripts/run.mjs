// `node scripts/run.mjs PROGRAM …`: what every command of package.json runs. Plain JavaScript, with lib/prepare.mjs and
// lib/project.mjs, because it runs before anything is installed. PROGRAM is a file of dist/, built first when a source has
// changed, in production refused then; or a TypeScript file, which tsx runs from source.

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assertBuilt, ensureBuilt, ensureInstalled, isProduction } from './lib/prepare.mjs';
import { root, run } from './lib/project.mjs';

const [program, ...args] = process.argv.slice(2);
if (program.startsWith('dist/')) {
  if (isProduction(process.env)) await assertBuilt();
  else await ensureBuilt();
  const file = join(root, program);
  process.argv.splice(1, 2, file);
  await import(pathToFileURL(file).href);
} else {
  await ensureInstalled();
  process.exit(await run(process.execPath, ['--import', 'tsx', program, ...args]));
}

// `npm run bench -- NAME [options]`: one measurement of bench/, or the list of them.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/prepare.mjs';
import { root, run } from './lib/project.mjs';

const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3));
const [name, ...options] = process.argv.slice(2);
if (!name || !names.includes(name)) {
  console.error(`usage: npm run bench -- NAME [options]\nNAME is one of: ${names.join(', ')}`);
  process.exit(2);
}
await ensureBuilt();
process.exit(await run(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...options]));

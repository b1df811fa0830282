// `node scripts/tsx.mjs FILE …`: a TypeScript program of the workshop (bench, simulate, check) from its source.
import { ensureInstalled } from './lib/prepare.mjs';
import { run } from './lib/project.mjs';

await ensureInstalled();
process.exit(await run(process.execPath, ['--import', 'tsx', ...process.argv.slice(2)]));

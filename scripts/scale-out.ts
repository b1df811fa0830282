/** `npm run scale-out`: the product on several machines' worth of processes, its primary killed under load (docs/scale.md). */
import { parseArgs } from 'node:util';
import { ensureBuilt } from './lib/prepare.mjs';
import { run } from './lib/project.mjs';
import { ensureScaleOutTools } from './lib/system-tools.ts';

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    seconds: { type: 'string' },
    keep: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`Usage: npm run scale-out -- [options]

  --kills N    how often the primary is killed (10)
  --seconds N  of load before each kill (8)
  --keep       leaves logs and data where the first line says
  -h, --help   this page

Exit codes: 0 all held; 1 something did not, and is named.`);
  process.exit(0);
}
await ensureScaleOutTools();
await ensureBuilt();
process.exit(await run(process.execPath, ['--import', 'tsx', 'simulation/scale-out/run.ts', ...process.argv.slice(2)]));

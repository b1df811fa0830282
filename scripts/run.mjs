// `node scripts/run.mjs NAME …`: one command of the product, built when needed.
import { ensureBuilt } from './lib/prepare.mjs';

await ensureBuilt();
await import('../dist/server/cli.js');

// `npm run signer -- NAME …`: the signer itself, or a command of it, built when needed.
import { ensureBuilt } from './lib/prepare.mjs';

await ensureBuilt();
await import('../dist/signer/main.js');

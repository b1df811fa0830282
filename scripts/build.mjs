// `npm run build`: installs what the lock file names and builds all that is deployed. Plain JavaScript, as run.mjs.
import { ensureBuilt } from './lib/prepare.mjs';

await ensureBuilt();
console.log('dist/ is built from these sources: deploy this folder with node_modules');

// `npm start`, once all is installed and built: serves, and starts the demo's nodes. Runs compiled, as dist/scripts/start.js.
import { join } from 'node:path';
import type * as Server from '../apps/server/src/main.ts';
import { startDemoNodes } from './lib/demo-nodes.ts';
import { root } from './lib/project.mjs';

endWithNpm();
const { served } = (await import(join(root, 'dist', 'server', 'main.js'))) as typeof Server;
if (served?.startsNodes) await startDemoNodes(served);

/** npm that was killed cannot pass the signal on; a server without its parent ends as if it had. */
function endWithNpm(): void {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

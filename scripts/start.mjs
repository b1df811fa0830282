// `npm start`: installs, builds and serves. Whatever is up to date is left alone.
import { startDemoNodes } from './lib/demo-nodes.mjs';
import { ensureBuilt } from './lib/prepare.mjs';

await ensureBuilt();
endWithNpm();
const { served } = await import('../dist/server/main.js');
if (served?.startsNodes) await startDemoNodes(served);

/** npm that was killed cannot pass the signal on; a server without its parent ends as if it had. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}

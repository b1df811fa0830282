// `npm run dev`: server from source, restarted on change, and the client with hot reload on http://127.0.0.1:8170.
import { spawn } from 'node:child_process';
import { root } from './lib/project.mjs';

const parts = [
  ['node_modules/tsx/dist/cli.mjs', 'watch', 'apps/server/src/main.ts'],
  ['node_modules/vite/bin/vite.js', 'apps/h5'],
].map((args) => spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }));
const stop = () => {
  for (const part of parts) part.kill('SIGTERM');
};
for (const part of parts) part.on('exit', stop);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);

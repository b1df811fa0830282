// `npm run db:reset`: deletes the embedded database and the demo's keys and chains, so that the next start makes fresh ones.
import { resolve } from 'node:path';
import { openTerminal } from '../apps/server/src/platform/commands/terminal.ts';
import { root } from './lib/project.mjs';
import { resetData } from './lib/reset-data.ts';

process.exitCode = await resetData(process.argv.slice(2), {
  folder: resolve(root, process.env.DATA_DIR || '.data'),
  environment: process.env,
  terminal: openTerminal(process.stdin, process.stderr),
  print: (text) => void process.stdout.write(text),
  fail: (line) => void process.stderr.write(`${line}\n`),
});

// Writes dist/: the server as three entry points, the signer and the approvers' program as one each, the script that starts it, and the files of client and console.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { buildClient } from './build-client.ts';
import { buildConsole } from './build-console.ts';
import { approverProgram, program } from './programs.ts';
import { root } from './project.mjs';

await Promise.all([
  build({
    ...program,
    entryPoints: {
      main: 'apps/server/src/main.ts',
      cli: 'apps/server/src/cli.ts',
      migrate: 'apps/server/src/migrate.ts',
    },
    outdir: 'dist/server',
  }),
  build({ ...program, entryPoints: { main: 'apps/signer/src/main.ts' }, outdir: 'dist/signer' }),
  build({ ...approverProgram, outdir: 'dist/approve' }),
  // Compiled, so that a start does not wait for a compiler.
  build({ ...program, entryPoints: ['scripts/start.ts'], outdir: 'dist/scripts' }),
  buildClient(),
  buildConsole(),
]);
// The signer serves its page as it is written.
cpSync(join(root, 'apps/signer/src/page/static'), join(root, 'dist/signer/static'), { recursive: true });

// The approvers’ program on a machine that has Node.js and no other file of the product.
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approverProgram } from '../../../../scripts/lib/programs.ts';

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lode-approve-'));
  program = join(folder, 'approve.mjs');
  await build({ ...approverProgram, outdir: undefined, outfile: program, sourcemap: false });
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

async function run(args: string[], { cwd, env = {} }: { cwd: string; env?: Record<string, string> }) {
  const child = spawn(process.execPath, [program, ...args], { cwd, env: { PATH: process.env.PATH, ...env } });
  child.stdin.end('a long passphrase\na long passphrase\n');
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, said: (await said).join('') };
}

it('makes a key, in the folder of the person who asks npm for it too', { timeout: 60_000 }, async () => {
  const args = ['key', '--name', 'finance', '--out'];
  expect(await run([...args, 'own.key'], { cwd: folder })).toMatchObject({ code: 0 });
  const env = { npm_lifecycle_event: 'approve', INIT_CWD: folder };
  expect(await run([...args, 'by-npm.key'], { cwd: tmpdir(), env })).toMatchObject({ code: 0 });
  expect((await readdir(folder)).toSorted()).toEqual(['approve.mjs', 'by-npm.key', 'own.key']);
  // An own key is never overwritten.
  expect(await run([...args, 'own.key'], { cwd: folder })).toMatchObject({ code: 1 });
});

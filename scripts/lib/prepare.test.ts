// In production a start runs what was built and deployed, or says what to do: it neither installs nor builds.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lode-deployed-'));
  mkdirSync(join(folder, 'scripts/lib'), { recursive: true });
  for (const file of ['run.mjs', 'lib/prepare.mjs', 'lib/project.mjs']) {
    cpSync(join(import.meta.dirname, '..', file), join(folder, 'scripts', file));
  }
  for (const name of ['dist', 'node_modules', 'apps']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'package-lock.json'), '{}');
  writeFileSync(join(folder, 'apps/main.ts'), '1');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function start(environment: Record<string, string>) {
  const args = ['scripts/run.mjs', 'dist/main.js'];
  const env = { PATH: process.env.PATH, ...environment };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** What `npm run build` leaves behind. */
function build() {
  const program = `
    import { writeFileSync } from 'node:fs';
    import { hashOf } from './scripts/lib/project.mjs';
    const inputs = ['apps', 'packages', 'scripts/lib', 'scripts/start.ts', 'package-lock.json', 'tsconfig.json'];
    writeFileSync('node_modules/.lode-installed', await hashOf(['package-lock.json']));
    writeFileSync('dist/.built', await hashOf(inputs));
    writeFileSync('dist/main.js', 'console.log("runs")');`;
  spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: folder, stdio: 'inherit' });
}

const productions: Record<string, string>[] = [
  { DEMO: '0' },
  { NODE_ENV: 'production' },
  { DATABASE_URL_FILE: '/run/secrets/database' },
];

it.each(productions)('refuses what was not built: %o', (environment) => {
  const { status, stderr } = start(environment);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Lode does not start: .*run npm run build/);
  expect(existsSync(join(folder, '.cache'))).toBe(false);
});

it('runs what was built, and refuses it once a source, the lock file or dist is another', () => {
  build();
  expect(start({ DEMO: '0' })).toMatchObject({ status: 0, stdout: 'runs\n' });

  writeFileSync(join(folder, 'apps/main.ts'), '2');
  expect(start({ DEMO: '0' }).stderr).toContain('dist was built from other sources');
  build();
  writeFileSync(join(folder, 'package-lock.json'), '{ }');
  expect(start({ DEMO: '0' }).stderr).toContain('another package-lock.json');
  build();
  rmSync(join(folder, 'dist/.built'));
  expect(start({ DEMO: '0' }).stderr).toContain('there is no dist');
  expect(existsSync(join(folder, '.cache'))).toBe(false);
});

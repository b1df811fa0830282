// Proves that a new build of the client keeps the files of the release before it and drops older ones, that building
// the same release again drops nothing, and that a version which compares to nothing is not built.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assertVersion, filesToKeep, publish, readRelease } from './release.ts';

let folder: string;
let live: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'release-'));
  live = join(folder, 'h5');
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Publishes a release of these files, as the build does. */
async function release(files: Record<string, string>) {
  const next = `${live}.next`;
  for (const [name, text] of Object.entries({ 'index.html': '<page>', '.vite/manifest.json': '{}', ...files })) {
    mkdirSync(dirname(join(next, name)), { recursive: true });
    writeFileSync(join(next, name), text);
  }
  const found = await readRelease(next);
  const whole = { ...found, previous: await filesToKeep(found, live) };
  await publish(next, live, whole);
  return whole;
}
const scripts = () => readdirSync(join(live, 'js')).sort();

it('names what belongs to it, by content', async () => {
  const one = await release({ 'js/a-1.js': 'a', 'js/a-1.js.br': 'x', 'css/b-1.css': 'b', 'service-worker.js': 'w' });
  expect(one).toMatchObject({ shell: ['/index.html'], assets: ['/css/b-1.css', '/js/a-1.js'], previous: [] });
  const two = await release({ 'js/a-1.js': 'a', 'css/b-1.css': 'b', 'index.html': '<other page>' });
  expect(two.name).not.toBe(one.name);
});

it('keeps the files of the release before, compressed ones too, and drops older ones', async () => {
  await release({ 'js/both-0.js': '0', 'js/a-1.js': '1', 'js/a-1.js.br': 'br', 'js/a-1.js.gz': 'gz' });
  const two = await release({ 'js/both-0.js': '0', 'js/a-2.js': '2' });
  expect(two.previous).toEqual(['/js/a-1.js']);
  expect(scripts()).toEqual(['a-1.js', 'a-1.js.br', 'a-1.js.gz', 'a-2.js', 'both-0.js']);
  expect(readFileSync(join(live, 'js/a-1.js'), 'utf8')).toBe('1');
  await release({ 'js/both-0.js': '0', 'js/a-3.js': '3' });
  expect(scripts()).toEqual(['a-2.js', 'a-3.js', 'both-0.js']);
  expect(readdirSync(folder)).toEqual(['h5']);
});

it('drops nothing when the same release is built again', async () => {
  await release({ 'js/a-1.js': '1' });
  await release({ 'js/a-2.js': '2' });
  const again = await release({ 'js/a-2.js': '2' });
  expect(again.previous).toEqual(['/js/a-1.js']);
  expect(scripts()).toEqual(['a-1.js', 'a-2.js']);
});

it('is built only under a version that compares to others [state:update.version-compare]', () => {
  for (const good of [undefined, '1.0.0.0', '9.9.9.9']) expect(() => assertVersion(good)).not.toThrow();
  for (const wrong of ['1.10.0.0', '1.0.0', '1.0.0.0.0', 'v1.0.0.0', '1.0.0.0\n', '１.0.0.0', '']) {
    expect(() => assertVersion(wrong)).toThrow(/four single digits/);
  }
  const build = join(import.meta.dirname, 'build-client.ts');
  const env = { ...process.env, VITE_CLIENT_VERSION: '1.10.0.0' };
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', build, live], { env, encoding: 'utf8' });
  expect([status, existsSync(live), existsSync(`${live}.next`)]).toEqual([1, false, false]);
  expect(stderr).toContain('four single digits like 1.4.2.0, not "1.10.0.0"');
});

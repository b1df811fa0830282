// The pepper beside the data is its owner's alone: who knows it guesses passwords without the server, who writes it knows it.
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { loadPepper } from './pepper.ts';

async function folder() {
  const made = await mkdtemp(join(tmpdir(), 'lode-pepper-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return { made, load: () => loadPepper(loadConfig({ DATA_DIR: made })), file: join(made, 'password-pepper') };
}

it('is made once, for its owner alone, and read again', async () => {
  const { load, file } = await folder();
  const pepper = await load();
  expect(pepper).toHaveLength(43);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await load()).toEqual(pepper);
});

it('is not taken from a file that others may read or write, nor from a folder that others may write to', async () => {
  const { made, load, file } = await folder();
  await writeFile(file, 'known to another person', { mode: 0o600 });
  for (const mode of [0o604, 0o602, 0o666]) {
    await chmod(file, mode);
    await expect(load(), mode.toString(8)).rejects.toThrow('password-pepper: other users may read or write it');
  }
  await chmod(file, 0o640);
  await chmod(made, 0o777);
  await expect(load()).rejects.toThrow('other users may write to it: chmod o-w');
  await chmod(made, 0o755);
  expect((await load()).toString()).toBe('known to another person');
});

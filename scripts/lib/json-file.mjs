import { readFile, rename, writeFile } from 'node:fs/promises';

/** All or nothing: whoever is killed in between leaves the old file. */
export async function writeWhole(file, content) {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null where there is none, or none that can be read. */
export async function readJson(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return null;
  }
}

import { readFile, rename, writeFile } from 'node:fs/promises';

/** Replaces the file at once: a process that is killed meanwhile leaves the old content. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, content, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** Null for a missing or unreadable file. */
export async function readJson<Content>(file: string): Promise<Content | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content;
  } catch {
    return null;
  }
}

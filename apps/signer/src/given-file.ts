import { readFile } from 'node:fs/promises';

/** A file that a command was given cannot be read, or is not what the command takes. */
export class GivenFileError extends Error {}

export async function readGivenFile<T>(file: string, parse: (text: string) => T): Promise<T> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new GivenFileError(`${file} cannot be read: ${error.code}`);
  });
  try {
    return parse(text);
  } catch (error) {
    throw new GivenFileError(`${file}: ${(error as Error).message}`);
  }
}

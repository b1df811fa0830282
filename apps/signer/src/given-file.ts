import { readFile, stat } from 'node:fs/promises';

/** A file that a command was given cannot be read, or is not what the command takes. */
export class GivenFileError extends Error {}

/** Bytes: many raw transactions in hex. */
const largestFile = 64 * 1024 * 1024;

export async function readGivenFile<T>(file: string, parse: (text: string) => T): Promise<T> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw new GivenFileError(`${file} cannot be read: ${error.code}`);
  };
  const { size } = await stat(file).catch(unreadable);
  if (size > largestFile) throw new GivenFileError(`${file} has more than ${largestFile} bytes`);
  const text = await readFile(file, 'utf8').catch(unreadable);
  try {
    return parse(text);
  } catch (error) {
    throw new GivenFileError(`${file}: ${(error as Error).message}`);
  }
}

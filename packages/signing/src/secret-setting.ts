import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

/** A secret that cannot be taken as it was given. The message names the setting and never the secret. */
export class SecretRefused extends Error {
  override readonly name = 'SecretRefused';
}

const othersMayReadOrWrite = 0o006;
const maxBytes = 64 * 1024;

/**
 * A secret of the environment: `NAME` itself, or the content of the file that `NAME_FILE` names, without one newline at its end.
 * A process list and a crash report show the environment; a file has an owner.
 */
export function secretSetting(environment: Record<string, string | undefined>, name: string): string | null {
  const value = environment[name]?.trim() || null;
  const file = environment[`${name}_FILE`]?.trim() || null;
  if (file === null) return value;
  if (value !== null) throw new SecretRefused(`${name} and ${name}_FILE are both set: give one of them`);
  return readSecretFile(name, file);
}

function readSecretFile(name: string, file: string): string {
  const refuse = (reason: string): never => {
    throw new SecretRefused(`${name}_FILE=${file}: ${reason}`);
  };
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    return refuse(`it cannot be opened (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    // Of the opened file: another one may take its name in between.
    const found = fstatSync(handle);
    if (!found.isFile()) refuse('it is no file');
    if ((found.mode & othersMayReadOrWrite) !== 0) refuse('other users may read or write it: chmod o-rw');
    if (found.size > maxBytes) refuse(`it has more than ${maxBytes} bytes`);
    const secret = readFileSync(handle, 'utf8').replace(/\r?\n$/, '');
    return secret === '' ? refuse('it is empty') : secret;
  } finally {
    closeSync(handle);
  }
}

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../project-folder.ts';

export const commonPasswordsFile = join(projectFolder, 'apps/server/src/platform/secrets/data', 'common-passwords.bin');

/** 48 bits: among 7,000 entries a password that is not on the list matches with a chance of 1 in 40 billion. */
export const digestBytes = 6;

export function passwordDigest(password: string): Buffer {
  return createHash('sha256').update(password).digest().subarray(0, digestBytes);
}

let list: Buffer | undefined;

/** Whether a password is among the 100,000 most used. The list holds sorted digests; its source stands beside it in `data/`. */
export function isCommonPassword(password: string): boolean {
  list ??= readFileSync(commonPasswordsFile);
  const wanted = passwordDigest(password);
  let [from, to] = [0, list.length / digestBytes];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const order = wanted.compare(list, middle * digestBytes, (middle + 1) * digestBytes);
    if (order === 0) return true;
    if (order < 0) to = middle;
    else from = middle + 1;
  }
  return false;
}

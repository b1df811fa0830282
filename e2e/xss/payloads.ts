import { readFileSync } from 'node:fs';

/** The lines of the public list, unchanged. */
export const publicPayloads: readonly string[] = readFileSync(new URL('payloads.csv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.slice(1, -1).replaceAll('""', '"'));

import { hash } from 'node:crypto';

/** What an idempotency key stands for: plain data. Undefined fields count as absent, the order of fields does not count. */
export type HashInput =
  | null
  | undefined
  | string
  | number
  | boolean
  | bigint
  | Date
  | readonly HashInput[]
  | { readonly [field: string]: HashInput };

/** SHA-256 of the input's canonical text, so that the same request always has the same hash, also after a restart. */
export function inputHash(input: HashInput): Buffer {
  return hash('sha256', canonical(input), 'buffer');
}

/** Values of different types never share a text: `1n`, `1` and `"1"` are three inputs. */
function canonical(input: HashInput): string {
  if (input === undefined || input === null) return 'null';
  if (typeof input === 'bigint') return `${input}n`;
  if (typeof input !== 'object') return JSON.stringify(input);
  if (input instanceof Date) return `@${input.toISOString()}`;
  if (Array.isArray(input)) return `[${input.map(canonical).join(',')}]`;
  const fields = Object.entries(input as Record<string, HashInput>).filter(([, value]) => value !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([name, value]) => `${JSON.stringify(name)}:${canonical(value)}`).join(',')}}`;
}

import { cpus, totalmem } from 'node:os';

/** What every measurement is printed with: times mean nothing without it. */
export function describeMachine(): string {
  const gibibytes = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${gibibytes} GiB, Node.js ${process.version}`;
}

import { readdirSync, readFileSync } from 'node:fs';

/** Mebibytes that all processes of a name hold for themselves now; 0 where the system does not tell. */
export function anonymousMemoryOf(name: string): number {
  let kibibytes = 0;
  for (const entry of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const status = readFileSync(`/proc/${entry}/status`, 'utf8');
      if (!status.startsWith(`Name:\t${name}\n`)) continue;
      kibibytes += Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
    } catch {
      // It has ended meanwhile.
    }
  }
  return kibibytes / 1024;
}

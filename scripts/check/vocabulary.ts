/**
 * `npm run check -- vocabulary`: the words of docs/vocabulary-banned.txt are gone. Exit 1 where a folder has more of them than
 * vocabulary-baseline.json allows; without that file any use fails. `npx tsx scripts/check/vocabulary.ts --list` prints all,
 * `--shrink` lowers the baseline to what is left.
 */
import { writeFileSync } from 'node:fs';
import { projectFiles, readProjectFile, root } from './repository.ts';
import { bannedUses, parseBanned, type Use } from './vocabulary/banned.ts';

const listFile = 'docs/vocabulary-banned.txt';
const baselineFile = 'scripts/check/vocabulary-baseline.json';

const files = projectFiles();
const baseline = files.includes(baselineFile)
  ? (JSON.parse(readProjectFile(baselineFile)) as Record<string, number>)
  : {};
const banned = parseBanned(readProjectFile(listFile));
const uses = files
  .filter((file) => file !== listFile)
  .flatMap((file) => bannedUses(file, () => readProjectFile(file), banned));
const byFolder = new Map<string, Use[]>();
for (const use of uses) byFolder.set(folderOf(use.file), [...(byFolder.get(folderOf(use.file)) ?? []), use]);
const above = [...byFolder].filter(([folder, { length }]) => length > (baseline[folder] ?? 0));

const listed = process.argv.includes('--list') ? uses : above.flatMap(([, found]) => found);
for (const use of listed) process.stderr.write(`${describe(use)}\n`);
for (const [folder, { length }] of above) {
  process.stderr.write(`${folder}: ${length} banned words, at most ${baseline[folder] ?? 0} allowed\n`);
}
if (process.argv.includes('--shrink')) {
  const left = [...byFolder].map(([folder, { length }]) => [folder, Math.min(length, baseline[folder] ?? length)]);
  writeFileSync(`${root}/${baselineFile}`, `${JSON.stringify(Object.fromEntries(left.sort()), null, 2)}\n`);
}
process.stdout.write(`vocabulary: ${banned.length} banned words, ${uses.length} uses\n`);
process.exitCode = above.length === 0 ? 0 : 1;

/** `apps/server`, `packages`, `docs`, …: coarse, so that moving a file inside a workspace changes no count. */
function folderOf(file: string): string {
  const [top = '', second = ''] = file.split('/');
  return top === 'apps' ? `${top}/${second}` : file.includes('/') ? top : '.';
}

function describe({ file, line, word }: Use): string {
  return `${file}${line ? `:${line}` : ''}: ${word}`;
}

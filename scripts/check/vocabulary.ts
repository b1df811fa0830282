/** `npm run check -- vocabulary`: the words of docs/vocabulary-banned.txt are gone. Exit 1 with each use of one. */
import { projectFiles, readProjectFile } from './repository.ts';
import { bannedUses, parseBanned } from './vocabulary/banned.ts';

const listFile = 'docs/vocabulary-banned.txt';
const banned = parseBanned(readProjectFile(listFile));
const uses = projectFiles()
  .filter((file) => file !== listFile)
  .flatMap((file) => bannedUses(file, () => readProjectFile(file), banned));

for (const { file, line, word } of uses) process.stderr.write(`${file}${line ? `:${line}` : ''}: ${word}\n`);
process.stdout.write(`vocabulary: ${banned.length} banned words, ${uses.length} uses\n`);
process.exitCode = uses.length === 0 ? 0 : 1;

/** The rules that no off-the-shelf linter knows: `npx tsx scripts/check/house.ts`. Exit 1 with each finding. */
import { projectFiles, readProjectFile, root } from './repository.ts';
import { houseRules } from './rules/all.ts';

const files = projectFiles();
const house = { files, read: (file: string) => (files.includes(file) ? readProjectFile(file, root) : '') };
const findings = houseRules.flatMap((rule) => rule.check(house).map((finding) => ({ rule: rule.name, ...finding })));

for (const { rule, file, line, problem } of findings) {
  process.stderr.write(`${file}${line ? `:${line}` : ''}: ${problem} (${rule})\n`);
}
process.stdout.write(`house: ${files.length} files, ${houseRules.length} rules, ${findings.length} findings\n`);
process.exitCode = findings.length === 0 ? 0 : 1;

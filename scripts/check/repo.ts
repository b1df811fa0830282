/**
 * The rules about money, access, boundaries and documents that no off-the-shelf linter knows: `npx tsx scripts/check/repo.ts`.
 * Exit 1 with each finding.
 */
import { projectFiles, readProjectFile, root } from './repository.ts';
import { grantsRule, ledgerEncodingRule, ledgerWritesRule, migrationOrderRule } from './rules/database.ts';
import { dependenciesRule, environmentRule, linkRule, namesRule, wordsRule } from './rules/documents.ts';
import { moneyRule } from './rules/money.ts';
import { requirementsRule } from './rules/requirements.ts';
import { screenTextRule } from './rules/screen-text.ts';
import { sentencesRule } from './rules/sentences.ts';
import { accessRule, sliceRule } from './rules/server.ts';
import { unsafeSourceRule } from './rules/unsafe-source.ts';

const repoRules = [
  moneyRule,
  ledgerWritesRule,
  ledgerEncodingRule,
  screenTextRule,
  sentencesRule,
  accessRule,
  sliceRule,
  grantsRule,
  migrationOrderRule,
  dependenciesRule,
  environmentRule,
  wordsRule,
  linkRule,
  namesRule,
  requirementsRule,
  unsafeSourceRule,
];

const files = projectFiles();
const repo = { files, read: (file: string) => (files.includes(file) ? readProjectFile(file, root) : '') };
const findings = repoRules.flatMap((rule) => rule.check(repo).map((finding) => ({ rule: rule.name, ...finding })));

for (const { rule, file, line, problem } of findings) {
  process.stderr.write(`${file}${line ? `:${line}` : ''}: ${problem} (${rule})\n`);
}
process.stdout.write(`repo: ${files.length} files, ${repoRules.length} rules, ${findings.length} findings\n`);
process.exitCode = findings.length === 0 ? 0 : 1;

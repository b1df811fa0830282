// Proves that each command which the audit log names has a name in the reader's language.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { auditActionName } from './audit-actions.ts';
import { subjectText } from './subjects.ts';

it('names every command of the table of roles', async () => {
  const file = '../../../../server/src/features/staff/testing/command-roles.ts';
  const page = await readFile(join(import.meta.dirname, file), 'utf8');
  const [rows = ''] = page.slice(page.indexOf('const rows')).split('\n};');
  const commands = [...rows.matchAll(/\b[a-z]+(?:-[a-z]+)*:[a-z]+(?:-[a-z]+)*\b/g)].map(([command]) => command);
  expect(commands.length).toBeGreaterThan(80);
  expect(commands.filter((command) => auditActionName(command) === command)).toEqual([]);
});

it.each([
  ['withdrawal 18', '提现 18'],
  ['setting support.faq', '参数 support.faq'],
  ['INTEREST_FUND USDT', 'INTEREST_FUND USDT'],
  ['withdrawal', 'withdrawal'],
])('the subject %s', (subject, text) => {
  expect(subjectText(subject)).toBe(text);
});

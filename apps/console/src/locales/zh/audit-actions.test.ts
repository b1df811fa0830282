// Proves that each command which the audit log names has a name in the reader's language.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { proposableActions } from '@lode/contract/console';
import { actionName } from '@lode/contract/proposal-names';
import { expect, it } from 'vitest';
import { auditActionName, auditReason } from './audit-actions.ts';
import { subjectText } from './subjects.ts';

it('names every command of the table of roles', async () => {
  const file = '../../../../server/src/features/staff/testing/command-roles.ts';
  const page = await readFile(join(import.meta.dirname, file), 'utf8');
  const [rows = ''] = page.slice(page.indexOf('const rows')).split('\n};');
  const commands = [...rows.matchAll(/\b[a-z]+(?:-[a-z]+)*:[a-z]+(?:-[a-z]+)*\b/g)].map(([command]) => command);
  expect(commands.length).toBeGreaterThan(80);
  expect(commands.filter((command) => auditActionName(command) === command)).toEqual([]);
});

/** Where a line of the audit log is written, in the server and by the database itself. */
it('names every action that the server or the database writes', async () => {
  const root = join(import.meta.dirname, '../../../../..');
  const server = await textsBelow(join(root, 'apps/server/src'), /(?<!\.test)\.ts$/);
  const schema = await readFile(join(root, 'db/schema.sql'), 'utf8');
  const written = [
    ...server.flatMap((text) => [
      ...text.matchAll(/\b(?:action|record|read|seen)(?:: |\()[^\n]*?'([a-z-]+:[a-z-]+)'/g),
    ]),
    ...schema.matchAll(/record_staff\([^\n]*?'(staff:[a-z-]+)'/g),
  ].map(([, action = '']) => action);
  expect(written.length).toBeGreaterThan(70);
  const steps = ['seal', 'detach', 'attach'].flatMap((step) => [`days:${step}-month`, `ledger:${step}-month`]);
  const actions = new Set([...written, ...steps]);
  expect([...actions].filter((action) => auditActionName(action) === action)).toEqual([]);
});

/** What the console proposes is among them by the contract. */
it('names every action that the console proposes', () => {
  expect(proposableActions.filter((action) => actionName(action) === action)).toEqual([]);
});

it.each([
  ['an app was set up', '绑定了身份验证器'],
  ["approved on the signer's page, signature 0123456789abcdef", '在签名页签署，签名 0123456789abcdef'],
  ['2026-10-01 is sealed: 00ff', '2026-10-01 已封存，封条 00ff'],
  ['已电话确认', '已电话确认'],
])('the reason %s', (reason, text) => {
  expect(auditReason(reason)).toBe(text);
});

async function textsBelow(folder: string, name: RegExp): Promise<string[]> {
  const found = await readdir(folder, { recursive: true });
  return Promise.all(found.filter((path) => name.test(path)).map((path) => readFile(join(folder, path), 'utf8')));
}

it.each([
  ['withdrawal 18', '提现 18'],
  ['setting support.faq', '参数 常见问题'],
  ['INTEREST_FUND USDT', '利息基金 USDT'],
  ['setting:change', '参数设置'],
  ['suspense:settle', '说明到账归属'],
  ['withdrawal', 'withdrawal'],
])('the subject %s', (subject, text) => {
  expect(subjectText(subject)).toBe(text);
});

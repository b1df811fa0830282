/** Proves that each action of the audit log either counts as handled or is known not to. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { actions as actionsOfTwo } from '@lode/contract/proposal-names';
import { expect, it } from 'vitest';
import { handledAlone } from './handled-actions.ts';

/** What is only looked at, or is of the own login. */
const notHandled = `
  approver:key audit:show books:package list:export coin-up:positions cold:refill-export content:confirmations content:image
  customer:contact-code customer:contact-prove customer:search customer:show customer:standing customer:statement customer:view
  deposit:search deposit:show import:preview ledger:entries ledger:of-customer ledger:show machine:show message:preview
  proposal:file proposal:list proposal:preview proposal:show staff:baseline staff:key staff:passkey staff:password staff:set-up
  staff:totp support:list support:show suspense:list withdrawal:by-rule withdrawal:export withdrawal:find withdrawal:review
  withdrawal:rule-replay withdrawal:search withdrawal:show withdrawal:waiting`
  .trim()
  .split(/\s+/);

it('has a place for every action that the server writes', async () => {
  const root = join(import.meta.dirname, '../..');
  const files = (await readdir(root, { recursive: true })).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const texts = await Promise.all(files.map((path) => readFile(join(root, path), 'utf8')));
  const written = texts.flatMap((text) => [
    ...text.matchAll(/\b(?:action|record|read|seen)(?:: |\()[^\n]*?'([a-z-]+:[a-z-]+)'/g),
  ]);
  const placed = new Set([...handledAlone, ...actionsOfTwo, ...notHandled]);
  expect(written.length).toBeGreaterThan(60);
  expect([...new Set(written.map(([, action = '']) => action))].filter((action) => !placed.has(action))).toEqual([]);
});

// Proves that whatever two people decide on is named and said in Chinese: every action, every option that it takes, and what it would do
// or why it would be refused.
import { actionName, optionNameOf } from '@lode/contract/proposal-names';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { UsageError } from '../platform/commands/option.ts';
import { loadConfig } from '../platform/config/config.ts';
import type { Sentence } from '../platform/sentence.ts';
import { isProposable, type OptionTexts, type ProposableCommand } from '../platform/staff/proposable-command.ts';
import { silentContext } from '../platform/staff/silent-context.ts';
import { staffOptions } from '../platform/staff/staff-command.ts';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { as } from '../testing/caller-role.ts';
import { addStaff } from '../testing/commands.ts';
import type { SliceParts } from './proposal-handlers.ts';

let app: TestApp;
let actions: [name: string, command: ProposableCommand][];
beforeAll(async () => {
  app = await startTestApp({ now: '2026-03-10T04:00:00.000Z' });
  await addStaff(app);
  actions = (Object.values(app.slices) as SliceParts[])
    .flatMap((slice) => Object.entries({ ...slice.commands, ...slice.opsCommands }))
    .filter((entry): entry is [string, ProposableCommand] => isProposable(entry[1]));
});
afterAll(() => app.stop());

const chinese = /[\u4e00-\u9fff]/;
/** A file is proposed as the lines that were read of it. */
const optionsOf = (name: string, { options }: ProposableCommand): string[] =>
  name === 'import:terms' ? ['lines'] : Object.keys(options).filter((option) => !(option in staffOptions));

it('every action and each of its options has a Chinese name', () => {
  expect(actions.length).toBeGreaterThan(20);
  for (const [name, command] of actions) {
    expect(actionName(name), name).toMatch(chinese);
    for (const option of optionsOf(name, command))
      expect(optionNameOf(name, option), `${name} --${option}`).toMatch(chinese);
  }
  expect(optionNameOf('treasury:pay', 'colour')).toBeNull();
});

it('every action says in both languages what its example would do, or why not', async () => {
  for (const [name, command] of actions) {
    const { en, zh } = await said(command, textsOf(name, command));
    expect(zh, name).toMatch(chinese);
    expect(en, name).not.toMatch(chinese);
    expect(zh, name).not.toBe(en);
  }
});

async function said({ proposal }: ProposableCommand, texts: OptionTexts): Promise<Sentence> {
  try {
    const { database, clock } = app;
    const context = silentContext({ database, clock, config: loadConfig({ DEMO: '1' }) });
    const described = await as('staff', () => proposal.describe(texts, context));
    return 'refused' in described ? described.refused : described.summary;
  } catch (error) {
    if (error instanceof UsageError) return error.sentence;
    throw error;
  }
}

/** The options of the example. */
function textsOf(name: string, command: ProposableCommand): OptionTexts {
  if (name === 'import:terms')
    return { lines: '[{"line":2,"values":{"machineNo":"M-1","from":"2026-03-20","power":"1"}}]' };
  const given = [...command.example.matchAll(/--([a-z-]+)(?: ("[^"]*"|'[^']*'|[^-]\S*))?/g)];
  const texts = given.map(([, option = '', value = '']) => [option, value.replace(/^["']|["']$/g, '')]);
  return Object.fromEntries(texts.filter(([option]) => option !== undefined && !(option in staffOptions)));
}

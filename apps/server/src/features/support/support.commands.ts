import type { Command } from '../../platform/commands/command.ts';
import { choice, id, optional, text } from '../../platform/commands/option.ts';
import { rowId } from '../../platform/http/page.ts';
import { type NeededRoles, type StaffPorts, staffRoles, supportRoles } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { type ChangeDeps, threadChanges } from './change-thread.ts';
import { findThread, readQueue, readStaffMessages, type StaffThread } from './staff-threads.store.ts';
import { threadTitle } from './texts.zh.ts';

export type SupportCommandDeps = StaffPorts & ChangeDeps;

const group = 'Customers and machines';
const listedAtMost = 100;
const shownAtMost = 50;
const readers: NeededRoles = { by: staffRoles };
const options = { id: id('the thread') };
const staffName = text({
  placeholder: 'NAME',
  summary: 'who answers it',
  longest: 64,
  pattern: /^\P{Cc}+$/u,
  expected: 'a name of the staff',
});

/** Questions of customers: SUPPORT answers, assigns and closes them. */
export function supportCommands(deps: SupportCommandDeps): Record<string, Command> {
  const { database } = deps;
  const changes = threadChanges(deps);

  return {
    'support:list': staffCommand(deps, readers, {
      group,
      summary: `Lists open questions of customers, the longest waiting first, at most ${listedAtMost}`,
      options: {
        status: optional(choice(['WAITING', 'ANSWERED'], 'only these'), 'both'),
        assignee: optional(staffName, 'all'),
      },
      example: '--status WAITING --by support --reason "morning round"',
      effects: 'reads',
      async run({ status, assignee }, _input, { print }) {
        const filter = { status: status ?? null, assignee: assignee ?? null };
        const found = await readQueue(database, filter, { after: null, limit: listedAtMost + 1 });
        for (const thread of found.slice(0, listedAtMost)) print(lineOf(thread));
        const more = found.length > listedAtMost ? ', and more' : '';
        return { done: `${Math.min(found.length, listedAtMost)} open${more}` };
      },
    }),
    'support:show': staffCommand(deps, readers, {
      group,
      summary: `Shows one thread with its newest ${shownAtMost} messages`,
      options,
      example: '--id 7 --by support --reason "asked by phone"',
      effects: 'reads',
      async run({ id: given }, _input, { print }) {
        const number = rowId(given);
        const thread = number === null ? null : await findThread(database, number);
        if (number === null || thread === null) return { refused: `there is no thread ${given}` };
        const newest = await readStaffMessages(database, number, shownAtMost);
        for (const { at, staff, text: said } of newest.toReversed())
          print(`${at.toISOString()} ${staff ?? 'customer'}: ${said.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')}`);
        return { done: lineOf(thread) };
      },
    }),
    'support:answer': staffCommand(deps, supportRoles, {
      group,
      summary: 'Answers a customer in a message, and by SMS or mail as chosen; assigns a free thread',
      options: {
        ...options,
        text: text({
          placeholder: 'TEXT',
          summary: 'what the customer reads',
          longest: 1000,
          pattern: /^(?=[\s\S]*\S)[^\p{Cc}]+$/u,
          expected: 'a text',
        }),
      },
      example: '--id 7 --text TEXT --by support --reason "asked in the app"',
      effects: 'changes',
      run: ({ id: given, text: said }, input) => changes.answer(given, { text: said, after: null }, input),
    }),
    'support:assign': staffCommand(deps, supportRoles, {
      group,
      summary: 'Gives a thread to one of SUPPORT',
      options: { ...options, to: staffName },
      example: '--id 7 --to support --by support --reason "knows the customer"',
      effects: 'changes',
      run: ({ id: given, to }, input) => changes.assign(given, to, input),
    }),
    'support:close': staffCommand(deps, supportRoles, {
      group,
      summary: 'Closes a thread: the customer reads it, and begins another for another question',
      options,
      example: '--id 7 --by support --reason "answered, no reply for a week"',
      effects: 'changes',
      run: ({ id: given }, input) => changes.close(given, input),
    }),
  };
}

function lineOf({ id: number, account, about, record, detail, status, assignee, changedAt }: StaffThread): string {
  const owner = assignee === null ? 'free' : `of ${assignee}`;
  const title = threadTitle(about, detail);
  return `${number} ${status} ${owner} since ${changedAt.toISOString()} ${account} ${about} ${record ?? '-'} ${title}`;
}

import type { Command } from '../../../platform/commands/command.ts';
import { choice, type Options, text } from '../../../platform/commands/option.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import {
  type ProposalPorts,
  type StaffPorts,
  type StaffRole,
  staffChangeRoles,
  staffRoles,
} from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import { findStaff, markApproved, type StaffRow } from '../staff.store.ts';
import { changeStaff, givenFrom, readDeciders, type StaffChange } from './changes.store.ts';
import { initialHours, initialUntil, newInitialPassword } from './passwords.ts';
import * as say from './sentences.zh.ts';

export interface ChangeDeps extends StaffPorts, ProposalPorts {
  database: Database;
  passwords: Passwords;
}

const group = 'Settings and staff';
const role = choice(staffRoles, 'the role');
const name = text({
  placeholder: 'NAME',
  summary: 'the member',
  longest: 32,
  pattern: /^[a-z][a-z0-9_.-]{1,31}$/,
  expected: say.memberName,
});

interface Declared {
  summary: string;
  example: string;
  /** What it does, for the second person. */
  readonly says: (member: string, role: StaffRole) => Sentence;
  /** Why it would be refused now, or null. */
  readonly refusal: (member: StaffRow | null, input: { name: string; role: StaffRole }) => Sentence | null;
}

const declared: Record<StaffChange['change'], Declared> = {
  'staff:add': {
    summary: 'Adds a member of the staff, and prints a first password',
    example: '--name alice --role FINANCE --by admin --reason "joined"',
    says: say.adds,
    refusal: (member, input) => member && say.onStaff(input.name),
  },
  'staff:role': {
    summary: 'Changes the role of a member of the staff, whose sessions end',
    example: '--name alice --role APPROVER --by admin --reason "moved"',
    says: say.makes,
    refusal: (member, input) => (member?.role === input.role ? say.hasRole(input.name, input.role) : null),
  },
  'staff:disable': {
    summary: 'Disables a member of the staff: sessions end, open proposals are rejected',
    example: '--name alice --by admin --reason "left"',
    says: say.disables,
    refusal: (member, input) => (member?.status === 'DISABLED' ? say.disabledAlready(input.name) : null),
  },
  'staff:enable': {
    summary: 'Enables a disabled member of the staff',
    example: '--name alice --by admin --reason "came back"',
    says: say.enables,
    refusal: (member, input) => (member?.status === 'ACTIVE' ? say.notDisabled(input.name) : null),
  },
  'staff:reset': {
    summary: 'Replaces a lost password, app and passkeys of a member by a first password',
    example: '--name alice --by admin --reason "lost the phone"',
    says: say.replaces,
    refusal: () => null,
  },
};

/** Changes of the staff: each by ADMIN and approved by another person; no member has a part in its own. */
export function changeCommands(deps: ChangeDeps): Record<StaffChange['change'], Command> {
  const withRole: readonly string[] = ['staff:add', 'staff:role'];
  return Object.fromEntries(
    Object.entries(declared).map(([change, declaration]) => [
      change,
      changeCommand(
        deps,
        change as StaffChange['change'],
        declaration,
        withRole.includes(change) ? { name, role } : { name },
      ),
    ]),
  ) as Record<StaffChange['change'], Command>;
}

function changeCommand(
  deps: ChangeDeps,
  change: StaffChange['change'],
  declaration: Declared,
  options: Options,
): Command {
  const read = (input: unknown) => input as { name: string; role: StaffRole };
  return proposableCommand(change, deps, staffChangeRoles, {
    group,
    summary: declaration.summary,
    options,
    example: declaration.example,
    effects: 'changes',
    async describe(input) {
      const refused = await refusalOf(deps, change, declaration, read(input));
      return refused === null ? { summary: declaration.says(read(input).name, read(input).role) } : { refused };
    },
    async run(input, staffInput): Promise<ConsoleResult> {
      const refused = await refusalOf(deps, change, declaration, read(input), staffInput);
      return refused === null ? carryOut(deps, change, declaration, read(input), staffInput) : { refused };
    },
  });
}

async function refusalOf(
  { database }: ChangeDeps,
  change: StaffChange['change'],
  declaration: Declared,
  input: { name: string; role: StaffRole },
  decided?: StaffInput,
): Promise<Sentence | null> {
  const member = await findStaff(database, input.name);
  if (member === null && change !== 'staff:add') return say.noMember(input.name);
  const refused = declaration.refusal(member, input);
  if (refused !== null) return refused;
  const { by, approver } = decided?.authority ?? {};
  if (member && (by?.id === member.id || approver?.id === member.id)) return say.ownAccount;
  const isLosing =
    change === 'staff:disable' || change === 'staff:reset' || (change === 'staff:role' && input.role !== 'ADMIN');
  if (!isLosing || !member) return null;
  const asApprover = change === 'staff:role' && input.role === 'APPROVER';
  const left = (await readDeciders(database)).filter((one) => one.name !== input.name);
  const isEnough = left.some(({ role: of }) => of === 'ADMIN') && left.length + (asApprover ? 1 : 0) > 1;
  return isEnough ? null : say.noTwoLeft;
}

async function carryOut(
  { database, passwords }: ChangeDeps,
  change: StaffChange['change'],
  declaration: Declared,
  input: { name: string; role: StaffRole },
  { authority, reason, now }: StaffInput,
): Promise<ConsoleResult> {
  const { name: member } = input;
  const isFirst = change === 'staff:add' || change === 'staff:reset';
  const password = isFirst ? newInitialPassword() : null;
  const initial =
    password === null ? {} : { passwordHash: await passwords.hash(password), initialUntil: initialUntil(now) };
  await givenFrom(database, authority.from, async (dbTx) => {
    await markApproved(dbTx, authority, now);
    await changeStaff(dbTx, { change, ...input, ...initial } as StaffChange, { authority, reason, now });
  });
  const what = declaration.says(member, input.role);
  if (password === null) return { done: say.done(what) };
  return { done: say.withPassword(what, { name: member, password, hours: initialHours }) };
}

export { name as memberName };

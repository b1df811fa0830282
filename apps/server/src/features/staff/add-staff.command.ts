import { isPassword } from '@lode/contract';
import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { choice, optional, text } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { isCommonPassword } from '../../platform/secrets/common-passwords.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import { type Authority, type StaffPorts, staffRoles } from '../../platform/staff/authority.ts';
import { staffOptions } from '../../platform/staff/staff-command.ts';
import { createStaff } from './create-staff.ts';
import { countStaff, findStaff } from './staff.store.ts';

interface AddStaffDeps extends StaffPorts {
  database: Database;
  passwords: Passwords;
  readonly ask: (question: string) => Promise<string>;
}

/** The new password is typed twice on the terminal. While the staff is empty, an ADMIN may be added without `--by`. */
export function addStaffCommand({ database, passwords, ask, authorise, recordAudit }: AddStaffDeps): Command {
  return defineCommand({
    group: 'Settings and staff',
    summary: 'Adds a member of the staff',
    options: {
      name: text({
        placeholder: 'NAME',
        summary: 'the new name',
        longest: 32,
        pattern: /^[a-z][a-z0-9_.-]{1,31}$/,
        expected: '2 to 32 of a-z, 0-9, dot, dash and underscore, a letter first',
      }),
      role: choice(staffRoles, 'the role'),
      by: optional(staffOptions.by, 'needed but for the first ADMIN'),
      reason: staffOptions.reason,
    },
    people: 'By ADMIN; the first ADMIN of all needs no other.',
    example: '--name alice --role FINANCE --by admin --reason "joined"',
    effects: 'changes',
    canCreateDatabase: true,
    fields: { name: 'the new name', role: 'the role' },
    async run({ name, role, by: adder, reason }, { clock, print, fail }) {
      const refuse = (refusal: string) => {
        fail(`refused: ${refusal}`, { name, role });
        return 1;
      };

      const taken = `${name} is on the staff already`;
      if ((await findStaff(database, name)) !== null) return refuse(taken);
      const isFirst = role === 'ADMIN' && (await countStaff(database)) === 0;
      const authority = isFirst ? null : await authorise({ by: ['ADMIN'] }, { by: adder, approvedBy: undefined });
      if (authority && 'refusal' in authority) return refuse(authority.refusal);
      const password = await ask(`new password of ${name}: `);
      if (!isPassword(password))
        return refuse('a password has 8 to 64 characters with at least one letter and one digit');
      if (isCommonPassword(password))
        return refuse('this password is among the 100,000 most used ones: choose another');
      if ((await ask('the same again: ')) !== password) return refuse('the two passwords differ');

      const now = clock.now();
      const isAdded = await database.transaction(async (dbTx) => {
        if (!(await createStaff(dbTx, passwords, { name, role, password, now }))) return false;
        const by = authority ?? { by: await findStaff(dbTx, name), approver: null };
        await recordAudit(dbTx, {
          at: now,
          authority: by as Authority,
          action: 'staff:add',
          subject: `staff ${name}`,
          reason,
          detail: { role },
        });
        return true;
      });
      if (!isAdded) return refuse(taken);
      print(`${name} is on the staff as ${role}`, { name, role });
      return 0;
    },
  });
}

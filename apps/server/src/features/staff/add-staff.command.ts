import { isPassword } from '@lode/contract';
import { type Command, readArguments, UsageError, wanted } from '../../platform/commands/command.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Passwords } from '../../platform/secrets/passwords.ts';
import type { Authority, StaffPorts, StaffRole } from '../../platform/staff/authority.ts';
import { createStaff } from './create-staff.ts';
import { countStaff, findStaff } from './staff.store.ts';

interface AddStaffDeps extends StaffPorts {
  database: Database;
  passwords: Passwords;
  ask(question: string): Promise<string>;
}

const roles: readonly StaffRole[] = ['SUPPORT', 'FINANCE', 'APPROVER', 'ADMIN'];

/**
 * `npm run ops -- staff:add --name N --role R --by ADMIN --reason …`; the new password is typed twice on the terminal.
 * Somebody must be the first: while there is no staff at all, an ADMIN may be added by nobody.
 */
export function addStaffCommand({ database, passwords, ask, authorise, recordAudit }: AddStaffDeps): Command {
  return async ({ clock, print, fail }, args) => {
    const option = { type: 'string' } as const;
    const { values } = readArguments(args, { name: option, role: option, by: option, reason: option });
    const name = wanted(values, 'name');
    const reason = wanted(values, 'reason');
    const role = roles.find((known) => known === wanted(values, 'role'));
    if (!role) throw new UsageError(`--role is one of ${roles.join(', ')}`);
    if (!/^[a-z][a-z0-9_.-]{1,31}$/.test(name)) {
      throw new UsageError('--name is 2 to 32 of a-z, 0-9, dot, dash and underscore, a letter first');
    }
    const refuse = (refusal: string) => {
      fail(`refused: ${refusal}`);
      return 1;
    };

    const isFirst = role === 'ADMIN' && (await countStaff(database)) === 0;
    const authority = isFirst ? null : await authorise({ by: ['ADMIN'] }, { by: values.by, approvedBy: undefined });
    if (authority && 'refusal' in authority) return refuse(authority.refusal);
    const password = await ask(`new password of ${name}: `);
    if (!isPassword(password))
      return refuse('a password has 8 to 64 characters with at least one letter and one digit');
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
    if (!isAdded) return refuse(`${name} is on the staff already`);
    print(`${name} is on the staff as ${role}`);
    return 0;
  };
}

import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import { report } from '../../../platform/staff/staff-command.ts';
import { countStaff, type FoundingMember, foundStaff } from '../staff.store.ts';
import { memberName } from './change.commands.ts';
import { askNewPassword } from './passwords.ts';

export interface SetUpDeps {
  database: Database;
  passwords: Passwords;
  readonly ask: (question: string) => Promise<string>;
}

/** The first two ADMINs of an empty database, each of whom types a password. Nothing is changed before both have. */
export function setUpCommand({ database, passwords, ask }: SetUpDeps): Command {
  return defineCommand({
    group: 'Settings and staff',
    summary: 'Begins the staff of an empty database with two ADMINs, once',
    options: { first: memberName, second: memberName },
    people: 'By the two people, who type their passwords.',
    example: '--first alice --second bob',
    effects: 'changes',
    canCreateDatabase: true,
    fields: { first: 'one name', second: 'the other name' },
    async run({ first, second }, context) {
      const names = { first, second };
      const refuse = (refused: string) => report({ refused }, names, context);
      if (first === second) return refuse('the staff begins with two different people');
      if ((await countStaff(database)) > 0) return refuse('the staff is set up already: staff:add adds to it');
      const members: FoundingMember[] = [];
      for (const name of [first, second]) {
        const typed = await askNewPassword(ask, name);
        if ('refusal' in typed) return refuse(typed.refusal);
        members.push({ name, role: 'ADMIN', passwordHash: await passwords.hash(typed.password) });
      }
      const now = context.clock.now();
      const isDone = await database.transaction(async (dbTx) => {
        const isEmpty = (await countStaff(dbTx)) === 0;
        if (isEmpty) await foundStaff(dbTx, members, now);
        return isEmpty;
      });
      if (!isDone) return refuse('the staff is set up already: staff:add adds to it');
      return report({ done: `${first} and ${second} are on the staff as ADMIN` }, names, context);
    },
  });
}

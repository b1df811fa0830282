import { type Command, defineCommand } from '../../../platform/commands/command.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Passwords } from '../../../platform/secrets/passwords.ts';
import { report } from '../../../platform/staff/staff-command.ts';
import { proveAtTerminal, type TerminalProof } from '../login/prove-at-terminal.ts';
import { memberName } from './change.commands.ts';
import { changeOwnPassword } from './changes.store.ts';
import { askNewPassword } from './passwords.ts';

export interface OwnPasswordDeps {
  database: Database;
  passwords: Passwords;
  proof: TerminalProof;
}

/** By the person at the terminal, with the old password or the first one; in the demo too. */
export function ownPasswordCommand({ database, passwords, proof }: OwnPasswordDeps): Command {
  return defineCommand({
    group: 'Settings and staff',
    summary: 'Changes the own password, with the old one; all sessions end',
    options: { name: memberName },
    people: 'By the member itself.',
    example: '--name alice',
    effects: 'changes',
    fields: { name: 'the member' },
    async run({ name }, context) {
      const refuse = (refused: string) => report({ refused }, { name }, context);
      const member = await proveAtTerminal(proof, name);
      if ('refusal' in member) return refuse(member.refusal);
      const typed = await askNewPassword(proof.ask, name);
      if ('refusal' in typed) return refuse(typed.refusal);
      const isChanged = await changeOwnPassword(database, {
        staffId: member.id,
        from: member.passwordHash,
        to: await passwords.hash(typed.password),
        now: context.clock.now(),
      });
      if (!isChanged) return refuse(`${name} may not change its password now`);
      return report({ done: `${name} has a new password` }, { name }, context);
    },
  });
}

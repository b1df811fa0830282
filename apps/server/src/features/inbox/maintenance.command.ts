import type { Command } from '../../platform/commands/command.ts';
import { optional, text } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { contentRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { isSite, postMaintenance } from './inbox.store.ts';

/** SMS and mail hold this many characters. */
const longest = 300;

/** What customers read of work at a site needs two people, as content does. */
export function maintenanceCommand(database: Database, ports: StaffPorts): Command {
  return staffCommand(ports, contentRoles, {
    group: 'Content',
    summary: 'Writes about maintenance to all customers or those of a site; each text goes out once',
    options: {
      text: text({
        placeholder: 'TEXT',
        summary: 'what they read',
        longest,
        pattern: /^\P{Cc}+$/u,
        expected: 'a text',
      }),
      site: optional(
        text({ placeholder: 'SITE', summary: 'the site', longest: 64, pattern: /^\P{Cc}+$/u, expected: 'a name' }),
      ),
    },
    example: '--text TEXT --by support --approved-by approver --reason "power cut announced"',
    effects: 'changes',
    run: ({ text: body, site }, { authority, reason, now }) =>
      database.transaction(async (dbTx): Promise<StaffResult> => {
        if (site !== undefined && !(await isSite(dbTx, site))) return { refused: `there is no site ${site}` };
        const reached = await postMaintenance(dbTx, body, site ?? null, now);
        const subject = site === undefined ? 'all customers' : `site ${site}`;
        if (reached === 0) return { done: `${subject} has this text already: nothing changed` };
        const detail = { text: body, reached };
        await ports.recordAudit(dbTx, { at: now, authority, action: 'message:maintenance', subject, reason, detail });
        return { done: `${reached} ${reached === 1 ? 'customer gets' : 'customers get'} the message` };
      }),
  });
}

import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { id } from '../../platform/commands/option.ts';
import { type Database, many, maybeOne, statement } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { NeededRoles, StaffPorts } from '../../platform/staff/authority.ts';
import { type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';

/** Shown at once. */
const most = 200;
const resolving: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

const open = statement<{ id: bigint; kind: string; subject: string; words: string; raisedAt: Date }>(
  'deposits.open-alarms',
  `select id, kind, subject, words, raised_at as "raisedAt" from alarm where settled_at is null order by id limit ${most}`,
);

const settle = statement<{ kind: string }>(
  'deposits.settle-alarm-by-hand',
  'update alarm set settled_at = $2 where id = $1 and settled_at is null returning kind',
);

/** An alert that is resolved while its condition persists is raised again. */
export function alarmCommands(database: Database, ports: StaffPorts): Record<string, Command> {
  return {
    'alarm:list': defineCommand({
      group: 'Alerts',
      summary: 'Lists open alerts, the oldest first',
      options: {},
      example: '',
      effects: 'reads',
      fields: { id: 'of the alert', raisedAt: 'when', kind: 'what kind of condition' },
      async run(_input, { print }) {
        const alerts = await many(database, open);
        for (const alert of alerts) {
          const raisedAt = alert.raisedAt.toISOString();
          const fields = { id: `${alert.id}`, raisedAt, kind: alert.kind };
          print(`${alert.id} ${raisedAt} ${alert.kind}: ${alert.words}`, fields);
        }
        print(alerts.length === most ? `the oldest ${most}; there may be more` : `${alerts.length} open`);
        return 0;
      },
    }),
    'alarm:settle': staffCommand(ports, resolving, {
      group: 'Alerts',
      summary: 'Resolves an alert that a person has looked at',
      options: { id: id('the alert') },
      example: '--id 7 --by finance --reason "node restarted"',
      effects: 'changes',
      async run(options, { authority, reason, now }) {
        const alertId = rowId(options.id);
        return database.transaction(async (dbTx): Promise<StaffResult> => {
          const resolved = alertId === null ? null : await maybeOne(dbTx, settle, [alertId, now]);
          if (resolved === null) return { refused: `there is no open alarm ${options.id}` };
          const subject = `alarm ${alertId}`;
          await ports.recordAudit(dbTx, { at: now, authority, action: 'alarm:settle', subject, reason });
          return { done: `alarm ${alertId} (${resolved.kind}) is settled` };
        });
      },
    }),
  };
}

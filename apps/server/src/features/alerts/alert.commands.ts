import { type Command, defineCommand } from '../../platform/commands/command.ts';
import { id } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import type { NeededRoles, StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { listedAtMost, readOpenAlerts } from './alerts.store.ts';
import { resolveAlert } from './resolve-alert.ts';

const resolving: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

/** An alert that is resolved while its condition persists is raised again. */
export function alertCommands(database: Database, ports: StaffPorts): Record<string, Command> {
  return {
    'alarm:list': defineCommand({
      group: 'Alerts',
      summary: 'Lists open alerts, the oldest first',
      options: {},
      example: '',
      effects: 'reads',
      fields: { id: 'of the alert', raisedAt: 'when it was raised', kind: 'its condition' },
      async run(_input, { print }) {
        const alerts = await readOpenAlerts(database);
        for (const { id: alertId, kind, message, raisedAt } of alerts.slice(0, listedAtMost)) {
          const at = raisedAt.toISOString();
          print(`${alertId} ${at} ${kind}: ${message}`, { id: `${alertId}`, raisedAt: at, kind });
        }
        print(alerts.length > listedAtMost ? `the oldest ${listedAtMost}; there are more` : `${alerts.length} open`);
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
        return resolveAlert({ database, ...ports }, options.id, { authority, reason, now });
      },
    }),
  };
}

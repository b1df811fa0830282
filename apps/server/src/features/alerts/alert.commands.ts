import { type Command, readArguments, wanted } from '../../platform/commands/command.ts';
import type { Database } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { NeededRoles, StaffPorts } from '../../platform/staff/authority.ts';
import { type DeedResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { listedAtMost, readOpenAlerts, resolveAlertById } from './alerts.store.ts';

const resolving: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

/**
 * `alarm:list`: the open alerts, the oldest first. `alarm:settle --id N` by FINANCE or APPROVER resolves one; a condition that
 * persists raises it again.
 */
export function alertCommands(database: Database, ports: StaffPorts): Record<string, Command> {
  return {
    'alarm:list': async ({ print }, args) => {
      readArguments(args, {});
      const alerts = await readOpenAlerts(database);
      for (const { id, kind, message, raisedAt } of alerts)
        print(`${id} ${raisedAt.toISOString()} ${kind}: ${message}`);
      print(alerts.length === listedAtMost ? `the oldest ${listedAtMost}; there may be more` : `${alerts.length} open`);
      return 0;
    },
    'alarm:settle': staffCommand(ports, resolving, ['id'], async (options, { authority, reason, now }) => {
      const text = wanted(options, 'id');
      const id = rowId(text);
      return database.transaction(async (dbTx): Promise<DeedResult> => {
        const kind = id === null ? null : await resolveAlertById(dbTx, id, now);
        if (kind === null) return { refused: `there is no open alarm ${text}` };
        await ports.recordAudit(dbTx, { at: now, authority, action: 'alarm:settle', subject: `alarm ${id}`, reason });
        return { done: `alarm ${id} (${kind}) is settled` };
      });
    }),
  };
}

import { type Command, readArguments, wanted } from '../../platform/commands/command.ts';
import { type Database, many, maybeOne, statement } from '../../platform/db/database.ts';
import { rowId } from '../../platform/http/page.ts';
import type { NeededRoles, StaffPorts } from '../../platform/staff/authority.ts';
import { type DeedResult, staffCommand } from '../../platform/staff/staff-command.ts';

/** Shown at once. */
const most = 200;
const settling: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

const open = statement<{ id: bigint; kind: string; subject: string; words: string; raisedAt: Date }>(
  'deposits.open-alarms',
  `select id, kind, subject, words, raised_at as "raisedAt" from alarm where settled_at is null order by id limit ${most}`,
);

const settle = statement<{ kind: string }>(
  'deposits.settle-alarm-by-hand',
  'update alarm set settled_at = $2 where id = $1 and settled_at is null returning kind',
);

/**
 * `alarm:list`: what a person has to look at, the oldest first. `alarm:settle --id N` by FINANCE or APPROVER: it was looked at;
 * the same trouble that goes on is told again.
 */
export function alarmCommands(database: Database, ports: StaffPorts): Record<string, Command> {
  return {
    'alarm:list': async ({ print }, args) => {
      readArguments(args, {});
      const alarms = await many(database, open);
      for (const { id, kind, words, raisedAt } of alarms) print(`${id} ${raisedAt.toISOString()} ${kind}: ${words}`);
      print(alarms.length === most ? `the oldest ${most}; there may be more` : `${alarms.length} open`);
      return 0;
    },
    'alarm:settle': staffCommand(ports, settling, ['id'], async (options, { authority, reason, now }) => {
      const text = wanted(options, 'id');
      const id = rowId(text);
      return database.transaction(async (dbTx): Promise<DeedResult> => {
        const settled = id === null ? null : await maybeOne(dbTx, settle, [id, now]);
        if (settled === null) return { refused: `there is no open alarm ${text}` };
        await ports.recordAudit(dbTx, { at: now, authority, action: 'alarm:settle', subject: `alarm ${id}`, reason });
        return { done: `alarm ${id} (${settled.kind}) is settled` };
      });
    }),
  };
}

import { type Command, UsageError } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import type { Database } from '../../platform/db/database.ts';
import { operatingDeed, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { setCustomerStatus } from './change-customer-status.ts';
import { customerColumns, importCustomers } from './import-customers.ts';

/** `npm run import:customers -- FILE` */
export const importCustomersCommand: Command = importCommand({
  columns: customerColumns,
  run: ({ database, clock }, lines) => importCustomers(database, lines, clock.now()),
});

/** `npm run ops -- customer:disable|enable --account A|--id N --by NAME --reason TEXT` */
export function customerStatusCommand(database: Database, status: 'ACTIVE' | 'DISABLED', ports: StaffPorts): Command {
  return staffCommand(ports, operatingDeed, ['account', 'id'], async ({ account, id }, deed) => {
    if ((account === undefined) === (id === undefined)) throw new UsageError('give --account or --id, one of them');
    const outcome = await setCustomerStatus(database, ports, { customer: { account, id }, status, ...deed });
    if (outcome === 'unknown-customer') return { refused: `there is no customer ${account ?? id}` };
    const now = `${account ?? `customer ${id}`} is ${status === 'DISABLED' ? 'disabled' : 'enabled'}`;
    return { done: outcome === 'changed' ? now : `${now} already: nothing changed` };
  });
}

import type { Command } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import { account, id, optional, UsageError } from '../../platform/commands/option.ts';
import type { Database } from '../../platform/db/database.ts';
import { operatingRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { staffCommand } from '../../platform/staff/staff-command.ts';
import { setCustomerStatus } from './change-customer-status.ts';
import { customerColumns, importCustomers } from './import-customers.ts';

export const importCustomersCommand: Command = importCommand({
  summary: 'Creates customers from a file',
  example: 'customers.csv',
  columns: customerColumns,
  options: {},
  run: (lines, _input, { database, clock }) => importCustomers(database, lines, clock.now()),
});

export function customerStatusCommand(database: Database, status: 'ACTIVE' | 'DISABLED', ports: StaffPorts): Command {
  const isDisabling = status === 'DISABLED';
  return staffCommand(ports, operatingRoles, {
    group: 'Customers and machines',
    summary: isDisabling ? 'Disables a customer and ends its sessions' : 'Enables a customer again',
    options: { account: optional(account('the customer')), id: optional(id('the same by id')) },
    example: '--account 13800000001 --by admin --reason "lost phone"',
    effects: 'changes',
    async run(options, input) {
      const customer = { account: options.account, id: options.id };
      if ((customer.account === undefined) === (customer.id === undefined)) {
        throw new UsageError('give --account or --id, one of them');
      }
      const outcome = await setCustomerStatus(database, ports, { customer, status, ...input });
      if (outcome === 'unknown-customer') return { refused: `there is no customer ${customer.account ?? customer.id}` };
      const now = `${customer.account ?? `customer ${customer.id}`} is ${isDisabling ? 'disabled' : 'enabled'}`;
      return { done: outcome === 'changed' ? now : `${now} already: nothing changed` };
    },
  });
}

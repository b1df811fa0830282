import type { Command } from '../../platform/commands/command.ts';
import { customerOptions, nameOf, noSuchCustomer } from '../../platform/commands/customer-options.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import type { Database } from '../../platform/db/database.ts';
import type { AnnouncePort } from '../../platform/security-event.ts';
import { resumingRoles, type StaffPorts, stoppingRoles } from '../../platform/staff/authority.ts';
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

export function customerStatusCommand(
  database: Database,
  status: 'ACTIVE' | 'DISABLED',
  ports: StaffPorts & AnnouncePort,
): Command {
  const isDisabling = status === 'DISABLED';
  return staffCommand(ports, isDisabling ? stoppingRoles : resumingRoles, {
    group: 'Customers and machines',
    summary: isDisabling
      ? 'Disables a customer: every call is refused until it is enabled again'
      : 'Enables a customer again, who has to log in again',
    options: customerOptions,
    example: '--account 13800000001 --by admin --reason "lost phone"',
    effects: 'changes',
    async run(options, input) {
      const customer = nameOf(options);
      const outcome = await setCustomerStatus(database, ports, { customer, status, ...input });
      if (outcome === 'unknown-customer') return { refused: noSuchCustomer(customer) };
      if (outcome === 'has-left') return { refused: `customer ${customer.id} has left` };
      const now = `${customer.account ?? `customer ${customer.id}`} is ${isDisabling ? 'disabled' : 'enabled'}`;
      return { done: outcome === 'changed' ? now : `${now} already: nothing changed` };
    },
  });
}

import { type Command, readArguments, UsageError, wanted } from '../../platform/commands/command.ts';
import { importCommand } from '../../platform/commands/import-command.ts';
import { type StaffPorts, setCustomerStatus } from './change-customer-status.ts';
import { customerColumns, importCustomers } from './import-customers.ts';

/** `npm run import:customers -- FILE` */
export const importCustomersCommand: Command = importCommand({
  columns: customerColumns,
  run: ({ database, clock }, lines) => importCustomers(database, lines, clock.now()),
});

/** `npm run ops -- customer:disable|enable --account A|--id N --by NAME --reason TEXT` */
export function customerStatusCommand<Authority extends object>(
  status: 'ACTIVE' | 'DISABLED',
  staff: StaffPorts<Authority>,
): Command {
  const text = { type: 'string' as const };
  return async ({ database, clock, print, fail }, args) => {
    const { values } = readArguments(args, { account: text, id: text, by: text, reason: text });
    const { account, id, by } = values;
    if ((account === undefined) === (id === undefined)) throw new UsageError('give --account or --id, one of them');
    const customer = { account, id };
    const reason = wanted(values, 'reason');

    const authority = await staff.authorise(by);
    if ('refusal' in authority) {
      fail(authority.refusal);
      return 1;
    }
    const outcome = await setCustomerStatus(database, staff, { customer, status, authority, reason, now: clock.now() });
    const name = account ?? `customer ${id}`;
    if (outcome === 'unknown-customer') {
      fail(`there is no customer ${account ?? id}`);
      return 1;
    }
    const is = status === 'DISABLED' ? 'disabled' : 'enabled';
    print(outcome === 'changed' ? `${name} is ${is}` : `${name} is ${is} already: nothing changed`);
    return 0;
  };
}

import type { Command } from '../../platform/commands/command.ts';
import {
  type CustomerName,
  customerOptions,
  nameOf,
  noSuchCustomer,
} from '../../platform/commands/customer-options.ts';
import { choice } from '../../platform/commands/option.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { payModeRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import type { NoticePort } from './notify-owed.ts';
import { readPayMode, setPayMode } from './pay-mode.ts';
import { payModeNotice } from './texts.zh.ts';

export interface NamedCustomerPort {
  /** Null where there is no such customer. */
  readonly findNamedCustomer: (db: Queryable, name: CustomerName) => Promise<{ id: bigint; account: string } | null>;
}

/** What customers choose for themselves on their phone, at the request of one who cannot. */
export function payModeCommand(database: Database, ports: NoticePort & NamedCustomerPort & StaffPorts): Command {
  return staffCommand(ports, payModeRoles, {
    group: 'Customers and machines',
    summary: "Sets which account pays a customer's electricity first, at the customer's request",
    options: {
      ...customerOptions,
      mode: choice(['PREPAID_FIRST', 'OUTPUT_FIRST'], 'the electricity account first, or the output account'),
    },
    example: '--account 13800000001 --mode OUTPUT_FIRST --by finance --reason "ticket 4711"',
    effects: 'changes',
    run: ({ mode, ...options }, { authority, reason, now }) =>
      database.transaction(async (dbTx): Promise<StaffResult> => {
        const name = nameOf(options);
        const customer = await ports.findNamedCustomer(dbTx, name);
        if (customer === null) return { refused: noSuchCustomer(name) };
        const before = await readPayMode(dbTx, customer.id);
        const subject = `customer ${customer.id}`;
        if (before === mode) return { done: `${subject} has ${mode} already: nothing changed` };
        await setPayMode(dbTx, customer.id, mode);
        await ports.queueNotices(dbTx, [{ to: customer.account, text: payModeNotice(mode) }]);
        const detail = { before, after: mode };
        await ports.recordAudit(dbTx, { at: now, authority, action: 'customer:pay-mode', subject, reason, detail });
        return { done: `${subject} had ${before}, has ${mode}` };
      }),
  });
}

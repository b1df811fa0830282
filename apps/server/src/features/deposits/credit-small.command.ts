import { networks } from '../../platform/chains/chain-nodes.ts';
import type { Command } from '../../platform/commands/command.ts';
import {
  type CustomerName,
  customerOptions,
  nameOf,
  noSuchCustomer,
} from '../../platform/commands/customer-options.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { moneyRoles, type StaffPorts } from '../../platform/staff/authority.ts';
import { type StaffResult, staffCommand } from '../../platform/staff/staff-command.ts';
import { type CreditDeps, creditCustomer } from './credit-final.ts';

export interface CreditSmallDeps extends CreditDeps, StaffPorts {
  /** Null where there is no such customer. */
  readonly findNamedCustomer: (db: Queryable, name: CustomerName) => Promise<{ id: bigint } | null>;
}

/** What waits below the minimum is the customer's: one who leaves gets it. */
export function creditSmallCommand(deps: CreditSmallDeps): Command {
  return staffCommand(deps, moneyRoles, {
    group: 'Money',
    summary: 'Credits the final deposits of a customer that are below the minimum',
    options: customerOptions,
    example: '--account 13800000001 --by finance --approved-by approver --reason "leaves, ticket 4712"',
    effects: 'irreversible',
    run: (options, { authority, reason, now }) =>
      deps.database.transaction(async (dbTx): Promise<StaffResult> => {
        const name = nameOf(options);
        const customer = await deps.findNamedCustomer(dbTx, name);
        if (customer === null) return { refused: noSuchCustomer(name) };
        let count = 0;
        for (const network of networks)
          count += await creditCustomer(dbTx, deps, { network, customerId: customer.id, ids: null, min: 0n, now });
        const subject = `customer ${customer.id}`;
        if (count === 0) return { refused: `${subject} has no final deposit that is not credited` };
        const detail = { count };
        await deps.recordAudit(dbTx, { at: now, authority, action: 'deposit:credit-small', subject, reason, detail });
        return { done: `${count} deposits of ${subject} are credited` };
      }),
  });
}

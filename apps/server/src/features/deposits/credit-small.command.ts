import type { Network } from '@lode/chain';
import { formatAmount } from '@lode/money';
import { networks } from '../../platform/chains/chain-nodes.ts';
import type { Command } from '../../platform/commands/command.ts';
import {
  type CustomerName,
  customerOptions,
  nameOf,
  noSuchCustomer,
} from '../../platform/commands/customer-options.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import type { Sentence } from '../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../platform/staff/authority.ts';
import { proposableCommand } from '../../platform/staff/proposable-command.ts';
import type { ConsoleResult } from '../../platform/staff/staff-command.ts';
import { type CreditDeps, creditCustomer } from './credit-final.ts';
import { coinOf } from './deposit-state.ts';
import { lockFinal } from './deposits.store.ts';
import * as say from './sentences.zh.ts';

export interface CreditSmallDeps extends CreditDeps, StaffPorts, ProposalPorts {
  /** Null where there is no such customer. */
  readonly findNamedCustomer: (db: Queryable, name: CustomerName) => Promise<{ id: bigint } | null>;
}

const nothingToCredit = (customerId: bigint) => ({
  refused: say.nothingToCredit(customerId),
});

/** What waits below the minimum is the customer's: one who leaves gets it. */
export function creditSmallCommand(deps: CreditSmallDeps): Command {
  return proposableCommand('deposit:credit-small', deps, moneyRoles, {
    group: 'Money',
    summary: 'Credits the final deposits of a customer that are below the minimum',
    options: customerOptions,
    example: '--account 13800000001 --by finance --approved-by approver --reason "leaves, ticket 4712"',
    effects: 'irreversible',
    describe: (options) =>
      deps.database.transaction<{ summary: Sentence } | { refused: Sentence }>(async (dbTx) => {
        const name = nameOf(options);
        const customer = await deps.findNamedCustomer(dbTx, name);
        if (customer === null) return { refused: noSuchCustomer(name) };
        const parts: Sentence[] = [];
        for (const network of networks) parts.push(...(await describeFinal(dbTx, network, customer.id)));
        if (parts.length === 0) return nothingToCredit(customer.id);
        return { summary: say.credited(customer.id, parts) };
      }),
    run: (options, { authority, reason, now }) =>
      deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
        const name = nameOf(options);
        const customer = await deps.findNamedCustomer(dbTx, name);
        if (customer === null) return { refused: noSuchCustomer(name) };
        let count = 0;
        for (const network of networks)
          count += await creditCustomer(dbTx, deps, { network, customerId: customer.id, ids: null, min: 0n, now });
        if (count === 0) return nothingToCredit(customer.id);
        const subject = `customer ${customer.id}`;
        const detail = { count };
        await deps.recordAudit(dbTx, { at: now, authority, action: 'deposit:credit-small', subject, reason, detail });
        return { done: say.areCredited(count, customer.id) };
      }),
  });
}

/** `2 deposits, 0.00004000 BTC`; nothing where there are none. */
async function describeFinal(dbTx: Transaction, network: Network, customerId: bigint): Promise<Sentence[]> {
  const deposits = await lockFinal(dbTx, network, customerId, null);
  if (deposits.length === 0) return [];
  const coin = coinOf[network];
  const sum = deposits.reduce((all, { amount }) => all + amount, 0n);
  return [say.depositsOf(deposits.length, `${formatAmount(sum, coin)} ${coin}`)];
}

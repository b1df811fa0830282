import { type Coin, formatAmount } from '@lode/money';
import type { Command } from '../../../platform/commands/command.ts';
import { account, id, optional, UsageError } from '../../../platform/commands/option.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import type { AnnouncePort } from '../../../platform/security-event.ts';
import { moneyRoles, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type StaffInput, type StaffResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import type { ReviewDeps } from './review.ts';
import { readDepositsToClawBack, unfreezeCustomer } from './unfreeze.repository.ts';

export interface UnfreezeDeps extends Pick<ReviewDeps, 'database' | 'recordAudit'>, StaffPorts, AnnouncePort {
  readonly findCustomerId: (db: Queryable, account: string) => Promise<bigint | null>;
}

export function unfreezeCommand(deps: UnfreezeDeps): Command {
  return staffCommand(deps, moneyRoles, {
    group: 'Customers and machines',
    summary: 'Lets a frozen customer withdraw again',
    options: { account: optional(account('the customer')), id: optional(id('the same by id')) },
    example: '--account 13800000001 --by finance --approved-by approver --reason "deposit was clawed back"',
    effects: 'changes',
    run: (given, input) => unfreeze(deps, given, input),
  });
}

async function unfreeze(
  { database, recordAudit, findCustomerId, announce }: UnfreezeDeps,
  given: { account?: string | undefined; id?: string | undefined },
  { authority, reason, now }: StaffInput,
): Promise<StaffResult> {
  if ((given.account === undefined) === (given.id === undefined))
    throw new UsageError('give --account or --id, one of them');
  return database.transaction(async (dbTx) => {
    const customerId = given.account === undefined ? rowId(given.id ?? '') : await findCustomerId(dbTx, given.account);
    if (customerId === null) return { refused: `there is no customer ${given.account ?? given.id}` };
    if (!(await unfreezeCustomer(dbTx, customerId, now))) {
      const depositsToClawBack = await readDepositsToClawBack(dbTx, customerId);
      return { refused: depositsToClawBack.map(clawBackFirst).join('; ') || 'the customer is not frozen' };
    }
    const subject = `customer ${customerId}`;
    await recordAudit(dbTx, { at: now, authority, action: 'customer:unfreeze', subject, reason });
    await announce(dbTx, { kind: 'UNFROZEN', customerId, at: now });
    return { done: `${subject} may withdraw again` };
  });
}

const clawBackFirst = ({ id, coin, amount }: { id: bigint; coin: Coin; amount: bigint }): string =>
  `deposit ${id} of ${formatAmount(amount, coin)} ${coin} was credited and is in no block any more: deposit:settle --id ${id} comes first`;

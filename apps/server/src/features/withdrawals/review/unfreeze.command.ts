import { type Coin, formatAmount } from '@lode/money';
import type { Command } from '../../../platform/commands/command.ts';
import { noSuchCustomer } from '../../../platform/commands/customer-options.ts';
import { account, id, optional, UsageError } from '../../../platform/commands/option.ts';
import * as words from '../../../platform/commands/option-words.zh.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import type { AnnouncePort } from '../../../platform/security-event.ts';
import { inClauses, type Sentence } from '../../../platform/sentence.ts';
import { moneyRoles, type ProposalPorts, type StaffPorts } from '../../../platform/staff/authority.ts';
import { freezeReason } from '../../../platform/staff/freeze-reasons.zh.ts';
import { type Described, proposableCommand } from '../../../platform/staff/proposable-command.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import type { ReviewDeps } from './review.ts';
import * as say from './sentences.zh.ts';
import { lockFreezes, readDepositsToClawBack, readFreezeReasons, unfreezeCustomer } from './unfreeze.repository.ts';

export interface UnfreezeDeps
  extends Pick<ReviewDeps, 'database' | 'recordAudit'>,
    StaffPorts,
    ProposalPorts,
    AnnouncePort {
  readonly findCustomerId: (db: Queryable, account: string) => Promise<bigint | null>;
}

interface Given {
  account?: string | undefined;
  id?: string | undefined;
}

export function unfreezeCommand(deps: UnfreezeDeps): Command {
  return proposableCommand('customer:unfreeze', deps, moneyRoles, {
    group: 'Customers and machines',
    summary: 'Lets a frozen customer withdraw again',
    options: { account: optional(account('the customer')), id: optional(id('the same by id')) },
    example: '--account 13800000001 --by finance --approved-by approver --reason "deposit was clawed back"',
    effects: 'changes',
    describe: (given) => describe(deps, given),
    run: (given, input) => unfreeze(deps, given, input),
  });
}

async function findCustomer(
  db: Queryable,
  { findCustomerId }: Pick<UnfreezeDeps, 'findCustomerId'>,
  given: Given,
): Promise<bigint | { refused: Sentence }> {
  if ((given.account === undefined) === (given.id === undefined))
    throw new UsageError(words.oneOfBoth('account', 'id'));
  const customerId = given.account === undefined ? rowId(given.id ?? '') : await findCustomerId(db, given.account);
  return customerId ?? { refused: noSuchCustomer(given) };
}

const notFrozen = { refused: say.notFrozen };

async function describe(deps: UnfreezeDeps, given: Given): Promise<Described> {
  const { database } = deps;
  const customerId = await findCustomer(database, deps, given);
  if (typeof customerId === 'object') return customerId;
  const [reasons, depositsToClawBack] = [
    await readFreezeReasons(database, customerId),
    await readDepositsToClawBack(database, customerId),
  ];
  if (depositsToClawBack.length > 0) return { refused: inClauses(depositsToClawBack.map(clawBackFirst)) };
  if (reasons.length === 0) return notFrozen;
  // Who reports an event as not their own meanwhile is not let go by it.
  const freezes = await database.transaction((dbTx) => lockFreezes(dbTx, customerId));
  return { summary: say.frozenBecause(customerId, reasons.map(freezeReason)), bound: { freezes } };
}

async function unfreeze(
  deps: UnfreezeDeps,
  given: Given,
  { authority, reason, now, bound }: StaffInput,
): Promise<ConsoleResult> {
  const { database, recordAudit, announce } = deps;
  return database.transaction(async (dbTx) => {
    const customerId = await findCustomer(dbTx, deps, given);
    if (typeof customerId === 'object') return customerId;
    if (bound !== undefined && bound.freezes !== (await lockFreezes(dbTx, customerId)))
      return { refused: say.otherFreezes };
    if (!(await unfreezeCustomer(dbTx, customerId, now))) {
      const depositsToClawBack = await readDepositsToClawBack(dbTx, customerId);
      return depositsToClawBack.length > 0 ? { refused: inClauses(depositsToClawBack.map(clawBackFirst)) } : notFrozen;
    }
    const subject = `customer ${customerId}`;
    await recordAudit(dbTx, { at: now, authority, action: 'customer:unfreeze', subject, reason });
    await announce(dbTx, { kind: 'UNFROZEN', customerId, at: now });
    return { done: say.mayWithdraw(customerId) };
  });
}

const clawBackFirst = ({ id, coin, amount }: { id: bigint; coin: Coin; amount: bigint }): Sentence =>
  say.clawBackFirst(id, `${formatAmount(amount, coin)} ${coin}`);

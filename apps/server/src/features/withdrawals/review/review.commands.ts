import { type Coin, formatAmount } from '@lode/money';
import { type Command, UsageError, wanted } from '../../../platform/commands/command.ts';
import type { DbTx } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import { moneyDeed, type NeededRoles, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type Deed, type DeedResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import { keepApproverKey, readUnsettledDeposits, unfreezeCustomer } from './review.repository.ts';
import { approve, type OffsetTarget, offset, propose, type ReviewDeps, reject } from './review.ts';

export interface CommandDeps extends ReviewDeps, StaffPorts {
  findCustomerId(dbTx: DbTx, account: string): Promise<bigint | null>;
}

/** Proposing and approving are two commands of two people. */
const proposing: NeededRoles = { by: ['FINANCE'] };
const approving: NeededRoles = { by: ['APPROVER'] };
const rejecting: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

/**
 * `withdrawal:propose --id N` by FINANCE, `withdrawal:approve --id N` by APPROVER, `withdrawal:reject --id N` by either;
 * `approver:key` makes the key that its caller approves with;
 * `withdrawal:offset --id N --to OUTPUT|ELE|charge` and `customer:unfreeze --account A|--id N` by FINANCE with APPROVER.
 */
export function reviewCommands(deps: CommandDeps): Record<string, Command> {
  return {
    'withdrawal:propose': decision(deps, proposing, propose),
    'withdrawal:approve': decision(deps, approving, approve),
    'withdrawal:reject': decision(deps, rejecting, reject),
    'withdrawal:offset': staffCommand(deps, moneyDeed, ['id', 'to'], (options, deed) => {
      const to = readTarget(wanted(options, 'to'));
      return ofId(options, (id) => offset(deps, { ...deed, id, to }));
    }),
    'approver:key': staffCommand(deps, rejecting, [], (_options, deed) => makeKey(deps, deed)),
    'customer:unfreeze': staffCommand(deps, moneyDeed, ['account', 'id'], (options, deed) =>
      unfreeze(deps, options, deed),
    ),
  };
}

function decision(
  deps: CommandDeps,
  needed: NeededRoles,
  decide: (deps: ReviewDeps, command: Deed & { id: bigint }) => Promise<DeedResult>,
): Command {
  return staffCommand(deps, needed, ['id'], (options, deed) => ofId(options, (id) => decide(deps, { ...deed, id })));
}

async function ofId(options: { id?: string }, decide: (id: bigint) => Promise<DeedResult>): Promise<DeedResult> {
  const text = wanted(options, 'id');
  const id = rowId(text);
  return id === null ? { refused: `there is no withdrawal ${text}` } : decide(id);
}

function readTarget(text: string): OffsetTarget {
  if (text === 'OUTPUT' || text === 'ELE' || text === 'charge') return text;
  throw new UsageError('--to is OUTPUT, ELE or charge');
}

/** The public half is enrolled at the signer; before that the key approves nothing. */
async function makeKey({ database, recordAudit, approvals }: CommandDeps, deed: Deed): Promise<DeedResult> {
  const { authority, reason, now } = deed;
  const { id: staffId, name, role } = authority.by;
  if (approvals === null) return { refused: 'this installation has no signed approvals' };
  const key = await approvals.newKey(name);
  if ('refused' in key) return key;
  const { publicKey, sealedKey } = key;
  return database.transaction(async (dbTx) => {
    if (!(await keepApproverKey(dbTx, { staffId, publicKey, sealedKey, now }))) return { refused: `${name} has a key` };
    await recordAudit(dbTx, { at: now, authority, action: 'approver:key', subject: `staff ${name}`, reason });
    return { done: `enrol it at the signer: approver:add --name ${name} --role ${role} --key ${publicKey}` };
  });
}

async function unfreeze(
  { database, recordAudit, findCustomerId }: CommandDeps,
  { account, id }: { account?: string; id?: string },
  { authority, reason, now }: Deed,
): Promise<DeedResult> {
  if ((account === undefined) === (id === undefined)) throw new UsageError('give --account or --id, one of them');
  return database.transaction(async (dbTx) => {
    const customerId = account === undefined ? rowId(id ?? '') : await findCustomerId(dbTx, account);
    if (customerId === null) return { refused: `there is no customer ${account ?? id}` };
    if (!(await unfreezeCustomer(dbTx, customerId, now))) {
      const unsettled = await readUnsettledDeposits(dbTx, customerId);
      return { refused: unsettled.map(mustBeSettled).join('; ') || 'the customer is not frozen' };
    }
    const subject = `customer ${customerId}`;
    await recordAudit(dbTx, { at: now, authority, action: 'customer:unfreeze', subject, reason });
    return { done: `${subject} may withdraw again` };
  });
}

const mustBeSettled = ({ id, coin, amount }: { id: bigint; coin: Coin; amount: bigint }): string =>
  `deposit ${id} of ${formatAmount(amount, coin)} ${coin} was credited and is in no block any more: deposit:settle --id ${id} comes first`;

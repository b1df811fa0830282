import { type Coin, formatAmount } from '@lode/money';
import { type Command, UsageError, wanted } from '../../../platform/commands/command.ts';
import type { DbTx } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import { moneyDeed, type NeededRoles, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type Deed, type DeedResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import type { Ending } from '../../payouts/process-payout.ts';
import { keepApproverKey, readUnsettledDeposits, unfreezeCustomer } from './review.repository.ts';
import { approve, type OffsetTarget, offset, propose, type ReviewDeps, reject } from './review.ts';

export interface CommandDeps extends ReviewDeps, StaffPorts {
  /** Ends what can never be paid; and what a payment that failed has not used up is for others again. */
  failPayment(ports: StaffPorts, wish: Ending): Promise<DeedResult>;
  freeInputs(ports: StaffPorts, wish: Ending): Promise<DeedResult>;
  findCustomerId(dbTx: DbTx, account: string): Promise<bigint | null>;
}

/** Proposing and approving are two commands of two people. */
const proposing: NeededRoles = { by: ['FINANCE'] };
const approving: NeededRoles = { by: ['APPROVER'] };
const rejecting: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

/**
 * `withdrawal:propose --id N` by FINANCE, `withdrawal:approve --id N` by APPROVER, `withdrawal:reject --id N` by either;
 * `approver:key` makes the key that its caller approves with;
 * `withdrawal:fail --id N [--although-gone TXID]` returns what can never be paid any more, `withdrawal:free --id N` what it would have spent;
 * `withdrawal:offset --id N --to OUTPUT|ELE|charge` and `customer:unfreeze --account A|--id N` by FINANCE with APPROVER.
 */
export function withdrawalCommands(deps: CommandDeps): Record<string, Command> {
  return {
    'withdrawal:propose': decision(deps, proposing, propose),
    'withdrawal:approve': decision(deps, approving, approve),
    'withdrawal:reject': decision(deps, rejecting, reject),
    'withdrawal:offset': staffCommand(deps, moneyDeed, ['id', 'to'], (options, deed) => {
      const to = readTarget(wanted(options, 'to'));
      return ofId(options, (id) => offset(deps, { ...deed, id, to }));
    }),
    'withdrawal:fail': staffCommand(deps, moneyDeed, ['id', 'although-gone'], (options, deed) =>
      ofId(options, (id) => deps.failPayment(deps, { ...deed, id, althoughGone: options['although-gone'] })),
    ),
    'withdrawal:free': staffCommand(deps, rejecting, ['id'], (options, deed) =>
      ofId(options, (id) => deps.freeInputs(deps, { ...deed, id })),
    ),
    'approver:key': staffCommand(deps, rejecting, [], (_options, deed) => makeKey(deps, deed)),
    'customer:unfreeze': staffCommand(deps, moneyDeed, ['account', 'id'], (options, deed) =>
      unfreeze(deps, options, deed),
    ),
  };
}

function decision(
  deps: CommandDeps,
  needed: NeededRoles,
  decide: (deps: ReviewDeps, wish: Deed & { id: bigint }) => Promise<DeedResult>,
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

/** The public half is for the signer's machine: only there it becomes good. */
async function makeKey({ database, recordAudit, approvals }: CommandDeps, deed: Deed): Promise<DeedResult> {
  const { authority, reason, now } = deed;
  const { id: staffId, name, role } = authority.by;
  if (approvals === null) return { refused: 'nobody asks for signed approvals here' };
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

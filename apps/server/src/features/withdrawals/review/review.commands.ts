import { type Coin, formatAmount } from '@lode/money';
import type { Command, Confirmation } from '../../../platform/commands/command.ts';
import { account, choice, id, optional, text, UsageError } from '../../../platform/commands/option.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import { moneyRoles, type NeededRoles, type StaffPorts } from '../../../platform/staff/authority.ts';
import { type StaffInput, type StaffResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import { findWithdrawal } from '../withdrawal.repository.ts';
import { keepApproverKey, readUnsettledDeposits, unfreezeCustomer } from './review.repository.ts';
import { approve, offset, propose, type ReviewDeps, reject } from './review.ts';

export interface CommandDeps extends ReviewDeps, StaffPorts {
  findCustomerId(db: Queryable, account: string): Promise<bigint | null>;
}

/** Two people give the two commands. */
const proposing: NeededRoles = { by: ['FINANCE'] };
const approving: NeededRoles = { by: ['APPROVER'] };
const rejecting: NeededRoles = { by: ['FINANCE', 'APPROVER'] };

const group = 'Withdrawals';
const options = { id: id('the withdrawal') };
const addressEndLength = 6;
const addressEnds = optional(
  text({
    placeholder: 'LAST6',
    summary: 'the last 6 characters of the address, instead of typing them at the terminal',
    longest: addressEndLength,
    pattern: /^[A-Za-z0-9]{6}$/,
    expected: 'the last 6 characters of the address',
  }),
);

export function reviewCommands(deps: CommandDeps): Record<string, Command> {
  return {
    'withdrawal:propose': staffCommand(deps, proposing, {
      group,
      summary: 'Proposes the payment of a withdrawal, and signs it',
      options: { ...options, 'address-ends': addressEnds },
      example: '--id 7 --address-ends 9e7Cq2 --by finance --reason "known customer"',
      effects: 'irreversible',
      confirm: (given) => confirmPayment(deps, given),
      run: (given, input) => withId(given.id, (withdrawalId) => propose(deps, { ...input, id: withdrawalId })),
    }),
    'withdrawal:approve': staffCommand(deps, approving, {
      group,
      summary: 'Approves a proposed withdrawal, and signs it: it is paid',
      options: { ...options, 'address-ends': addressEnds },
      example: '--id 7 --address-ends 9e7Cq2 --by approver --reason "checked"',
      effects: 'irreversible',
      confirm: (given) => confirmPayment(deps, given),
      run: (given, input) => withId(given.id, (withdrawalId) => approve(deps, { ...input, id: withdrawalId })),
    }),
    'withdrawal:reject': staffCommand(deps, rejecting, {
      group,
      summary: 'Rejects a withdrawal, proposed or not: the customer reads the reason',
      options,
      example: '--id 7 --by finance --reason "address of an exchange that is closed"',
      effects: 'irreversible',
      run: (given, input) => withId(given.id, (withdrawalId) => reject(deps, { ...input, id: withdrawalId })),
    }),
    'withdrawal:offset': staffCommand(deps, moneyRoles, {
      group,
      summary: "Moves a withdrawal's amount to another account of the customer",
      options: { ...options, to: choice(['OUTPUT', 'ELE', 'charge'], 'the account, or owed electricity') },
      example: '--id 7 --to charge --by finance --approved-by approver --reason "asked by phone"',
      effects: 'irreversible',
      run: ({ to, ...given }, input) =>
        withId(given.id, (withdrawalId) => offset(deps, { ...input, id: withdrawalId, to })),
    }),
    'approver:key': staffCommand(deps, rejecting, {
      group: 'Settings and staff',
      summary: 'Makes the key that its caller approves payments with',
      options: {},
      example: '--by approver --reason "new approver"',
      effects: 'changes',
      run: (_options, input) => makeKey(deps, input),
    }),
    'customer:unfreeze': staffCommand(deps, moneyRoles, {
      group: 'Customers and machines',
      summary: 'Lets a frozen customer withdraw again',
      options: { account: optional(account('the customer')), id: optional(id('the same by id')) },
      example: '--account 13800000001 --by finance --approved-by approver --reason "deposit was clawed back"',
      effects: 'changes',
      run: (given, input) => unfreeze(deps, given, input),
    }),
  };
}

/** The person reads the address and types its end: a wrong payment cannot be called back. */
async function confirmPayment(
  { database }: Pick<CommandDeps, 'database'>,
  given: { id: string; 'address-ends'?: string | undefined },
): Promise<Confirmation | null> {
  const withdrawalId = rowId(given.id);
  const withdrawal = withdrawalId === null ? null : await findWithdrawal(database, withdrawalId);
  if (withdrawal === null) return null;
  const { id: shownId, customerId, coin, network, address, amount, fee } = withdrawal;
  const end = address.slice(-addressEndLength).toLowerCase();
  return {
    preview: [
      `withdrawal ${shownId} of customer ${customerId}`,
      `  pays     ${formatAmount(amount - fee, coin)} ${coin}, fee ${formatAmount(fee, coin)} ${coin}`,
      `  network  ${network}`,
      `  address  ${address}`,
    ],
    question: `Type the last ${addressEndLength} characters of the address to continue: `,
    isConfirmedBy: (answer) => answer.toLowerCase() === end,
    given: given['address-ends'],
  };
}

async function withId(given: string, act: (withdrawalId: bigint) => Promise<StaffResult>): Promise<StaffResult> {
  const withdrawalId = rowId(given);
  return withdrawalId === null ? { refused: `there is no withdrawal ${given}` } : act(withdrawalId);
}

/** The public key takes effect when it is enrolled at the signer. */
async function makeKey({ database, recordAudit, approvals }: CommandDeps, input: StaffInput): Promise<StaffResult> {
  const { authority, reason, now } = input;
  const { id: staffId, name, role } = authority.by;
  if (approvals === null) return { refused: 'this server asks for no signed approvals' };
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
  given: { account?: string | undefined; id?: string | undefined },
  { authority, reason, now }: StaffInput,
): Promise<StaffResult> {
  if ((given.account === undefined) === (given.id === undefined))
    throw new UsageError('give --account or --id, one of them');
  return database.transaction(async (dbTx) => {
    const customerId = given.account === undefined ? rowId(given.id ?? '') : await findCustomerId(dbTx, given.account);
    if (customerId === null) return { refused: `there is no customer ${given.account ?? given.id}` };
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

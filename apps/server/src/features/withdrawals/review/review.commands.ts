import { withdrawalRemarks } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { inGroups } from '@lode/signing';
import type { Command, Confirmation } from '../../../platform/commands/command.ts';
import { choice, file, id, optional, text } from '../../../platform/commands/option.ts';
import { confirmationByYes } from '../../../platform/commands/run-command.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { rowId } from '../../../platform/http/page.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import {
  moneyRoles,
  type NeededRoles,
  type ProposalPorts,
  type StaffPorts,
} from '../../../platform/staff/authority.ts';
import { proposableCommand } from '../../../platform/staff/proposable-command.ts';
import { type StaffInput, type StaffResult, staffCommand } from '../../../platform/staff/staff-command.ts';
import { payerText } from '../domain/coins.ts';
import { findWithdrawal, type Withdrawal } from '../withdrawal.repository.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import {
  approve,
  describeOffset,
  offset,
  offsetCauses,
  propose,
  type RejectionCause,
  type ReviewDeps,
  reject,
  rejectionCauses,
} from './review.ts';
import { noWithdrawal } from './sentences.zh.ts';
import { readSignedElsewhere, readSignerReview, type SignerReview, writeSignerReview } from './signed-elsewhere.ts';

export interface ReviewCommandDeps extends ReviewDeps, StaffPorts, ProposalPorts, Pick<RequestPorts, 'addressOf'> {}

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
    summary: 'the last 6 characters of the address',
    longest: addressEndLength,
    pattern: /^[A-Za-z0-9]{6}$/,
    expected: 'the last 6 characters of the address',
  }),
  'asked for at a terminal; required without one',
);

const cause = optional(choice(rejectionCauses, 'what the customer reads'), 'the customer reads the reason');
const offsetCause = optional(
  choice(offsetCauses, 'what the customer reads'),
  'OWED for a charge; otherwise the customer reads none',
);
const approval = optional(file('an approval that npm run approve wrote'), 'signed at this terminal');
const deciding = { ...options, 'address-ends': addressEnds, approval };
type Given = { id: string; approval?: string | undefined; by?: string | undefined };

export function reviewCommands(deps: ReviewCommandDeps): Record<string, Command> {
  /** What the person is shown is what they sign. */
  let shown: SignerReview = { review: null, isDifferent: false };
  const confirm = async (given: Given, role: 'FINANCE' | 'APPROVER'): Promise<Confirmation | null> => {
    const confirmation = await confirmPayment(deps, given);
    const id = rowId(given.id);
    if (confirmation === null || id === null) return confirmation;
    shown = await readSignerReview(deps, deps.database, { id, name: given.by ?? '', role });
    const lines =
      shown.review?.text
        .trimEnd()
        .split('\n')
        .map((line) => `  ${line}`) ?? [];
    const title = lines.length > 0 ? ['the signer reads from the bytes:'] : [];
    return { ...confirmation, preview: [...confirmation.preview, ...title, ...lines] };
  };
  const decide = (given: Given, input: StaffInput, act: typeof propose): Promise<StaffResult> =>
    withId(given.id, async (id) => {
      const { review, isDifferent } = shown;
      if (isDifferent) return { refused: 'the signer reads another payment from the bytes than this server shows' };
      if (given.approval === undefined) return act(deps, { ...input, id, ...(review && { review }) });
      const signed = await readSignedElsewhere(deps, given.approval);
      return 'refused' in signed ? signed : act(deps, { ...input, id, signed });
    });

  return {
    'withdrawal:review': staffCommand(deps, rejecting, {
      group,
      summary: 'Writes what the signer reads of a payment, to be signed on another machine',
      options: { ...options, file: file('the file to write; it must not exist') },
      example: '--id 7 --file review.txt --by finance --reason "at home"',
      effects: 'changes',
      run: (given, { authority: { by } }) =>
        withId(given.id, (id) =>
          writeSignerReview(deps, { id, name: by.name, role: by.role as 'FINANCE' | 'APPROVER' }, given.file),
        ),
    }),
    'withdrawal:propose': staffCommand(deps, proposing, {
      group,
      summary: 'Proposes the payment of a withdrawal, and signs it',
      options: deciding,
      example: '--id 7 --address-ends 9e7Cq2 --by finance --reason "known customer"',
      effects: 'irreversible',
      confirmedBy: 'address-ends',
      confirm: (given) => confirm(given, 'FINANCE'),
      run: (given, input) => decide(given, input, propose),
    }),
    'withdrawal:approve': staffCommand(deps, approving, {
      group,
      summary: 'Approves a proposed withdrawal, and signs it: it is paid',
      options: deciding,
      example: '--id 7 --address-ends 9e7Cq2 --by approver --reason "checked"',
      effects: 'irreversible',
      confirmedBy: 'address-ends',
      confirm: (given) => confirm(given, 'APPROVER'),
      run: (given, input) => decide(given, input, approve),
    }),
    'withdrawal:reject': staffCommand(deps, rejecting, {
      group,
      summary: 'Rejects a withdrawal, proposed or not: the customer reads the cause or the reason',
      options: { ...options, cause },
      example: '--id 7 --by finance --reason "address of an exchange that is closed"',
      effects: 'irreversible',
      confirm: (given) => confirmRejection(deps, given),
      run: (given, input) =>
        withId(given.id, (id) => reject(deps, { ...input, id, ...(given.cause && { cause: given.cause }) })),
    }),
    'withdrawal:offset': proposableCommand('withdrawal:offset', deps, moneyRoles, {
      group,
      summary: "Moves a withdrawal's amount to another account of the customer",
      options: {
        ...options,
        to: choice(['OUTPUT', 'ELE', 'charge'], 'the account, or owed electricity'),
        cause: offsetCause,
      },
      example: '--id 7 --to charge --by finance --approved-by approver --reason "asked by phone"',
      effects: 'irreversible',
      oneOf: 'id',
      async describe({ id: given, to }) {
        const withdrawalId = rowId(given);
        if (withdrawalId === null) return { refused: noWithdrawal(given) };
        return describeOffset(deps.database, { id: withdrawalId, to });
      },
      run: ({ to, cause: read, ...given }, input) =>
        withId(given.id, (withdrawalId) =>
          offset(deps, { ...input, id: withdrawalId, to, ...(read && { cause: read }) }),
        ),
    }),
  };
}

/** The person reads the address and types its end: a wrong payment cannot be called back. */
async function confirmPayment(
  { database, addressOf }: Pick<ReviewCommandDeps, 'database' | 'addressOf'>,
  given: { id: string },
): Promise<Confirmation | null> {
  const withdrawal = await findNamed(database, given.id);
  if (withdrawal === null) return null;
  const { coin, network, addressKey, amount, fee } = withdrawal;
  const address = addressOf(network, addressKey);
  const end = address.slice(-addressEndLength).toLowerCase();
  return {
    preview: previewOf(
      withdrawal,
      address,
      `pays     ${formatAmount(amount - fee, coin)} ${coin}, fee ${formatAmount(fee, coin)} ${coin}`,
    ),
    question: `Type the last ${addressEndLength} characters of the address to continue: `,
    isConfirmedBy: (answer) => answer.toLowerCase() === end,
  };
}

async function confirmRejection(
  { database, addressOf }: Pick<ReviewCommandDeps, 'database' | 'addressOf'>,
  given: { id: string; reason?: string; cause?: RejectionCause | undefined },
): Promise<Confirmation | null> {
  const withdrawal = await findNamed(database, given.id);
  if (withdrawal === null) return null;
  const { coin, network, addressKey, amount } = withdrawal;
  const preview = previewOf(
    withdrawal,
    addressOf(network, addressKey),
    `returns  ${formatAmount(amount, coin)} ${coin}`,
  );
  const cause = given.cause === undefined ? [] : [`  customer reads ${withdrawalRemarks[given.cause]}`];
  return confirmationByYes([...preview, `  reason   ${given.reason?.trim() ?? ''}`, ...cause]);
}

function previewOf(withdrawal: Withdrawal, address: string, effect: string): string[] {
  const { id: shownId, number, network } = withdrawal;
  return [
    `withdrawal ${shownId} of ${payerText(withdrawal)}`,
    `  number   ${number}`,
    `  ${effect}`,
    `  network  ${network}`,
    `  address  ${address}`,
    `           ${inGroups(address)}`,
  ];
}

async function findNamed(database: Queryable, given: string): Promise<Withdrawal | null> {
  const withdrawalId = rowId(given);
  return withdrawalId === null ? null : findWithdrawal(database, withdrawalId);
}

async function withId<Result extends StaffResult>(
  given: string,
  act: (withdrawalId: bigint) => Promise<Result>,
): Promise<Result | { refused: Sentence }> {
  const withdrawalId = rowId(given);
  return withdrawalId === null ? { refused: noWithdrawal(given) } : act(withdrawalId);
}

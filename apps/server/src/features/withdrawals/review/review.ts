import { isDeepStrictEqual } from 'node:util';
import { offsetReasons, withdrawalRemarks } from '@lode/contract';
import { formatAmount } from '@lode/money';
import { type SignableReview, SignerUnavailable } from '@lode/signing';
import type { PaymentApprovals } from '../../../platform/chains/payment-approvals.ts';
import type { Database, Queryable, Transaction } from '../../../platform/db/database.ts';
import { owesFees } from '../../../platform/electricity-debt.ts';
import type { Sentence, Wording } from '../../../platform/sentence.ts';
import type { RefusalBeside, StaffPorts, WaitingProposalPort } from '../../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput, StaffResult } from '../../../platform/staff/staff-command.ts';
import { transitionOf } from '../domain/transitions.ts';
import { type EndPaymentPort, endAtSigner } from '../end-at-signer.ts';
import { advance, endUnpaid } from '../lifecycle.ts';
import { findCancellation } from '../request/cancellation.repository.ts';
import { findWithdrawal, lockWithdrawal, type Withdrawal } from '../withdrawal.repository.ts';
import type { AmountReturnPorts, PayoutPorts } from '../withdrawal-ports.ts';
import { approvalHold } from './approval-hold.ts';
import { readApproverKey } from './approver-key.repository.ts';
import { paymentToApprove } from './payment-to-approve.ts';
import { type ApprovalSignature, insertReview, type Proposal, readProposal } from './review.repository.ts';
import * as say from './sentences.zh.ts';
import { findOffset } from './waiting-offset.ts';

export interface ReviewDeps
  extends AmountReturnPorts,
    EndPaymentPort,
    PayoutPorts,
    WaitingProposalPort,
    Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  holdHours: number;
  /** Signs approvals; null where payments need no signed approvals. */
  approvals: PaymentApprovals | null;
}

type ReviewCommand = StaffInput & { id: bigint };
/**
 * `signed`: given on the signer's page or on a machine of the person's own. Otherwise it is signed here, at the person's terminal:
 * `review`, when the signer wrote one.
 */
type SignedCommand = ReviewCommand & { signed?: ApprovalSignature; review?: SignableReview };

/** The longest reason that a customer is shown. */
const longestRemark = 200;

/** FINANCE proposes the payment; nothing moves until an APPROVER approves it. */
export async function propose(deps: ReviewDeps, command: SignedCommand): Promise<StaffResult> {
  const signed = await signApproval(deps, command, 'FINANCE');
  if (signed !== null && 'refused' in signed) return signed;
  return reviewed(deps, 'withdrawal:propose', command, async (dbTx, withdrawal) => {
    if (!isAwaitingApproval(withdrawal)) return say.notAwaiting(withdrawal);
    if (await isCancelling(dbTx, withdrawal)) return say.cancelling;
    const earlier = await readProposal(dbTx, withdrawal.id);
    if (earlier !== null) return say.proposedAlready(earlier.staffName);
    const offsetting = await findOffset(deps, dbTx, withdrawal);
    if (offsetting !== null) return say.offsetWaits(offsetting);
    if (!isSigned(deps, signed, null)) return say.changedMeanwhile;
    await recordReview(dbTx, 'PROPOSED', command, signed);
    return null;
  });
}

/** A second person approves. What holds the customer's withdrawals back now holds the approval back too. */
export async function approve(deps: ReviewDeps, command: SignedCommand): Promise<StaffResult> {
  const signed = await signApproval(deps, command, 'APPROVER');
  if (signed !== null && 'refused' in signed) return signed;
  return reviewed(deps, 'withdrawal:approve', command, async (dbTx, withdrawal) => {
    if (!isAwaitingApproval(withdrawal)) return say.notAwaiting(withdrawal);
    if (await isCancelling(dbTx, withdrawal)) return say.cancelling;
    const proposal = await readProposal(dbTx, withdrawal.id);
    if (proposal === null) return say.notProposed;
    if (proposal.staffStatus === 'DISABLED') return say.proposerDisabled(proposal.staffName);
    if (proposal.staffId === command.authority.by.id) return say.samePerson;
    // One that was stored before the payment was proposed beside it.
    const offsetting = await findOffset(deps, dbTx, withdrawal);
    if (offsetting !== null) return say.offsetWaits(offsetting);
    if (!isSigned(deps, signed, proposal)) return say.changedMeanwhile;
    const hold = await approvalHold(dbTx, withdrawal, { holdHours: deps.holdHours, now: command.now });
    if (hold !== null) return say.approvalHoldText(hold);
    await recordReview(dbTx, 'APPROVED', command, signed);
    await advance(dbTx, withdrawal, 'approve', command.now);
    await deps.startPayout(dbTx, withdrawal.id);
    return null;
  });
}

/** What the customer reads in place of the reason: a sentence that the client puts into the customer's words. */
export const rejectionCauses = ['ADDRESS', 'IDENTITY', 'ACTIVITY', 'REQUEST'] as const;
export type RejectionCause = (typeof rejectionCauses)[number];

/** With or without a proposal. The amount returns to where it came from; a customer reads the cause, or else the reason. */
export function reject(deps: ReviewDeps, command: ReviewCommand & { cause?: RejectionCause }): Promise<ConsoleResult> {
  const { reason, cause, now } = command;
  const remark = cause === undefined ? reason : withdrawalRemarks[cause];
  return endedWithout(deps, 'withdrawal:reject', command, {
    end: { event: 'reject', end: 'returned', remark: remark.slice(0, longestRemark), now },
    refusalOf: async (_db, { customerId }) =>
      customerId !== null && remark.length > longestRemark ? say.remarkTooLong(longestRemark) : null,
  });
}

export type OffsetTarget = 'OUTPUT' | 'ELE' | 'charge';

export const offsetCauses = ['REQUEST', 'OWED', 'ADDRESS'] as const satisfies (keyof typeof offsetReasons)[];
export type OffsetCause = (typeof offsetCauses)[number];

const ownAccount = { BTC: 'OUTPUT', USDT: 'ELE' } as const satisfies Record<Withdrawal['coin'], OffsetTarget>;

/** Where FINANCE may propose to move the amount of a withdrawal, as it stands now. */
export async function offsetTargets(
  db: Queryable,
  { coin, customerId, phase }: Withdrawal,
  isProposed: boolean,
): Promise<OffsetTarget[]> {
  if (customerId === null || isProposed || transitionOf(phase, 'offset') === null) return [];
  return [ownAccount[coin], ...((await owesFees(db, customerId)) ? ['charge' as const] : [])];
}

async function refusalOfOffset(
  db: Queryable,
  { coin, customerId }: Withdrawal,
  to: OffsetTarget,
): Promise<Sentence | null> {
  if (customerId === null) return say.ofOperator;
  const own = ownAccount[coin];
  if (to !== 'charge' && to !== own) return say.otherTarget(coin, own);
  if (to === 'charge' && !(await owesFees(db, customerId))) return say.owesNothing;
  return null;
}

/**
 * What the second person reads before the amount is moved; or why it would not be. It is not proposed beside a payment that is: of
 * two ends only one waits. Two people who are there at once may still end the withdrawal by it, as by a rejection.
 */
export async function describeOffset(
  db: Queryable,
  { id, to }: { id: bigint; to: OffsetTarget },
): Promise<{ summary: Sentence; refusalBeside: RefusalBeside } | { refused: Sentence }> {
  const withdrawal = await findWithdrawal(db, id);
  if (withdrawal === null) return { refused: say.noWithdrawal(id) };
  if (transitionOf(withdrawal.phase, 'offset') === null) return { refused: say.notAwaiting(withdrawal) };
  const refused = await refusalOfOffset(db, withdrawal, to);
  if (refused !== null) return { refused };
  const { number, coin, amount } = withdrawal;
  const of = { number, amount: `${formatAmount(amount, coin)} ${coin}`, payer: say.payer(withdrawal) };
  const summary = say.offsetSummary(of, ownAccount[coin], to === 'charge');
  return {
    summary,
    async refusalBeside(dbTx) {
      const [now, proposal] = await Promise.all([findWithdrawal(dbTx, id), readProposal(dbTx, id)]);
      if (now === null) return say.noWithdrawal(id);
      if (transitionOf(now.phase, 'offset') === null) return say.notAwaiting(now);
      return proposal && say.paymentProposed(proposal.staffName);
    },
  };
}

/**
 * Credits the whole amount to the customer's own account of the same coin, which pays what the customer owes, oldest first. The
 * reason is the staff's; the customer reads the cause, which a debt is by itself.
 */
export function offset(
  deps: ReviewDeps,
  command: ReviewCommand & { to: OffsetTarget; cause?: OffsetCause },
): Promise<ConsoleResult> {
  const { to, cause = to === 'charge' ? 'OWED' : undefined, now } = command;
  return endedWithout(deps, 'withdrawal:offset', command, {
    end: { event: 'offset', end: 'offset', ...(cause && { remark: offsetReasons[cause] }), now },
    refusalOf: (db, withdrawal) => refusalOfOffset(db, withdrawal, to),
  });
}

interface StaffEnd {
  end: Parameters<typeof endUnpaid>[3];
  readonly refusalOf: (db: Queryable, withdrawal: Withdrawal) => Promise<Sentence | null>;
}

/**
 * Ends a withdrawal without a payment: first at the signer, so that signatures over its payment are worth nothing, then here. Ended
 * at the signer and not here, it is ended by the same command again.
 */
async function endedWithout(
  deps: ReviewDeps,
  action: 'withdrawal:reject' | 'withdrawal:offset',
  command: ReviewCommand,
  { end, refusalOf }: StaffEnd,
): Promise<ConsoleResult> {
  const { database } = deps;
  const found = await findWithdrawal(database, command.id);
  if (found !== null && transitionOf(found.phase, end.event) !== null && (await refusalOf(database, found)) === null) {
    try {
      if (!(await endAtSigner(database, deps, found))) return { refused: say.signedAlready };
    } catch (error) {
      if (!(error instanceof SignerUnavailable)) throw error;
      return { refused: say.notEndedAtSigner(error.message) };
    }
  }
  return reviewed(deps, action, command, async (dbTx, withdrawal) => {
    const refused = await refusalOf(dbTx, withdrawal);
    if (refused !== null) return refused;
    return (await endUnpaid(dbTx, deps, withdrawal, end)) ? null : say.notAwaiting(withdrawal);
  });
}

const isCancelling = async (db: Queryable, { id }: Withdrawal): Promise<boolean> =>
  (await findCancellation(db, id)) !== null;

const isAwaitingApproval = ({ phase }: Withdrawal): boolean => transitionOf(phase, 'approve') !== null;

/** Whether what was signed before the lock is what the locked decision needs. */
function isSigned({ approvals }: ReviewDeps, signed: ApprovalSignature | null, proposal: Proposal | null): boolean {
  if (approvals === null) return true;
  if (signed === null) return false;
  return proposal === null || isDeepStrictEqual(signed.approvalRequest, proposal.approvalRequest);
}

function recordReview(
  db: Queryable,
  part: 'PROPOSED' | 'APPROVED',
  { id, authority, reason, now }: ReviewCommand,
  signed: ApprovalSignature | null,
): Promise<void> {
  return insertReview(db, { withdrawalId: id, part, staffId: authority.by.id, reason, now, signed });
}

/**
 * The person's signature over the exact payment, made before the decision, at the terminal or on the signer's page; null where
 * there is nothing to approve, which the decision then reports.
 */
async function signApproval(
  { database, approvals }: ReviewDeps,
  { id, authority, now, signed, review }: SignedCommand,
  role: 'FINANCE' | 'APPROVER',
): Promise<ApprovalSignature | { refused: Wording } | null> {
  if (approvals === null) return null;
  const withdrawal = await findWithdrawal(database, id);
  const proposal = await readProposal(database, id);
  if (withdrawal === null || !isAwaitingApproval(withdrawal)) return null;
  if (role === 'APPROVER' ? proposal === null : proposal !== null) return null;
  const approvalRequest =
    proposal?.approvalRequest ?? (await approvals.approvalRequestFor(paymentToApprove(withdrawal)));
  if ('refused' in approvalRequest) return approvalRequest;
  const otherSigner = await approvals.refusalOfRequest(approvalRequest);
  if (otherSigner !== null) return { refused: otherSigner };
  const { id: staffId, name } = authority.by;
  if (signed) {
    const { approver, role: as } = signed.approval;
    const isSame = approver === name && as === role && isDeepStrictEqual(signed.approvalRequest, approvalRequest);
    return isSame ? signed : { refused: say.otherSignature };
  }
  const sealedKey = await readApproverKey(database, staffId);
  const isOfThis =
    review?.by.approver === name &&
    review.by.role === role &&
    isDeepStrictEqual(review.approvalRequest, approvalRequest);
  const who = { name, role, sealedKey };
  const approval = await approvals.approve(who, approvalRequest, now, isOfThis ? review : undefined);
  return 'refused' in approval ? approval : { approvalRequest, approval };
}

/** Rolls back the transaction of a command that is refused after a write. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly refused: Sentence;
  constructor(refused: Sentence) {
    super(refused.en);
    this.refused = refused;
  }
}

/** The decision and its audit line, together or not at all. `decide` answers the refusal, or null. */
async function reviewed(
  { database, recordAudit }: ReviewDeps,
  action: say.ReviewAction,
  { id, authority, reason, now }: ReviewCommand,
  decide: (dbTx: Transaction, withdrawal: Withdrawal) => Promise<Sentence | null>,
): Promise<ConsoleResult> {
  try {
    return await database.transaction(async (dbTx) => {
      const withdrawal = await lockWithdrawal(dbTx, id);
      if (withdrawal === null) throw new Refused(say.noWithdrawal(id));
      const refused = await decide(dbTx, withdrawal);
      if (refused !== null) throw new Refused(refused);
      const { network, coin, addressKey, amount, fee } = withdrawal;
      // What was decided on, beside the row itself: the books are checked against it.
      const detail = { network, coin, addressKey, amount: String(amount), fee: String(fee) };
      await recordAudit(dbTx, { at: now, authority, action, subject: `withdrawal ${id}`, reason, detail });
      return { done: say.reviewedAs(action, id, say.payer(withdrawal), `${formatAmount(amount, coin)} ${coin}`) };
    });
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refused };
    throw error;
  }
}

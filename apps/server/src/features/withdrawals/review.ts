import type { PaymentApprovals } from '../../platform/chains/payment-approvals.ts';
import type { Database, DbTx } from '../../platform/db/database.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { Deed, DeedResult } from '../../platform/staff/staff-command.ts';
import { endUnpaid } from './end-withdrawal.ts';
import { heldApproval } from './held-approval.ts';
import { paymentToApprove } from './payment-to-approve.ts';
import type { CreditPorts } from './ports.ts';
import { insertReview, readApproverKey, readProposal, type SignedYes } from './reviews.store.ts';
import { moved } from './withdrawal-state.ts';
import {
  findWithdrawal,
  lockWithdrawal,
  moveWithdrawal,
  owesElectricity,
  type Withdrawal,
} from './withdrawals.store.ts';

export interface ReviewDeps extends CreditPorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
  holdHours: number;
  /** How people sign what they agree to; null where nobody asks for it. */
  approvals: PaymentApprovals | null;
  /** What pays it from here on, written in the transaction of the approval. */
  startPayment(dbTx: DbTx, id: bigint): Promise<void>;
}

interface Wish extends Deed {
  id: bigint;
}

/** The longest reason that a customer is shown. */
const longestRemark = 200;

/** One of the staff asks for the payment: nothing moves until another one agrees. */
export async function propose(deps: ReviewDeps, wish: Wish): Promise<DeedResult> {
  const yes = await signedYes(deps, wish, 'FINANCE');
  if (yes !== null && 'refused' in yes) return yes;
  return reviewed(deps, 'withdrawal:propose', wish, async (dbTx, withdrawal) => {
    if (moved(withdrawal, 'approve') === null) return notWaiting(withdrawal);
    const earlier = await readProposal(dbTx, withdrawal.id);
    if (earlier !== null) return `${earlier.staffName} has proposed it already`;
    await review(dbTx, 'PROPOSED', wish, yes);
    return null;
  });
}

/** Another one of the staff agrees. Whatever would hold the customer back now holds the approval back as well. */
export async function approve(deps: ReviewDeps, wish: Wish): Promise<DeedResult> {
  const yes = await signedYes(deps, wish, 'APPROVER');
  if (yes !== null && 'refused' in yes) return yes;
  return reviewed(deps, 'withdrawal:approve', wish, async (dbTx, withdrawal) => {
    const move = moved(withdrawal, 'approve');
    if (move === null) return notWaiting(withdrawal);
    const proposal = await readProposal(dbTx, withdrawal.id);
    if (proposal === null) return 'nobody has proposed it: withdrawal:propose comes first';
    if (proposal.staffId === wish.authority.by.id) return 'the same person cannot propose and approve';
    const held = await heldApproval(dbTx, withdrawal, { holdHours: deps.holdHours, now: wish.now });
    if (held !== null) return held;
    await review(dbTx, 'APPROVED', wish, yes);
    await moveWithdrawal(dbTx, withdrawal.id, { from: withdrawal, to: move.state, step: move.step, now: wish.now });
    await deps.startPayment(dbTx, withdrawal.id);
    return null;
  });
}

/** With or without a proposal. Everything returns to the wallet; the customer reads the reason. */
export function reject(deps: ReviewDeps, wish: Wish): Promise<DeedResult> {
  return reviewed(deps, 'withdrawal:reject', wish, async (dbTx, withdrawal) => {
    if (wish.reason.length > longestRemark) return `the customer reads the reason: at most ${longestRemark} characters`;
    const { reason: remark, now } = wish;
    const isEnded = await endUnpaid(dbTx, deps, withdrawal, { event: 'reject', end: 'returned', remark, now });
    return isEnded ? null : notWaiting(withdrawal);
  });
}

export type OffsetTarget = 'OUTPUT' | 'ELE' | 'charge';

/**
 * Settled inside the house: the whole amount goes to the customer's own account of the same coin, or to what the customer
 * owes, which is paid from that account at once, oldest first.
 */
export function offset(deps: ReviewDeps, wish: Wish & { to: OffsetTarget }): Promise<DeedResult> {
  return reviewed(deps, 'withdrawal:offset', wish, async (dbTx, withdrawal) => {
    const { coin, customerId } = withdrawal;
    const own = coin === 'BTC' ? 'OUTPUT' : 'ELE';
    if (wish.to !== 'charge' && wish.to !== own) return `${coin} can be moved to ${own}, or to a charge`;
    if (wish.to === 'charge' && !(await owesElectricity(dbTx, customerId))) return 'the customer owes nothing';
    const isEnded = await endUnpaid(dbTx, deps, withdrawal, { event: 'offset', end: 'offset', now: wish.now });
    return isEnded ? null : notWaiting(withdrawal);
  });
}

const notWaiting = ({ status, thirdStatus, isOffset }: Withdrawal): string =>
  `it is ${isOffset ? 'offset' : [status, thirdStatus].filter((part) => part !== null).join(' ')}, not waiting for a decision`;

function review(
  dbTx: DbTx,
  part: 'PROPOSED' | 'APPROVED',
  { id, authority, reason, now }: Wish,
  yes: SignedYes | null,
): Promise<void> {
  return insertReview(dbTx, { withdrawalId: id, part, staffId: authority.by.id, reason, now, yes });
}

/**
 * The person's own signature under what exactly is paid, made here at the terminal before anything is decided; null where
 * there is nothing to agree to, which the decision then says in words.
 */
async function signedYes(
  { database, approvals }: ReviewDeps,
  { id, authority, now }: Wish,
  role: 'FINANCE' | 'APPROVER',
): Promise<SignedYes | { refused: string } | null> {
  if (approvals === null) return null;
  const withdrawal = await findWithdrawal(database, id);
  const proposal = await readProposal(database, id);
  if (withdrawal === null || moved(withdrawal, 'approve') === null) return null;
  if (role === 'APPROVER' ? proposal === null : proposal !== null) return null;
  const statement = proposal?.statement ?? (await approvals.approvalRequestFor(paymentToApprove(withdrawal)));
  if ('refused' in statement) return statement;
  const { id: staffId, name } = authority.by;
  const sealedKey = await readApproverKey(database, staffId);
  const approval = await approvals.approve({ name, role, sealedKey }, statement, now);
  return 'refused' in approval ? approval : { statement, approval };
}

/** Ends the transaction of a deed that was refused after something was written. */
class Stopped extends Error {
  override readonly name = 'Stopped';
}

/** The deed with its line in the audit log, together or not at all. It answers why not, or null. */
async function reviewed(
  { database, recordAudit }: ReviewDeps,
  action: string,
  { id, authority, reason, now }: Wish,
  decide: (dbTx: DbTx, withdrawal: Withdrawal) => Promise<string | null>,
): Promise<DeedResult> {
  try {
    await database.transaction(async (dbTx) => {
      const withdrawal = await lockWithdrawal(dbTx, id);
      const refused = withdrawal === null ? `there is no withdrawal ${id}` : await decide(dbTx, withdrawal);
      if (refused !== null) throw new Stopped(refused);
      await recordAudit(dbTx, { at: now, authority, action, subject: `withdrawal ${id}`, reason });
    });
    return { done: `${action} ${id}: done` };
  } catch (error) {
    if (error instanceof Stopped) return { refused: error.message };
    throw error;
  }
}

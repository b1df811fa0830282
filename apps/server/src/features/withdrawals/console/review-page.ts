import type { ConsoleData } from '@lode/contract/console';
import type { ApprovalHold } from '@lode/signing';
import type { Queryable } from '../../../platform/db/database.ts';
import { owesFees } from '../../../platform/electricity-debt.ts';
import type { StaffSession } from '../../../platform/http/console/console-context.ts';
import { withdrawLimitsAt } from '../domain/limits.ts';
import { unsignedPhases } from '../domain/phase.ts';
import { transitionOf } from '../domain/transitions.ts';
import { readCustomerGuard, readSecurityHoldFacts } from '../request/security-hold.repository.ts';
import { areOwnAddresses } from '../request/validate-address.ts';
import { approvalHold } from '../review/approval-hold.ts';
import { paymentToApprove } from '../review/payment-to-approve.ts';
import { readProposal } from '../review/review.repository.ts';
import { offsetTargets } from '../review/review.ts';
import { readUnsignedAmounts, takenOfDays, type Withdrawal } from '../withdrawal.repository.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import { readTaken } from './balance-origin.repository.ts';
import { type Origin, readOrigin } from './balance-origin.ts';
import { checksOf } from './review-checks.ts';
import {
  type RequestFacts,
  readAddressFacts,
  readCustomerFacts,
  readEvents,
  readHotCoins,
  readOthers,
  readRequestFacts,
  readTotals,
  readWaitingProposals,
} from './review-facts.repository.ts';
import { addressView, customerView, eventsView, historyView, originView, withdrawalView } from './review-views.ts';
import { hasNote } from './withdrawal-note.ts';

type Review = ConsoleData<'withdrawalReview'>;

export interface ReviewPageDeps extends Pick<RequestPorts, 'addressOf' | 'settingsAt' | 'holdHours'> {
  staffReads: Queryable;
  /** Why the operator's own list denies an address; the screening that binds follows the approval. */
  readonly findDenied: (
    db: Queryable,
    withdrawal: Pick<Withdrawal, 'network' | 'addressKey'>,
  ) => Promise<{ isClear: true } | { isClear: false; reason: string }>;
  /** Where approvers open the signer's own page; null where they have none. */
  signerPage: string | null;
}

const day = 86_400_000;
const historyDays = 90;
/** A customer with more than that is shown the newest. */
const historyAtMost = 500;

/** One withdrawal with all that it is decided on, as it stands now. */
export async function readReview(
  deps: ReviewPageDeps,
  withdrawal: Withdrawal,
  { session, now }: { session: StaffSession; now: Date },
): Promise<Review> {
  const { staffReads: db, addressOf, holdHours } = deps;
  const { id, customerId, coin, network, addressKey, phase } = withdrawal;
  const [request, origin, events, proposal, hold, address, waiting] = await Promise.all([
    readRequestFacts(db, id),
    readOrigin(db, withdrawal),
    readEvents(db, id),
    readProposal(db, id),
    approvalHold(db, withdrawal, { holdHours, now }),
    readAddressFacts(db, withdrawal),
    readWaitingProposals(db, id),
  ]);
  const since = new Date(now.getTime() - historyDays * day);
  const history = customerId === null ? [] : await readOthers(db, { customerId, coin, id }, since, historyAtMost);
  const checks = await readChecks(deps, withdrawal, { now, request, origin, hold });
  const isCancelling = phase === 'AWAITING_APPROVAL' && events.some(({ kind }) => kind === 'CANCELLING');
  const isWaiting = transitionOf(phase, 'approve') !== null && !isCancelling;
  const next = isWaiting ? (proposal === null ? ('PROPOSE' as const) : ('APPROVE' as const)) : null;
  const isMine =
    (next === 'PROPOSE' && session.role === 'FINANCE') ||
    (next === 'APPROVE' && session.role === 'APPROVER' && proposal?.staffId !== session.staffId);
  const looks = checks.some(({ state }) => state === 'LOOK');
  const decides = session.role === 'FINANCE' || session.role === 'APPROVER';
  return {
    withdrawal: withdrawalView(withdrawal, { request, isCancelling, address: addressOf(network, addressKey) }),
    customer:
      customerId === null
        ? null
        : customerView(customerId, await readCustomerFacts(db, customerId), await readTotals(db, customerId)),
    isProposed: proposal !== null,
    proposals: waiting.map((one) => ({ ...one, id: String(one.id), at: one.at.toISOString() })),
    checks,
    origin: origin && originView(origin, withdrawal),
    history: historyView(history, withdrawal, addressOf),
    address: addressView(address, request, coin),
    events: eventsView(events, phase),
    decision: {
      next,
      isMine,
      hold: isWaiting ? hold : null,
      needsNote: isMine && looks && !(await hasNote(db, id, session.staffId)),
      canReject: decides && isWaiting,
      offsets: session.role === 'FINANCE' && isWaiting ? await offsetTargets(db, withdrawal, proposal !== null) : [],
      signerPage: deps.signerPage && `${deps.signerPage}/#${paymentToApprove(withdrawal).paymentId}`,
    },
    readAt: now.toISOString(),
  };
}

async function readChecks(
  deps: ReviewPageDeps,
  withdrawal: Withdrawal,
  facts: { now: Date; request: RequestFacts; origin: Origin | null; hold: ApprovalHold | null },
): Promise<Review['checks']> {
  const { staffReads: db, holdHours } = deps;
  const { customerId, coin, network, addressKey } = withdrawal;
  const { now, request, origin, hold } = facts;
  const [limits, own, denied, taken, hotCoins] = await Promise.all([
    withdrawLimitsAt(db, deps, now),
    areOwnAddresses(db, [{ network, addressKey }]),
    deps.findDenied(db, withdrawal),
    readTaken(db, withdrawal.id),
    coin === 'BTC' ? readUnpromised(db, withdrawal) : null,
  ]);
  const ofCustomer = customerId === null ? null : await readCustomerChecks(db, customerId, withdrawal, facts);
  return checksOf(withdrawal, {
    now,
    holdHours,
    limits: limits[coin],
    origin,
    hold,
    isTaken: taken !== null || customerId === null,
    isOwnAddress: own[0] ?? false,
    denied: denied.isClear ? null : denied.reason,
    bookSince: request.bookSince,
    hotCoins,
    ...(ofCustomer ?? { takenOfDay: 0n, owes: false, guard: null, device: null }),
  });
}

async function readCustomerChecks(
  db: Queryable,
  customerId: bigint,
  { coin }: Withdrawal,
  { now, request }: { now: Date; request: RequestFacts },
) {
  const [[takenOfDay = 0n], owes, guard, device] = await Promise.all([
    takenOfDays(db, [{ customerId, coin, date: request.date }]),
    owesFees(db, customerId),
    readCustomerGuard(db, customerId),
    readSecurityHoldFacts(db, { customerId, deviceId: request.deviceId, now }),
  ]);
  return { takenOfDay, owes, guard, device };
}

/** The hot wallet without what other approved payments will take of it. */
async function readUnpromised(db: Queryable, { coin, phase, amount, fee }: Withdrawal): Promise<bigint> {
  const [held, promised] = await Promise.all([readHotCoins(db), readUnsignedAmounts(db)]);
  const ofOthers = (promised.get(coin) ?? 0n) - (unsignedPhases.includes(phase) ? amount - fee : 0n);
  return held - ofOthers;
}

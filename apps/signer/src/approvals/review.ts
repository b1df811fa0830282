import {
  type ApproverRole,
  coinAmount,
  inGroups,
  type ParsedPayment,
  type Refusal,
  type ReviewRequest,
} from '@lode/signing';
import { businessDate } from '../business-date.ts';
import type { ChainSigner, DecodedTransaction } from '../chain-signer.ts';
import { verifySigner } from '../identity.ts';
import type { ApprovedLine } from '../journal.ts';
import { type NetworkPolicy, networkPolicy } from '../policy.ts';
import { decodeTransaction, type PolicyContext, verifyChainAndFee, verifyPayment } from '../policy-engine.ts';
import { Refused } from '../refused.ts';

/** What of the server's claims is not what the bytes say. */
type Difference = 'address' | 'amount' | 'destination' | 'withdrawal';

/** A payment that waits for approvals, read from its bytes. */
export interface Review {
  request: ReviewRequest;
  /** Null when no payment can be read: without a draft, or from bytes that are no payment. */
  parsed: ParsedPayment | null;
  /** Why it could not be signed as it is. */
  refusal: { code: Refusal | 'NO_DRAFT'; detail: string } | null;
  differences: readonly Difference[];
}

/** Reads the draft as the signer would sign it, and compares it with what the server claims. Pure. */
export function reviewPayment(request: ReviewRequest, context: PolicyContext): Review {
  const { approvalRequest, draft } = request;
  const { network, paymentId } = approvalRequest;
  const review: Review = { request, parsed: null, refusal: null, differences: [] };
  if ('unavailable' in draft) return { ...review, refusal: { code: 'NO_DRAFT', detail: draft.unavailable } };
  try {
    const signer = context.signers[network];
    const limits = networkPolicy(context.policy, network);
    if (!signer || !limits) throw new Refused('NETWORK', `${network} is not set up here`);
    const decoded = decodeTransaction(signer, draft);
    review.parsed = parsePayment(decoded, signer, limits, context);
    review.differences = differencesOf(request, review.parsed);
    verifyChainAndFee(decoded, network, limits);
    verifyPayment({ approvalRequest, ...draft }, decoded, signer, limits, context.policy);
    verifySigner(approvalRequest, context.history, context.policy, context.now);
    if (context.history.isAbandoned(paymentId)) throw new Refused('ABANDONED', paymentId);
    if (BigInt(approvalRequest.amount) > BigInt(limits.perPayment))
      throw new Refused('PAYMENT_LIMIT', `above ${limits.perPayment}`);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    review.refusal = { code: error.code, detail: error.message.slice(0, 300) };
  }
  return review;
}

function parsePayment(
  decoded: DecodedTransaction,
  signer: ChainSigner,
  limits: NetworkPolicy,
  { history, now }: PolicyContext,
): ParsedPayment {
  const [payment, ...others] = decoded.outputs.filter(({ ownBranch }) => ownBranch !== 'house');
  if (!payment || others.length > 0) throw new Refused('TRANSACTION', 'not exactly one output leaves the house');
  const { destination, coin, amount } = payment;
  if (signer.destinationKind(destination) === null) throw new Refused('DESTINATION', `${destination} is not payable`);
  const change = decoded.outputs.reduce((sum, one) => (one === payment ? sum : sum + one.amount), 0n);
  const earlier = history.paidTo(decoded.network, destination);
  const left = BigInt(limits.perDay) - history.on(decoded.network, businessDate(now)).paid;
  return {
    address: signer.addressOf(destination),
    destination,
    coin,
    amount: `${amount}`,
    fee: `${decoded.fee}`,
    change: `${change}`,
    earlier: earlier ? { ...earlier, total: `${earlier.total}` } : null,
    leftToday: `${left > 0n ? left : 0n}`,
    perPayment: limits.perPayment,
  };
}

function differencesOf({ approvalRequest, claims }: ReviewRequest, parsed: ParsedPayment): Difference[] {
  const { destination, coin, amount, paymentId } = approvalRequest;
  const agreed: Record<Difference, boolean> = {
    address: claims.address === parsed.address,
    amount: claims.amount === parsed.amount && amount === parsed.amount && coin === parsed.coin,
    destination: destination === parsed.destination,
    withdrawal: paymentId.replace(/-.*$/, '').endsWith(`:${claims.withdrawalId}`),
  };
  return (Object.keys(agreed) as Difference[]).filter((field) => !agreed[field]);
}

/** Why a person cannot approve a payment on the page now; the page has no button then. */
export type Obstacle =
  | 'NO_DRAFT'
  | 'DIFFERS'
  | 'REFUSED'
  | 'HELD'
  | 'PASSKEYS_ONLY'
  | 'NOT_PROPOSED'
  | 'PROPOSED'
  | 'DECIDED'
  | 'SAME_PERSON';

/** `given`: approvals of the payment that still count. */
export function obstacleOf(
  { request, refusal, differences }: Review,
  person: { name: string; role: ApproverRole },
  given: readonly ApprovedLine[],
): Obstacle | null {
  const { claims } = request;
  const by = (role: ApproverRole) => given.find(({ approval }) => approval.role === role)?.approval.approver ?? null;
  const proposer = by('FINANCE') ?? claims.proposedBy;
  if (differences.length > 0) return 'DIFFERS';
  if (refusal !== null) return refusal.code === 'NO_DRAFT' ? 'NO_DRAFT' : 'REFUSED';
  if (person.role === 'FINANCE') return proposer === null ? null : 'PROPOSED';
  if (by('APPROVER') !== null) return 'DECIDED';
  if (proposer === null) return 'NOT_PROPOSED';
  if (proposer === person.name) return 'SAME_PERSON';
  return claims.hold === null ? null : 'HELD';
}

/** As the page shows it: amounts with their coins, addresses in groups. */
export function viewOf({ request, parsed, refusal, differences }: Review) {
  const { approvalRequest, claims } = request;
  const { coin, network } = approvalRequest;
  const feeCoin = network === 'BITCOIN' ? 'BTC' : 'ETH';
  return {
    id: approvalRequest.paymentId,
    network: `${network} ${approvalRequest.chain}`,
    parsed: parsed && {
      address: inGroups(parsed.address),
      amount: coinAmount(parsed.amount, parsed.coin),
      fee: coinAmount(parsed.fee, feeCoin),
      feeCap: coinAmount(approvalRequest.feeCap, feeCoin),
      change: parsed.change === '0' ? null : coinAmount(parsed.change, parsed.coin),
      earlier: parsed.earlier && { ...parsed.earlier, total: coinAmount(parsed.earlier.total, parsed.coin) },
      leftToday: coinAmount(parsed.leftToday, parsed.coin),
      perPayment: coinAmount(parsed.perPayment, parsed.coin),
    },
    claims: {
      ...claims,
      address: inGroups(claims.address),
      amount: coinAmount(claims.amount, coin),
      fee: coinAmount(claims.fee, coin),
      earlier: { ...claims.earlier, total: coinAmount(claims.earlier.total, coin) },
    },
    refusal,
    differences,
  };
}

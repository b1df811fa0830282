import { numbersPerGeneration } from '@lode/chain';
import type { ApprovalRequest, InternalTransferRequest, KeyPath, PaymentRequest, SignRequest } from '@lode/signing';
import { networkCoins } from '@lode/signing';
import { checkBatchLimits, evaluateBatch } from './batch.ts';
import { businessDate } from './business-date.ts';
import type { ChainSigner, DecodedTransaction } from './chain-signer.ts';
import type { ChainSigners } from './chain-signers.ts';
import { checkColdLimit, evaluateColdTransfer } from './cold-transfer.ts';
import { type History, idsOf } from './history.ts';
import { verifySigner } from './identity.ts';
import type { SignedLine } from './journal.ts';
import { isTreasuryDestination, isWithdrawal, type NetworkPolicy, networkPolicy, type Policy } from './policy.ts';
import { Refused } from './refused.ts';
import { checkReplacement } from './replacement.ts';
import { checkGeneration } from './rotation/generations.ts';
import { evaluateRotation } from './rotation/rotation-transfer.ts';
import { verifyApprovals } from './verify-approvals.ts';

export interface PolicyContext {
  policy: Policy;
  history: History;
  signers: ChainSigners;
  now: Date;
}

export type Draft = Omit<SignedLine, 'line' | 'signed'>;

/** A new signature, or an earlier one returned unchanged. */
export type Decision = { kind: 'SIGN'; draft: Draft } | { kind: 'REPEAT'; line: SignedLine };

/**
 * Evaluates a request by its bytes, our keys, the policy and the journal. Pure. Throws `Refused`. Whatever is wrong with another
 * transaction of a payment that was signed, the refusal says that it was: the caller must not conclude that it is unsigned.
 */
export function evaluate(request: SignRequest, context: PolicyContext): Decision {
  const { history } = context;
  const ids = requestedIds(request);
  const before = history.of(ids[0]);
  // Of a batch its first one names it, whatever order it is asked for in.
  const id = before[0]?.id ?? ids[0];
  if (new Set(ids).size < ids.length) throw new Refused('MALFORMED', 'a payment stands in it twice');
  const abandoned = ids.filter((one) => history.isAbandoned(one));
  if (abandoned.length > 0)
    throw new Refused('ABANDONED', abandoned.join(), wasSigned(request, ids, history) ? null : abandoned);
  const same = before.find(({ payload }) => payload === request.payload);
  if (same && (request.kind !== 'BATCH' || areTheSame(ids, same))) return { kind: 'REPEAT', line: same };
  refuseOtherBatch(request, ids, history);
  try {
    return { kind: 'SIGN', draft: draftOf(id, request, before, context) };
  } catch (error) {
    const last = before.at(-1);
    if (!last || !(error instanceof Refused) || error.code === 'SIGNED_DIFFERENTLY') throw error;
    throw new Refused('SIGNED_DIFFERENTLY', `${id} was signed on line ${last.line}; this is refused: ${error.message}`);
  }
}

export function requestedIds(request: SignRequest): readonly [string, ...string[]] {
  if (request.kind === 'PAYMENT') return [request.approvalRequest.paymentId];
  if (request.kind !== 'BATCH') return [request.id];
  const [first, ...others] = request.payments.map(({ paymentId }) => paymentId);
  if (first === undefined) throw new Refused('MALFORMED', 'a batch has payments');
  return [first, ...others];
}

const areTheSame = (ids: readonly string[], line: SignedLine): boolean =>
  [...ids].sort().join() === idsOf(line).sort().join();

/** Whether these were signed in one transaction; of a batch that was not, those that are not abandoned may be asked for without the others. */
function wasSigned({ kind, payload }: SignRequest, ids: readonly string[], history: History): boolean {
  if (kind !== 'BATCH') return true;
  return ids.some((id) => history.of(id).some((line) => line.payload === payload || areTheSame(ids, line)));
}

/**
 * What was signed with others is signed again only with the same ones, and what was signed alone only alone: every transaction of a
 * payment spends the same inputs, so that one of them at most is mined.
 */
function refuseOtherBatch(request: SignRequest, ids: readonly string[], history: History): void {
  const signed = ids.filter((id) => history.of(id).some((line) => !areTheSame(ids, line)));
  const [first] = signed;
  if (first === undefined) return;
  const { line } = history.of(first).at(-1) ?? {};
  throw new Refused(
    'SIGNED_DIFFERENTLY',
    `${first} was signed on line ${line} with others`,
    request.kind === 'BATCH' ? signed : null,
  );
}

function draftOf(id: string, request: SignRequest, before: readonly SignedLine[], context: PolicyContext): Draft {
  const network = networkOf(request);
  const signer = context.signers[network];
  const limits = networkPolicy(context.policy, network);
  if (!signer || !limits) throw new Refused('NETWORK', `${network} is not set up here`);
  const decoded = decodeTransaction(signer, request.kind === 'BATCH' ? { payload: request.payload } : request);
  verifyChainAndFee(decoded, network, limits);
  const moved =
    request.kind === 'PAYMENT'
      ? evaluatePayment(request, decoded, signer, limits, context)
      : request.kind === 'BATCH'
        ? evaluateBatch(request, decoded, signer, limits, context.history)
        : request.kind === 'COLD'
          ? evaluateColdTransfer(request, decoded, context.policy, context.history)
          : request.kind === 'ROTATE'
            ? evaluateRotation(request, decoded, signer.generation, before)
            : evaluateInternalTransfer(request, decoded);
  const draft: Draft = {
    kind: 'SIGNED',
    at: context.now.toISOString(),
    day: businessDate(context.now),
    request: request.kind,
    id,
    network,
    chain: decoded.chain,
    outpoints: decoded.outpoints,
    inputAmounts: asTexts(decoded.inputAmounts),
    ...moved,
    fee: `${decoded.fee}`,
    ...countedOf(request, moved, decoded, before),
    payload: request.payload,
  };
  if (before.length === 0) checkGeneration(request.kind, decoded, signer.generation);
  else checkReplacement(draft, decoded, before, (payload) => decodeTransaction(signer, { payload }));
  checkHistory(draft, decoded, context.history);
  checkLimits(draft, limits, context.history, before.length > 0);
  if (request.kind === 'BATCH' && before.length === 0) checkBatchLimits(draft, limits, context.history);
  if (request.kind === 'COLD') checkColdLimit(draft, context.policy, context.history);
  return draft;
}

export function verifyChainAndFee(decoded: DecodedTransaction, network: string, limits: NetworkPolicy): void {
  if (decoded.chain !== limits.chain) throw new Refused('NETWORK', `${network} is ${limits.chain} here`);
  if (decoded.fee > BigInt(limits.feePerTransaction)) {
    throw new Refused('FEE', `${decoded.fee} is above ${limits.feePerTransaction}`);
  }
}

type Moved = Pick<
  SignedLine,
  | 'destination'
  | 'coin'
  | 'amount'
  | 'feeCap'
  | 'approvers'
  | 'isAutoApproved'
  | 'coldNumber'
  | 'coldWallet'
  | 'payments'
>;

function networkOf(request: SignRequest): 'BITCOIN' | 'ERC20' {
  if (request.kind === 'BATCH') return 'BITCOIN';
  return request.kind === 'PAYMENT' ? request.approvalRequest.network : request.network;
}

export function decodeTransaction(
  signer: ChainSigner,
  request: { payload: string; from?: KeyPath | undefined; to?: KeyPath | undefined },
): DecodedTransaction {
  const { to } = request;
  try {
    return signer.decode(request.payload, { ...(request.from && { from: request.from }), ...(to && { to }) });
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the payload cannot be decoded';
    throw new Refused(message.includes('not ours') ? 'INPUTS' : 'TRANSACTION', message);
  }
}

/** What is checked of a payment before anybody's approval. */
export interface PaymentDraft {
  approvalRequest: ApprovalRequest;
  payload: string;
  from?: KeyPath | undefined;
}

/** One output is the payment, the other is change to the house branch, and the authorization covers exactly that. */
function evaluatePayment(
  request: PaymentRequest,
  decoded: DecodedTransaction,
  signer: ChainSigner,
  limits: NetworkPolicy,
  { policy, history, now }: PolicyContext,
): Moved {
  const { approvalRequest, authorization } = request;
  verifyPayment(request, decoded, signer, limits, policy);
  // A fee bump needs no fresh approval: receiver and amount stay, and the fee keeps to the approved cap.
  const isReplacement = history.of(approvalRequest.paymentId).length > 0;
  const approvers = verifyAuthorization({ approvalRequest, authorization }, limits, {
    policy,
    history,
    now: isReplacement ? null : now,
  });
  const { destination, coin, amount, feeCap } = approvalRequest;
  const isAutoApproved = authorization.kind === 'AUTO_APPROVAL_POLICY';
  return { destination, coin, amount, feeCap, approvers, isAutoApproved };
}

/** Throws unless the transaction pays exactly what approvers are asked for, to a destination that may be paid. */
export function verifyPayment(
  { approvalRequest, from }: PaymentDraft,
  decoded: DecodedTransaction,
  signer: ChainSigner,
  limits: NetworkPolicy,
  policy: Policy,
): void {
  const { network, coin, destination, amount, chain, feeCap, paymentId } = approvalRequest;
  if (chain !== decoded.chain)
    throw new Refused('NETWORK', `approved for chain ${chain}, the transaction is on ${decoded.chain}`);
  if (!networkCoins[network].some((one) => one === coin)) throw new Refused('MALFORMED', `no ${coin} on ${network}`);
  if (from && from.branch !== 'house') throw new Refused('INPUTS', 'payments leave from the house branch');

  const payments = decoded.outputs.filter(({ ownBranch }) => ownBranch !== 'house');
  const [payment] = payments;
  const isThePayment =
    payments.length === 1 &&
    decoded.outputs.length <= 2 &&
    payment?.ownBranch === null &&
    payment.coin === coin &&
    payment.destination === destination &&
    payment.amount === BigInt(amount) &&
    payment.amount > 0n;
  if (!isThePayment)
    throw new Refused(
      'TRANSACTION',
      `the transaction has to pay ${amount} to ${destination} and return the rest as change`,
    );
  const kind = signer.destinationKind(destination);
  if (kind === null || !limits.destinationKinds.includes(kind))
    throw new Refused('DESTINATION', kind ?? `${destination} is not payable`);
  if (paymentId.startsWith('treasury:') && !isTreasuryDestination(policy, network, destination))
    throw new Refused('DESTINATION', `${destination} is no treasury destination of the policy`);
  if (decoded.fee > BigInt(feeCap)) throw new Refused('FEE', `${decoded.fee} is above the approved cap ${feeCap}`);
}

/** Names of the approvers; empty where the auto-approval policy allows the payment. */
function verifyAuthorization(
  { approvalRequest, authorization }: Pick<PaymentRequest, 'approvalRequest' | 'authorization'>,
  limits: NetworkPolicy,
  { policy, history, now }: Pick<PolicyContext, 'policy' | 'history'> & { now: Date | null },
): string[] {
  if (authorization.kind !== 'AUTO_APPROVAL_POLICY') {
    verifySigner(approvalRequest, history, policy, now);
    return verifyApprovals(approvalRequest, authorization.approvals, policy, now);
  }
  if (!limits.autoApproval) throw new Refused('AUTO_APPROVAL_POLICY', 'auto-approval is disabled in the policy');
  if (!isWithdrawal(approvalRequest.paymentId))
    throw new Refused('AUTO_APPROVAL_POLICY', `${approvalRequest.paymentId} is no withdrawal`);
  if (!history.isKnownDestination(approvalRequest.network, approvalRequest.destination))
    throw new Refused('AUTO_APPROVAL_POLICY', 'no approved payment went to this destination before');
  return [];
}

/** Deposits to the hot wallet, gas from there, small outputs into one. */
function evaluateInternalTransfer(
  { kind, from, to, network }: InternalTransferRequest,
  { outputs }: DecodedTransaction,
): Moved {
  const [output] = outputs;
  const isHot = !from || (from.branch === 'house' && from.index % numbersPerGeneration === 0);
  const allowed =
    kind === 'CONSOLIDATE'
      ? network === 'BITCOIN' && outputs.length === 1 && output?.ownBranch === 'house'
      : kind === 'SWEEP'
        ? // Without `to`, the only house address that decodes as ours is the hot wallet.
          output?.coin === 'USDT' && from?.branch === 'customer' && to === undefined && output.ownBranch === 'house'
        : output?.coin === 'ETH' && isHot && to?.branch === 'customer' && output.ownBranch === 'customer';
  if (!allowed || !output || outputs.length !== 1) throw new Refused('TRANSACTION', `the transaction is not a ${kind}`);
  const { destination, coin, amount } = output;
  return { destination, coin, amount: `${amount}`, approvers: [], isAutoApproved: false };
}

/** The inputs of a payment belong to no other, and have one amount in all signatures. */
function checkHistory({ id, request }: Draft, decoded: DecodedTransaction, history: History): void {
  // Whichever of two rotations comes into a block: both pay our hot wallet.
  const mayShare = (owner: string): boolean =>
    request === 'ROTATE' && history.of(owner).every((line) => line.request === 'ROTATE');
  for (const outpoint of decoded.outpoints) {
    const owner = history.ownerOf(outpoint);
    if (owner !== undefined && owner !== id && !mayShare(owner))
      throw new Refused('OUTPOINT_RESERVED', `${outpoint} belongs to ${owner}`);
  }
  // A segwit signature covers the amount of its own input only. Two requests with one false amount each would together yield a
  // complete transaction with a hidden fee, so the amount of an input changes only by the bytes of what made it: `wrongAmounts`.
  for (const [output, amount] of Object.entries(decoded.inputAmounts)) {
    const known = history.amountOf(output);
    if (known !== undefined && known !== `${amount}`)
      throw new Refused(
        'INPUTS',
        `input ${output} was ${known} satoshi before, now ${amount}: where that was false, amounts:correct`,
      );
  }
}

function countedOf(
  request: SignRequest,
  moved: Moved,
  { fee }: DecodedTransaction,
  before: readonly SignedLine[],
): Pick<SignedLine, 'countedAmount' | 'countedInternalCost'> {
  const isFirst = before.length === 0;
  if (request.kind === 'PAYMENT' || request.kind === 'BATCH')
    return { countedAmount: isFirst ? moved.amount : '0', countedInternalCost: '0' };
  const countedAmount = request.kind === 'COLD' && isFirst ? moved.amount : '0';
  const gas = request.kind === 'TOP_UP' && isFirst ? BigInt(moved.amount) : 0n;
  return { countedAmount, countedInternalCost: `${fee - BigInt(before.at(-1)?.fee ?? '0') + gas}` };
}

function checkLimits(draft: Draft, limits: NetworkPolicy, history: History, isReplacement: boolean): void {
  const day = history.on(draft.network, draft.day);
  if (day.internalCost + BigInt(draft.countedInternalCost) > BigInt(limits.internalCostPerDay)) {
    throw new Refused('DAY_LIMIT', `internal transfers cost ${day.internalCost} of ${limits.internalCostPerDay} today`);
  }
  if (draft.isAutoApproved) checkAutoApprovedFees(draft, limits, history);
  if (draft.request !== 'PAYMENT' || isReplacement) return;
  const amount = BigInt(draft.amount);
  const autoApproval = draft.isAutoApproved ? limits.autoApproval : null;
  if (amount > BigInt(limits.perPayment) || (autoApproval && amount > BigInt(autoApproval.perPayment))) {
    throw new Refused('PAYMENT_LIMIT', `${amount} is above ${autoApproval?.perPayment ?? limits.perPayment}`);
  }
  if (day.paid + amount > BigInt(limits.perDay))
    throw new Refused('DAY_LIMIT', `${day.paid} of ${limits.perDay} today`);
  if (autoApproval && day.autoApproved + amount > BigInt(autoApproval.perDay)) {
    throw new Refused('DAY_LIMIT', `${day.autoApproved} of ${autoApproval.perDay} auto-approved today`);
  }
}

/** A server that was taken over would otherwise pay the whole wallet to miners, a small payment at a time. */
function checkAutoApprovedFees(draft: Draft, limits: NetworkPolicy, history: History): void {
  const spent = history.on(draft.network, draft.day).autoApprovedFees;
  const more = BigInt(draft.fee) - BigInt(history.of(draft.id).at(-1)?.fee ?? '0');
  const most = limits.autoApproval?.feesPerDay ?? limits.internalCostPerDay;
  if (spent + more <= BigInt(most)) return;
  throw new Refused(
    'DAY_LIMIT',
    `network fees of auto-approved payments: ${spent} of ${most} today`,
    draft.request === 'BATCH' ? idsOf(draft) : null,
  );
}

function asTexts(amounts: Record<string, bigint>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([output, amount]) => [output, `${amount}`]));
}

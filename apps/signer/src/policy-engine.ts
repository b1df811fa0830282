import type { InternalTransferRequest, PaymentRequest, SignRequest } from '@lode/signing';
import { networkCoins } from '@lode/signing';
import type { ChainSigner, DecodedTransaction } from './chain-signer.ts';
import type { ChainSigners } from './chain-signers.ts';
import type { History } from './history.ts';
import type { SignedLine } from './journal.ts';
import { type NetworkPolicy, networkPolicy, type Policy } from './policy.ts';
import { Refused } from './refused.ts';
import { verifyApprovals } from './verify-approvals.ts';

export interface PolicyContext {
  policy: Policy;
  history: History;
  signers: ChainSigners;
  now: Date;
}

export type Draft = Omit<SignedLine, 'line' | 'signed'>;

/** What the judge lets pass: a new signature, or one that was given before and is given again as it was. */
export type Decision = { kind: 'SIGN'; draft: Draft } | { kind: 'REPEAT'; line: SignedLine };

/** Judges a request by its own bytes, our keys, the policy and the journal. Throws `Refused`. Asks nobody, changes nothing. */
export function evaluate(request: SignRequest, given: PolicyContext): Decision {
  const network = request.kind === 'PAYMENT' ? request.approvalRequest.network : request.network;
  const id = request.kind === 'PAYMENT' ? request.approvalRequest.paymentId : request.id;
  const side = given.signers[network];
  const limits = networkPolicy(given.policy, network);
  if (!side || !limits) throw new Refused('NETWORK', `${network} is not set up here`);
  if (given.history.isAbandoned(id)) throw new Refused('ABANDONED', id);
  const before = given.history.of(id);
  const same = before.find(({ payload }) => payload === request.payload);
  if (same) return { kind: 'REPEAT', line: same };

  const reading = decodeTransaction(side, request);
  if (reading.chain !== limits.chain) throw new Refused('NETWORK', `${network} is ${limits.chain} here`);
  if (reading.fee > BigInt(limits.feePerTransaction)) {
    throw new Refused('FEE', `${reading.fee} is above ${limits.feePerTransaction}`);
  }
  const moved =
    request.kind === 'PAYMENT'
      ? evaluatePayment(request, reading, side, limits, given)
      : evaluateInternalTransfer(request, reading);
  checkHistory(id, moved, reading, given.history);

  const draft: Draft = {
    kind: 'SIGNED',
    at: given.now.toISOString(),
    day: businessDay(given.now),
    request: request.kind,
    id,
    network,
    chain: reading.chain,
    outpoints: reading.outpoints,
    inputAmounts: asTexts(reading.inputAmounts),
    ...moved,
    fee: `${reading.fee}`,
    ...countedOf(request, moved, reading, before),
    payload: request.payload,
  };
  checkLimits(draft, limits, given.history, before.length > 0);
  return { kind: 'SIGN', draft };
}

type Moved = Pick<SignedLine, 'destination' | 'coin' | 'amount' | 'approvers' | 'isAutoApproved'>;

function decodeTransaction(side: ChainSigner, request: SignRequest): DecodedTransaction {
  const to = request.kind === 'PAYMENT' ? undefined : request.to;
  try {
    return side.decode(request.payload, { ...(request.from && { from: request.from }), ...(to && { to }) });
  } catch (error) {
    const words = error instanceof Error ? error.message : 'it cannot be read';
    throw new Refused(words.includes('not ours') ? 'INPUTS' : 'TRANSACTION', words);
  }
}

/** One output is the payment, all others are change to the house's own branch, and two people said yes to exactly that. */
function evaluatePayment(
  { approvalRequest, authorization, from }: PaymentRequest,
  reading: DecodedTransaction,
  side: ChainSigner,
  limits: NetworkPolicy,
  { policy, history, now }: PolicyContext,
): Moved {
  const { network, coin, destination, amount, chain, feeCap, paymentId } = approvalRequest;
  if (chain !== reading.chain) throw new Refused('NETWORK', `approved for ${chain}, and this is ${reading.chain}`);
  if (!networkCoins[network].some((one) => one === coin)) throw new Refused('MALFORMED', `no ${coin} on ${network}`);
  if (from && from.branch !== 'house') throw new Refused('INPUTS', "payments leave from the house's own addresses");

  const payments = reading.outputs.filter(({ ownBranch }) => ownBranch !== 'house');
  const [payment] = payments;
  const isThePayment =
    payments.length === 1 &&
    reading.outputs.length <= 2 &&
    payment?.ownBranch === null &&
    payment.coin === coin &&
    payment.destination === destination &&
    payment.amount === BigInt(amount) &&
    payment.amount > 0n;
  if (!isThePayment)
    throw new Refused('TRANSACTION', 'it does not pay exactly this amount to exactly this receiver, and nobody else');
  const kind = side.destinationKind(destination);
  if (kind === null || !limits.destinationKinds.includes(kind)) throw new Refused('DESTINATION', kind ?? 'of no kind');
  if (reading.fee > BigInt(feeCap)) throw new Refused('FEE', `${reading.fee} is above ${feeCap}, which was approved`);

  // What was signed once may be replaced at any later time: the receiver and the amount stay, and the fee keeps to its cap.
  const isReplacement = history.of(paymentId).length > 0;
  try {
    const approvers = verifyAuthorization({ approvalRequest, authorization }, limits, {
      policy,
      history,
      now: isReplacement ? null : now,
    });
    return { destination, coin, amount, approvers, isAutoApproved: authorization.kind === 'AUTO_APPROVAL_POLICY' };
  } catch (error) {
    // Whoever asks without a good yes must not take this for a payment that nobody has signed.
    if (isReplacement && error instanceof Refused)
      throw new Refused('SIGNED_DIFFERENTLY', `${paymentId} was signed, and no more of it now: ${error.message}`);
    throw error;
  }
}

/** Who said yes: two people, or nobody where the rule does. */
function verifyAuthorization(
  { approvalRequest, authorization }: Pick<PaymentRequest, 'approvalRequest' | 'authorization'>,
  limits: NetworkPolicy,
  { policy, history, now }: Pick<PolicyContext, 'policy' | 'history'> & { now: Date | null },
): string[] {
  if (authorization.kind !== 'AUTO_APPROVAL_POLICY')
    return verifyApprovals(approvalRequest, authorization.approvals, policy, now);
  if (!limits.autoApproval) throw new Refused('AUTO_APPROVAL_POLICY', 'payments without people are switched off');
  if (!history.isKnownDestination(approvalRequest.network, approvalRequest.destination))
    throw new Refused('AUTO_APPROVAL_POLICY', 'nobody has paid there before');
  return [];
}

/** Between our own addresses: deposits to the hot wallet, gas from there, small outputs into one. */
function evaluateInternalTransfer(
  { kind, from, to, network }: InternalTransferRequest,
  { outputs }: DecodedTransaction,
): Moved {
  const [output] = outputs;
  const isHot = !from || (from.branch === 'house' && from.index === 0);
  const allowed =
    kind === 'CONSOLIDATE'
      ? network === 'BITCOIN' && outputs.length === 1 && output?.ownBranch === 'house'
      : kind === 'SWEEP'
        ? // No other place of ours may be named: what is left of the house's is the hot wallet alone.
          output?.coin === 'USDT' && from?.branch === 'customer' && to === undefined && output.ownBranch === 'house'
        : output?.coin === 'ETH' && isHot && to?.branch === 'customer' && output.ownBranch === 'customer';
  if (!allowed || !output || outputs.length !== 1) throw new Refused('TRANSACTION', `it is no ${kind}`);
  const { destination, coin, amount } = output;
  return { destination, coin, amount: `${amount}`, approvers: [], isAutoApproved: false };
}

/** One payment spends one set of inputs or one nonce, for one receiver and amount; what it spends is nobody else's. */
function checkHistory(id: string, moved: Moved, reading: DecodedTransaction, history: History): void {
  const last = history.of(id).at(-1);
  const fields = (one: Pick<Moved, 'destination' | 'coin' | 'amount'>, outpoints: readonly string[]): string =>
    [one.destination, one.coin, one.amount, ...outpoints].join(' ');
  if (last && fields(last, last.outpoints) !== fields(moved, reading.outpoints)) {
    throw new Refused('SIGNED_DIFFERENTLY', `${id} was signed on line ${last.line}`);
  }
  if (last && reading.fee <= BigInt(last.fee)) {
    throw new Refused('SIGNED_DIFFERENTLY', `${id} was signed with a fee of ${last.fee} already`);
  }
  for (const outpoint of reading.outpoints) {
    const owner = history.ownerOf(outpoint);
    if (owner !== undefined && owner !== id) throw new Refused('OUTPOINT_RESERVED', `${outpoint} belongs to ${owner}`);
  }
  // A signature covers what its own input is said to be worth, not what the others are. Two requests that each lie about one
  // input would together give a whole transaction with a fee that nobody saw; so an input is worth one sum here, for ever.
  for (const [output, amount] of Object.entries(reading.inputAmounts)) {
    const known = history.amountOf(output);
    if (known !== undefined && known !== `${amount}`)
      throw new Refused('INPUTS', `${output} was worth ${known} before`);
  }
}

function countedOf(
  request: SignRequest,
  moved: Moved,
  { fee }: DecodedTransaction,
  before: readonly SignedLine[],
): Pick<SignedLine, 'countedAmount' | 'countedInternalCost'> {
  const isFirst = before.length === 0;
  if (request.kind === 'PAYMENT') return { countedAmount: isFirst ? moved.amount : '0', countedInternalCost: '0' };
  const gas = request.kind === 'TOP_UP' && isFirst ? BigInt(moved.amount) : 0n;
  return { countedAmount: '0', countedInternalCost: `${fee - BigInt(before.at(-1)?.fee ?? '0') + gas}` };
}

function checkLimits(draft: Draft, limits: NetworkPolicy, history: History, isReplacement: boolean): void {
  const day = history.on(draft.network, draft.day);
  if (day.own + BigInt(draft.countedInternalCost) > BigInt(limits.internalCostPerDay)) {
    throw new Refused('DAY_LIMIT', `costs of our own moves: ${day.own} of ${limits.internalCostPerDay} today`);
  }
  if (draft.request !== 'PAYMENT' || isReplacement) return;
  const amount = BigInt(draft.amount);
  const rule = draft.isAutoApproved ? limits.autoApproval : null;
  if (amount > BigInt(limits.perPayment) || (rule && amount > BigInt(rule.perPayment))) {
    throw new Refused('PAYMENT_LIMIT', `${amount} is above ${rule?.perPayment ?? limits.perPayment}`);
  }
  if (day.paid + amount > BigInt(limits.perDay))
    throw new Refused('DAY_LIMIT', `${day.paid} of ${limits.perDay} today`);
  if (rule && day.byRule + amount > BigInt(rule.perDay)) {
    throw new Refused('DAY_LIMIT', `${day.byRule} of ${rule.perDay} by rule today`);
  }
}

/** A calendar day in Shanghai, which keeps one distance from UTC all year. */
function businessDay(at: Date): string {
  return new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(0, 10);
}

function asTexts(amounts: Record<string, bigint>): Record<string, string> {
  return Object.fromEntries(Object.entries(amounts).map(([output, amount]) => [output, `${amount}`]));
}

import type { OwnRequest, PaymentRequest, SignRequest } from '@lode/signing';
import { networkCoins } from '@lode/signing';
import type { History } from './history.ts';
import type { SignedLine } from './journal.ts';
import { judgeApprovals } from './judge-approvals.ts';
import { type NetworkPolicy, networkPolicy, type Policy } from './policy.ts';
import type { KeySide, Reading } from './reading.ts';
import { Refused } from './refused.ts';
import type { Sides } from './sides.ts';

export interface Judge {
  policy: Policy;
  history: History;
  sides: Sides;
  now: Date;
}

export type Draft = Omit<SignedLine, 'line' | 'signed'>;

/** What the judge lets pass: a new signature, or one that was given before and is given again as it was. */
export type Verdict = { kind: 'SIGN'; draft: Draft } | { kind: 'AGAIN'; line: SignedLine };

/** Judges a request by its own bytes, our keys, the policy and the journal. Throws `Refused`. Asks nobody, changes nothing. */
export function judge(request: SignRequest, given: Judge): Verdict {
  const network = request.kind === 'PAYMENT' ? request.statement.network : request.network;
  const id = request.kind === 'PAYMENT' ? request.statement.paymentId : request.id;
  const side = given.sides[network];
  const limits = networkPolicy(given.policy, network);
  if (!side || !limits) throw new Refused('NETWORK', `${network} is not set up here`);
  if (given.history.isReleased(id)) throw new Refused('RELEASED', id);
  const before = given.history.of(id);
  const same = before.find(({ payload }) => payload === request.payload);
  if (same) return { kind: 'AGAIN', line: same };

  const reading = readTransaction(side, request);
  if (reading.chain !== limits.chain) throw new Refused('NETWORK', `${network} is ${limits.chain} here`);
  if (reading.fee > BigInt(limits.feePerTransaction)) {
    throw new Refused('FEE', `${reading.fee} is above ${limits.feePerTransaction}`);
  }
  const moved =
    request.kind === 'PAYMENT' ? judgePayment(request, reading, side, limits, given) : judgeOwn(request, reading);
  judgeHistory(id, moved, reading, given.history);

  const draft: Draft = {
    kind: 'SIGNED',
    at: given.now.toISOString(),
    day: businessDay(given.now),
    request: request.kind,
    id,
    network,
    chain: reading.chain,
    spends: reading.spends,
    inputAmounts: asTexts(reading.inputAmounts),
    ...moved,
    fee: `${reading.fee}`,
    ...countedOf(request, moved, reading, before),
    payload: request.payload,
  };
  judgeLimits(draft, limits, given.history, before.length > 0);
  return { kind: 'SIGN', draft };
}

type Moved = Pick<SignedLine, 'destination' | 'coin' | 'amount' | 'approvers' | 'byRule'>;

function readTransaction(side: KeySide, request: SignRequest): Reading {
  const to = request.kind === 'PAYMENT' ? undefined : request.to;
  try {
    return side.read(request.payload, { ...(request.from && { from: request.from }), ...(to && { to }) });
  } catch (error) {
    const words = error instanceof Error ? error.message : 'it cannot be read';
    throw new Refused(words.includes('not ours') ? 'INPUTS' : 'TRANSACTION', words);
  }
}

/** One output is the payment, all others are change to the house's own branch, and two people said yes to exactly that. */
function judgePayment(
  { statement, proof, from }: PaymentRequest,
  reading: Reading,
  side: KeySide,
  limits: NetworkPolicy,
  { policy, history, now }: Judge,
): Moved {
  const { network, coin, destination, amount, chain, feeCap, paymentId } = statement;
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
  const kind = side.kindOf(destination);
  if (kind === null || !limits.destinationKinds.includes(kind)) throw new Refused('DESTINATION', kind ?? 'of no kind');
  if (reading.fee > BigInt(feeCap)) throw new Refused('FEE', `${reading.fee} is above ${feeCap}, which was approved`);

  // What was signed once may be replaced at any later time: the receiver and the amount stay, and the fee keeps to its cap.
  const isReplacement = history.of(paymentId).length > 0;
  try {
    const approvers = judgeYes({ statement, proof }, limits, { policy, history, now: isReplacement ? null : now });
    return { destination, coin, amount, approvers, byRule: proof.kind === 'RULE' };
  } catch (error) {
    // Whoever asks without a good yes must not take this for a payment that nobody has signed.
    if (isReplacement && error instanceof Refused)
      throw new Refused('SIGNED_OTHERWISE', `${paymentId} was signed, and no more of it now: ${error.message}`);
    throw error;
  }
}

/** Who said yes: two people, or nobody where the rule does. */
function judgeYes(
  { statement, proof }: Pick<PaymentRequest, 'statement' | 'proof'>,
  limits: NetworkPolicy,
  { policy, history, now }: Pick<Judge, 'policy' | 'history'> & { now: Date | null },
): string[] {
  if (proof.kind !== 'RULE') return judgeApprovals(statement, proof.approvals, policy, now);
  if (!limits.rule) throw new Refused('RULE', 'payments without people are switched off');
  if (!history.isKnown(statement.network, statement.destination))
    throw new Refused('RULE', 'nobody has paid there before');
  return [];
}

/** Between our own addresses: deposits to the hot wallet, gas from there, small outputs into one. */
function judgeOwn({ kind, from, to, network }: OwnRequest, { outputs }: Reading): Moved {
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
  return { destination, coin, amount: `${amount}`, approvers: [], byRule: false };
}

/** One payment spends one set of inputs or one nonce, for one receiver and amount; what it spends is nobody else's. */
function judgeHistory(id: string, moved: Moved, reading: Reading, history: History): void {
  const last = history.of(id).at(-1);
  const fields = (one: Pick<Moved, 'destination' | 'coin' | 'amount'>, spends: readonly string[]): string =>
    [one.destination, one.coin, one.amount, ...spends].join(' ');
  if (last && fields(last, last.spends) !== fields(moved, reading.spends)) {
    throw new Refused('SIGNED_OTHERWISE', `${id} was signed on line ${last.line}`);
  }
  if (last && reading.fee <= BigInt(last.fee)) {
    throw new Refused('SIGNED_OTHERWISE', `${id} was signed with a fee of ${last.fee} already`);
  }
  for (const spend of reading.spends) {
    const owner = history.ownerOf(spend);
    if (owner !== undefined && owner !== id) throw new Refused('SPENT', `${spend} belongs to ${owner}`);
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
  { fee }: Reading,
  before: readonly SignedLine[],
): Pick<SignedLine, 'countedAmount' | 'countedOwn'> {
  const isFirst = before.length === 0;
  if (request.kind === 'PAYMENT') return { countedAmount: isFirst ? moved.amount : '0', countedOwn: '0' };
  const gas = request.kind === 'TOP_UP' && isFirst ? BigInt(moved.amount) : 0n;
  return { countedAmount: '0', countedOwn: `${fee - BigInt(before.at(-1)?.fee ?? '0') + gas}` };
}

function judgeLimits(draft: Draft, limits: NetworkPolicy, history: History, isReplacement: boolean): void {
  const day = history.on(draft.network, draft.day);
  if (day.own + BigInt(draft.countedOwn) > BigInt(limits.ownPerDay)) {
    throw new Refused('DAY_LIMIT', `costs of our own moves: ${day.own} of ${limits.ownPerDay} today`);
  }
  if (draft.request !== 'PAYMENT' || isReplacement) return;
  const amount = BigInt(draft.amount);
  const rule = draft.byRule ? limits.rule : null;
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

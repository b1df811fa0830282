import { houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { addDays, businessDate } from '../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../platform/db/database.ts';
import { lockedHouseBalance } from '../../platform/house-account/house-balance.ts';
import type { Sentence } from '../../platform/sentence.ts';
import type { StaffPorts } from '../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../platform/staff/staff-command.ts';
import { describeExpected, expectedOf, sumOf } from './expected-of-pool.ts';
import { type Correction, readCorrections } from './pool-corrections.store.ts';
import {
  countUndone,
  findPaidDay,
  lastClosedMiningDay,
  type PoolCoin,
  readOutputs,
  writePoolPayment,
} from './pool-payments.store.ts';
import * as say from './pool-sentences.zh.ts';
import { noArrival, nothingInSuspense } from './sentences.zh.ts';
import type { SuspensePorts } from './suspense-ports.ts';

/** A longer period is a typing error. */
const mostDays = 366;

export interface PoolPaymentDeps extends SuspensePorts, Pick<StaffPorts, 'recordAudit'> {
  database: Database;
}

/** What the pool paid with, and for which mining days. */
export interface PoolPaymentInput {
  coin: PoolCoin;
  from: string;
  to: string;
  /** An arrival in SUSPENSE, the transaction of one, or an amount that was taken by hand. */
  source: { arrivalId: bigint } | { txid: string } | { byHand: bigint };
  /** Why the pool paid more or less than the outputs. */
  variance: string | null;
}

export interface PoolPaymentPlan {
  input: PoolPaymentInput;
  arrivalId: bigint | null;
  paid: bigint;
  expected: bigint;
  days: { date: string; expected: bigint }[];
  corrections: Correction[];
  /** How often the same period was matched before and undone. */
  timesUndone: number;
  summary: Sentence;
}

/** What would be posted, with everything locked that it depends on; or why not. */
export async function planPoolPayment(
  dbTx: Transaction,
  deps: PoolPaymentDeps,
  input: PoolPaymentInput,
): Promise<PoolPaymentPlan | { refused: Sentence }> {
  const { coin, from, to, variance } = input;
  if (to < from) return { refused: say.endsBeforeItBegins(from, to) };
  if (to >= addDays(from, mostDays)) return { refused: say.longestPeriod(mostDays) };
  const closed = await lastClosedMiningDay(dbTx);
  if (to > closed) return { refused: say.dayOpen(to) };
  const source = await lockSource(dbTx, deps, input);
  if ('refused' in source) return source;
  // Of two payments at once the second one finds the days of the first.
  await lockedHouseBalance(dbTx, houseAccount('MINING_RECEIVABLE', coin));
  const before = await findPaidDay(dbTx, input);
  if (before !== null) return { refused: say.paidAlready(before.date, before.id) };
  const days = await readOutputs(dbTx, input);
  const corrections = (await readCorrections(dbTx, [coin])).filter(
    ({ countedOn }) => countedOn !== null && countedOn >= from && countedOn <= to,
  );
  const parts = { outputs: sumOf(days.map((day) => day.expected)), corrections };
  const expected = expectedOf(parts);
  const { arrivalId, paid } = source;
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  const named = describeExpected(parts, coin, ` ${coin}`);
  if (expected <= 0n) return { refused: say.nothingExpected(from, to, named) };
  const difference = paid - expected;
  if (difference !== 0n && variance === null) {
    const isMore = difference > 0n;
    return { refused: say.needsVariance(isMore, textOf(isMore ? difference : -difference), named) };
  }
  const summary = say.paid({ text: textOf(paid), arrivalId, from, to }, named, textOf(difference));
  const timesUndone = await countUndone(dbTx, input);
  return { input, arrivalId, paid, expected, days, corrections, timesUndone, summary };
}

async function lockSource(
  dbTx: Transaction,
  { lockStanding, findArrivalsOf }: PoolPaymentDeps,
  { coin, source }: PoolPaymentInput,
): Promise<{ arrivalId: bigint | null; paid: bigint } | { refused: Sentence }> {
  if ('byHand' in source) return { arrivalId: null, paid: source.byHand };
  const found = 'txid' in source ? await findArrivalsOf(dbTx, source.txid) : [source.arrivalId];
  const [arrivalId] = found;
  if (arrivalId === undefined) return { refused: say.noneOfTransaction };
  if (found.length > 1) return { refused: say.severalOfIt(found) };
  const standing = await lockStanding(dbTx, arrivalId);
  if (standing === null) return { refused: noArrival(arrivalId) };
  if (standing.amount <= 0n) return { refused: nothingInSuspense(arrivalId) };
  if (standing.coin !== coin) return { refused: say.inOtherCoin(arrivalId, standing.coin) };
  return { arrivalId, paid: standing.amount };
}

/** The expected amount leaves the receivable; what the pool paid more or less is the variance. */
export function poolPaymentPostings(
  {
    input: { coin },
    arrivalId,
    paid,
    expected,
  }: Pick<PoolPaymentPlan, 'arrivalId' | 'paid' | 'expected'> & { input: Pick<PoolPaymentInput, 'coin'> },
  date: string,
): Posting[] {
  const source = houseAccount(arrivalId === null ? 'CASH' : 'SUSPENSE', coin);
  const receivable = houseAccount('MINING_RECEIVABLE', coin);
  const variance = houseAccount('MINING_VARIANCE', coin);
  const lines = [
    { from: source, to: receivable, amount: paid < expected ? paid : expected },
    { from: source, to: variance, amount: paid - expected },
    { from: variance, to: receivable, amount: expected - paid },
  ];
  return lines.filter(({ amount }) => amount > 0n).map((line) => ({ ...line, type: 'POOL_PAYMENT', date }));
}

/** Matches what the pool paid to its period: once for each day of a coin. */
export function recordPoolPayment(
  deps: PoolPaymentDeps,
  input: PoolPaymentInput,
  { authority, reason, now }: StaffInput,
  action = 'pool:payment',
): Promise<ConsoleResult> {
  return deps.database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const plan = await planPoolPayment(dbTx, deps, input);
    if ('refused' in plan) return plan;
    const { arrivalId, paid, expected, days, corrections, summary } = plan;
    const { coin, from, to, variance } = input;
    const date = businessDate(now);
    const { transferId } = await postTransfer(dbTx, {
      key: `pool-payment:${coin}:${from}:${to}${plan.timesUndone === 0 ? '' : `:${plan.timesUndone + 1}`}`,
      input: { coin, from, to, arrivalId, paid, expected },
      kind: 'pool-payment',
      businessDate: date,
      postedAt: now,
      postings: poolPaymentPostings(plan, date),
    });
    const varianceReason = paid === expected ? null : variance;
    const payment = { coin, from, to, arrivalId, paid, expected, varianceReason, transferId, at: now };
    const id = await writePoolPayment(dbTx, payment, { days, corrections });
    if (arrivalId !== null)
      await deps.writeExplained(dbTx, { arrivalId, amount: paid, explainedAs: 'POOL', transferId, at: now });
    const detail = {
      coin,
      from,
      to,
      arrival: arrivalId === null ? null : String(arrivalId),
      paid: String(paid),
      expected: String(expected),
      variance: varianceReason,
      transferId: String(transferId),
    };
    await deps.recordAudit(dbTx, { at: now, authority, action, subject: `pool payment ${id}`, reason, detail });
    return { done: say.ofPayment(id, summary) };
  });
}

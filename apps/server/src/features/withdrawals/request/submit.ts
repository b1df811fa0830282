import { lockBalances, postTransfers } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import type { AnnounceEvents, SecurityEvent } from '../../../platform/security-event.ts';
import {
  type ElectricityDays,
  endangersElectricity,
  type Spendable,
  type SpendablePorts,
  spendableAfter,
} from '../../../platform/spendable.ts';
import { walletOf } from '../domain/coins.ts';
import { limitRefusal, parseAmountField, type WithdrawLimits, withdrawLimitsAt } from '../domain/limits.ts';
import { submissionTransfer } from '../domain/postings.ts';
import { eventDetail } from '../lifecycle.ts';
import { insertWithdrawals, type NewWithdrawal, takenOfDays, type WithdrawalName } from '../withdrawal.repository.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import { allKnownSince } from './address-book.repository.ts';
import { readAllSecurityHoldFacts } from './security-hold.repository.ts';
import { type SecurityHoldFacts, securityHoldOf } from './security-hold.ts';
import {
  areOwnAddresses,
  type CheckedDestination,
  checkDestination,
  checkForm,
  type Destination,
} from './validate-address.ts';

export interface SubmitPorts extends RequestPorts, SpendablePorts {
  readonly announceAll: AnnounceEvents;
  /** Queues the check of the auto-approval policy. */
  readonly requestAutoApproval: (db: Queryable, id: bigint) => Promise<void>;
}

/** What a submission needs from outside the database. */
export interface SubmissionDestination extends CheckedDestination {
  /** Whether payments can be made on its network now. */
  isOffered: boolean;
}

export interface Submission {
  customerId: bigint;
  deviceId: string | null;
  destination: SubmissionDestination;
  amount: string;
  /** The customer accepts that little electricity remains. */
  confirm: boolean;
  /** Of the transfer. */
  key: string;
  now: Date;
  /** That the security event names; left out: of the request that is being answered. */
  callerNetwork?: string | null | undefined;
}

/** A submission that was decided, as it is kept. */
export interface AcceptedSubmission {
  withdrawal: NewWithdrawal & { customerId: bigint };
  key: string;
  callerNetwork: string | null | undefined;
  hasAutoApproval: boolean;
}

/** What a submission is decided by, read while its wallet is locked. */
interface SubmissionFacts {
  isOwnAddress: boolean;
  spendable: Spendable;
  /** Null where nothing has to be confirmed. */
  electricityDays: ElectricityDays | null;
  hold: SecurityHoldFacts;
  /** When the address was added to the book; null outside it. */
  addressSince: Date | null;
  limits: WithdrawLimits;
  takenOfDay: bigint;
}

/** Asks node and signer, before the transaction of `decideSubmissions`. */
export async function readDestination(ports: RequestPorts, destination: Destination): Promise<SubmissionDestination> {
  const isOffered = await ports.isOffered(destination.network);
  return { ...(await checkDestination(ports, destination)), isOffered };
}

/** Takes the money out of the wallet and requests its payment: the withdrawal's id. In the caller's transaction. */
export async function submit(dbTx: Transaction, ports: SubmitPorts, submission: Submission): Promise<bigint | Refusal> {
  const [decided] = await decideSubmissions(dbTx, ports, [submission]);
  if (decided === undefined) throw new Error('a submission was not decided');
  if (isRefusal(decided)) return decided;
  const [name] = await keepSubmissions(dbTx, ports, [decided], () => Promise.resolve());
  return (name as WithdrawalName).id;
}

/**
 * Locks the wallets, reads in one round trip what the submissions are decided by, and judges each by what those before it leave in its
 * wallet and of its day's limit.
 */
export async function decideSubmissions(
  dbTx: Transaction,
  ports: SubmitPorts,
  submissions: readonly Submission[],
): Promise<(AcceptedSubmission | Refusal)[]> {
  const payments = submissions.map(paymentOf);
  const open = payments.filter((payment): payment is Payment => !isRefusal(payment));
  const facts = open.length === 0 ? [] : await readFacts(dbTx, ports, open);
  const taken = new Map<string, bigint>();
  const takenBy = (name: string) => taken.get(name) ?? 0n;
  const decided = new Map<Payment, AcceptedSubmission | Refusal>();
  for (const [i, payment] of open.entries()) {
    const wallet = `${payment.customerId} ${payment.coin}`;
    const day = `${wallet} ${payment.date}`;
    const { spendable, takenOfDay, ...others } = facts[i] as SubmissionFacts;
    const one = decide(ports, payment, {
      ...others,
      spendable: spendableAfter(spendable, takenBy(wallet)),
      takenOfDay: takenOfDay + takenBy(day),
    });
    decided.set(payment, one);
    if (!isRefusal(one)) for (const name of [wallet, day]) taken.set(name, takenBy(name) + one.withdrawal.amount);
  }
  return payments.map((payment) => (isRefusal(payment) ? payment : (decided.get(payment) as AcceptedSubmission)));
}

/**
 * Writes what was accepted, in two round trips; their names, in the order given. `also` is given them for what the caller writes in the
 * second round trip.
 */
export async function keepSubmissions(
  dbTx: Transaction,
  { announceAll, requestAutoApproval }: SubmitPorts,
  accepted: readonly AcceptedSubmission[],
  also: (names: readonly WithdrawalName[]) => Promise<void>,
): Promise<WithdrawalName[]> {
  const transfers = accepted.map(({ withdrawal, key }) => submissionTransfer(withdrawal, key, withdrawal.now));
  const [, names] = await Promise.all([
    postTransfers(dbTx, transfers),
    insertWithdrawals(
      dbTx,
      accepted.map(({ withdrawal }, i) => ({ ...withdrawal, transferKey: transfers[i]?.key ?? '' })),
    ),
  ]);
  const events = accepted.map(({ withdrawal, callerNetwork }, i): SecurityEvent => {
    const { customerId, coin, amount, address, now } = withdrawal;
    const detail = {
      ...eventDetail({ ...(names[i] as WithdrawalName), coin, amount }),
      addressEnd: address.slice(-6),
    };
    return {
      kind: 'WITHDRAWAL_SUBMITTED',
      customerId,
      at: now,
      detail,
      ...(callerNetwork !== undefined && { network: callerNetwork }),
    };
  });
  const toCheck = names.filter((_, i) => accepted[i]?.hasAutoApproval);
  await Promise.all([
    announceAll(dbTx, events),
    ...toCheck.map(({ id }) => requestAutoApproval(dbTx, id)),
    also(names),
  ]);
  return names;
}

/** A submission whose form is right, with the address that is paid. */
interface Payment extends Omit<Submission, 'destination'>, Pick<NewWithdrawal, 'coin' | 'network' | 'addressKey'> {
  address: string;
  date: string;
}

/** What needs nothing of the database. */
function paymentOf({ destination, ...submission }: Submission): Payment | Refusal {
  if (!destination.isOffered) return refuse('switchedOff');
  const checked = checkForm(destination);
  if (!checked.valid) return refuse('badAddress');
  const { coin, network } = destination;
  const { address, key: addressKey } = checked;
  return { ...submission, coin, network, address, addressKey, date: businessDate(submission.now) };
}

/** The wallets' locks make the customers' other withdrawals wait: limits and balances are read as they are. */
async function readFacts(
  dbTx: Transaction,
  ports: SubmitPorts,
  payments: readonly Payment[],
): Promise<SubmissionFacts[]> {
  const latest = new Date(Math.max(...payments.map(({ now }) => now.getTime())));
  const unconfirmed = payments.filter(asksForConfirmation);
  const [, own, spendables, days, holds, addressesSince, taken, limits] = await Promise.all([
    lockBalances(
      dbTx,
      payments.map(({ customerId, coin }) => walletOf(customerId, coin)),
    ),
    areOwnAddresses(dbTx, payments),
    ports.readSpendables(dbTx, payments),
    unconfirmed.length === 0
      ? []
      : ports.electricityDays(
          dbTx,
          unconfirmed.map(({ customerId }) => customerId),
        ),
    readAllSecurityHoldFacts(dbTx, payments),
    allKnownSince(dbTx, payments),
    takenOfDays(dbTx, payments),
    withdrawLimitsAt(dbTx, ports, latest),
  ]);
  return payments.map((payment, i) => ({
    isOwnAddress: own[i] as boolean,
    spendable: spendables[i] as Spendable,
    electricityDays: days[unconfirmed.indexOf(payment)] ?? null,
    hold: holds[i] as SecurityHoldFacts,
    addressSince: addressesSince[i] as Date | null,
    limits: limits[payment.coin],
    takenOfDay: taken[i] as bigint,
  }));
}

/** Those who would be left with little electricity. */
const asksForConfirmation = ({ coin, confirm }: Payment): boolean => coin === 'USDT' && !confirm;

function decide({ holdHours }: SubmitPorts, payment: Payment, facts: SubmissionFacts): AcceptedSubmission | Refusal {
  const { coin, now, key, network: _, ...rest } = payment;
  const { spendable, limits, takenOfDay, electricityDays } = facts;
  const { balance, available, owes } = spendable;
  if (facts.isOwnAddress) return refuse('badAddress');
  if (owes) return refuse('notOperable');
  const hold = securityHoldOf(facts.hold, { hours: holdHours, now, addressSince: facts.addressSince });
  if (hold) return refuse('withdrawalHeld', { reason: hold.reason, until: hold.until?.toISOString() ?? null });

  const amount = parseAmountField(payment.amount, { coin, available, limits });
  if (isRefusal(amount)) return amount;
  const refused = limitRefusal(amount, { coin, limits, takenOfDay });
  if (refused) return refused;
  if (amount > available) return refuse('insufficientBalance');
  if (electricityDays !== null && endangersElectricity(electricityDays, balance - amount))
    return refuse('endangersElectricity');
  const { customerId, deviceId, address, addressKey, date, callerNetwork } = rest;
  const fee = parseAmount(limits.fee, coin);
  const { network } = payment;
  return {
    withdrawal: {
      customerId,
      destinationId: null,
      coin,
      network,
      address,
      addressKey,
      amount,
      fee,
      date,
      now,
      deviceId,
    },
    key,
    callerNetwork,
    hasAutoApproval: limits.autoApproval !== null,
  };
}

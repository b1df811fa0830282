import { lockBalances, postTransfer } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import type { AnnouncePort } from '../../../platform/security-event.ts';
import { type WithdrawCoin, walletOf } from '../domain/coins.ts';
import { limitRefusal, parseAmountField, withdrawLimitsAt } from '../domain/limits.ts';
import { submissionTransfer } from '../domain/postings.ts';
import { eventDetail } from '../lifecycle.ts';
import { insertWithdrawal, takenOfDay } from '../withdrawal.repository.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import { knownSince } from './address-book.repository.ts';
import { readSecurityHoldFacts } from './security-hold.repository.ts';
import { securityHoldOf } from './security-hold.ts';
import { type CheckedDestination, checkDestination, type Destination, validateAddress } from './validate-address.ts';

export interface SubmitPorts extends RequestPorts, AnnouncePort {
  /** What may leave a wallet, less what is reserved for electricity. To be read while its balance is locked. */
  readonly readSpendable: (
    db: Queryable,
    wallet: { customerId: bigint; coin: WithdrawCoin; now: Date },
  ) => Promise<Spendable>;
  /** How many days an amount of prepaid electricity would last this customer; null without fees. */
  readonly electricityDays: (db: Queryable, customerId: bigint, available: bigint) => Promise<number | null>;
  /** Queues the check of the auto-approval policy. */
  readonly requestAutoApproval: (db: Queryable, id: bigint) => Promise<void>;
}

/** Minor units of one wallet. */
export interface Spendable {
  /** The ledger's. */
  balance: bigint;
  /** Set aside for electricity that is used and not charged yet. */
  reserved: bigint;
  available: bigint;
  /** Electricity or hosting is owed. */
  owes: boolean;
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
}

/** With fewer days of electricity left the customer has to confirm. */
const electricityDaysToKeep = 3;

/** Asks node and signer, before the transaction of `submit`. */
export async function readDestination(ports: RequestPorts, destination: Destination): Promise<SubmissionDestination> {
  const isOffered = await ports.isOffered(destination.network);
  return { ...(await checkDestination(ports, destination)), isOffered };
}

/** Takes the money out of the wallet and requests its payment: the withdrawal's id. In the caller's transaction. */
export async function submit(dbTx: Transaction, ports: SubmitPorts, submission: Submission): Promise<bigint | Refusal> {
  const { customerId, deviceId, destination, confirm, key, now } = submission;
  const { coin, network, isOffered } = destination;
  if (!isOffered) return refuse('switchedOff');
  const validated = await validateAddress(dbTx, destination);
  if (!validated.valid) return refuse('badAddress');
  const { address, key: addressKey } = validated;

  // The wallet's lock makes the customer's other withdrawals of this coin wait: limit and balance are read as they are.
  await lockBalances(dbTx, [walletOf(customerId, coin)]);
  const { balance, available, owes } = await ports.readSpendable(dbTx, { customerId, coin, now });
  if (owes) return refuse('notOperable');
  const held = await securityHoldRefusal(dbTx, ports, submission, addressKey);
  if (held) return held;

  const date = businessDate(now);
  const limits = await withdrawLimitsAt(dbTx, ports, coin, now);
  const amount = parseAmountField(submission.amount, { coin, available, limits });
  if (isRefusal(amount)) return amount;
  const taken = await takenOfDay(dbTx, customerId, coin, date);
  const refused = limitRefusal(amount, { coin, limits, takenOfDay: taken });
  if (refused) return refused;
  if (amount > available) return refuse('insufficientBalance');
  if (coin === 'USDT' && !confirm && (await endangersElectricity(dbTx, ports, customerId, balance - amount)))
    return refuse('endangersElectricity');
  const amounts = { customerId, destinationId: null, coin, amount, fee: parseAmount(limits.fee, coin) };
  const { transferId } = await postTransfer(dbTx, submissionTransfer(amounts, key, now));
  const id = await insertWithdrawal(dbTx, {
    ...amounts,
    network,
    address,
    addressKey,
    date,
    now,
    deviceId,
    transferId,
  });
  const detail = eventDetail({ id, coin, amount });
  await ports.announce(dbTx, { kind: 'WITHDRAWAL_SUBMITTED', customerId, at: now, detail });
  if (limits.autoApproval !== null) await ports.requestAutoApproval(dbTx, id);
  return id;
}

async function securityHoldRefusal(
  dbTx: Transaction,
  { holdHours }: SubmitPorts,
  { customerId, deviceId, destination: { network }, now }: Submission,
  addressKey: string,
): Promise<Refusal | null> {
  const facts = await readSecurityHoldFacts(dbTx, { customerId, deviceId, now });
  const addressSince = await knownSince(dbTx, customerId, network, addressKey);
  const hold = securityHoldOf(facts, { hours: holdHours, now, addressSince });
  if (hold === null) return null;
  return refuse('withdrawalHeld', { reason: hold.reason, until: hold.until?.toISOString() ?? null });
}

async function endangersElectricity(
  dbTx: Transaction,
  ports: SubmitPorts,
  customerId: bigint,
  left: bigint,
): Promise<boolean> {
  const days = await ports.electricityDays(dbTx, customerId, left);
  return days !== null && days < electricityDaysToKeep;
}

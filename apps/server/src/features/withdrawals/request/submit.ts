import { lockBalances, postTransfer } from '@lode/ledger';
import { parseAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { type NetworkName, type WithdrawCoin, walletOf } from '../domain/coins.ts';
import { limitRefusal, parseAmountField, withdrawLimitsAt } from '../domain/limits.ts';
import { submissionTransfer } from '../domain/postings.ts';
import { insertWithdrawal, owesElectricity, takenOfDay } from '../withdrawal.repository.ts';
import type { RequestPorts } from '../withdrawal-ports.ts';
import { knownSince } from './address-book.repository.ts';
import { readSecurityHoldFacts } from './security-hold.repository.ts';
import { securityHoldOf } from './security-hold.ts';
import { validateAddress } from './validate-address.ts';

export interface SubmitPorts extends RequestPorts {
  /** The part of ELE that pays electricity only. To be read while its balance is locked. */
  promoRemaining(db: Queryable, customerId: bigint): Promise<bigint>;
  /** How many days an amount of prepaid electricity would last this customer; null without fees. */
  electricityDays(db: Queryable, customerId: bigint, available: bigint): Promise<number | null>;
  /** Queues the check of the auto-approval policy. */
  requestAutoApproval(db: Queryable, id: bigint): Promise<void>;
}

export interface Submission {
  customerId: bigint;
  deviceId: string | null;
  coin: WithdrawCoin;
  network: NetworkName;
  /** As typed. */
  address: string;
  amount: string;
  /** The customer accepts that little electricity remains. */
  confirm: boolean;
  /** Of the transfer. */
  key: string;
  now: Date;
}

/** With fewer days of electricity left the customer has to confirm. */
const electricityDaysToKeep = 3;

/** Takes the money out of the wallet and requests its payment: the withdrawal's id. In the caller's transaction. */
export async function submit(dbTx: Transaction, ports: SubmitPorts, submission: Submission): Promise<bigint | Refusal> {
  const { customerId, deviceId, coin, network, confirm, key, now } = submission;
  if (!(await ports.isOffered(network))) return refuse('switchedOff');
  const validated = await validateAddress(dbTx, ports, submission);
  if (!validated.valid) return refuse('badAddress');
  const { address, key: addressKey } = validated;

  // The wallet's lock makes the customer's other withdrawals of this coin wait: limit and balance are read as they are.
  const wallet = walletOf(customerId, coin);
  const balance = (await lockBalances(dbTx, [wallet])).get(wallet)?.available ?? 0n;
  const available = await withdrawable(dbTx, ports, { customerId, coin, balance });
  const date = businessDate(now);
  const limits = await withdrawLimitsAt(dbTx, ports, coin, now);
  const amount = parseAmountField(submission.amount, coin, available);
  if (isRefusal(amount)) return amount;
  const taken = await takenOfDay(dbTx, customerId, coin, date);
  const refused = limitRefusal(amount, { coin, limits, takenOfDay: taken });
  if (refused) return refused;
  if (await owesElectricity(dbTx, customerId)) return refuse('notOperable');

  const facts = await readSecurityHoldFacts(dbTx, { customerId, deviceId, now });
  const addressSince = await knownSince(dbTx, customerId, network, addressKey);
  const hold = securityHoldOf(facts, { hours: ports.holdHours, now, addressSince });
  if (hold !== null) return refuse('withdrawalHeld', { reason: hold.reason, until: hold.until?.toISOString() ?? null });

  if (amount > available) return refuse('insufficientBalance');
  if (coin === 'USDT' && !confirm) {
    const days = await ports.electricityDays(dbTx, customerId, balance - amount);
    if (days !== null && days < electricityDaysToKeep) return refuse('endangersElectricity');
  }
  const amounts = { customerId, coin, amount, fee: parseAmount(limits.fee, coin) };
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
  if (limits.autoApproval !== null) await ports.requestAutoApproval(dbTx, id);
  return id;
}

/** The part of a wallet's balance that may leave: promotional credit pays electricity only. */
export async function withdrawable(
  db: Queryable,
  ports: Pick<SubmitPorts, 'promoRemaining'>,
  { customerId, coin, balance }: { customerId: bigint; coin: WithdrawCoin; balance: bigint },
): Promise<bigint> {
  if (coin !== 'USDT') return balance;
  const promotion = await ports.promoRemaining(db, customerId);
  return balance > promotion ? balance - promotion : 0n;
}

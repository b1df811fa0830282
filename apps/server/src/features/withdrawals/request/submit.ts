import { lockBalances, postTransfer } from '@lode/ledger';
import { DecimalError, parseAmount, parseTypedAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { DbTx } from '../../../platform/db/database.ts';
import { isRefusal, type Refusal, refuse } from '../../../platform/http/refusal.ts';
import { type NetworkName, type WithdrawCoin, walletOf } from '../domain/coins.ts';
import { type WithdrawTerms, withdrawTermsAt } from '../domain/limits.ts';
import { applied } from '../domain/postings.ts';
import { insertWithdrawal, owesElectricity, takenOfDay } from '../withdrawal.repository.ts';
import type { JudgePorts } from '../withdrawal-ports.ts';
import { knownSince } from './address-book.repository.ts';
import { readHoldFacts } from './security-hold.repository.ts';
import { holdOf } from './security-hold.ts';
import { judgeAddress } from './validate-address.ts';

export interface ApplyPorts extends JudgePorts {
  /** The part of ELE that pays electricity only. To be read while its balance is locked. */
  promoRemaining(dbTx: DbTx, customerId: bigint): Promise<bigint>;
  /** How many days an amount of prepaid electricity would last this customer; null without fees. */
  electricityDays(dbTx: DbTx, customerId: bigint, available: bigint): Promise<number | null>;
  /** Has the rule asked that approves without people. */
  askRule(dbTx: DbTx, id: bigint): Promise<void>;
}

export interface Application {
  customerId: bigint;
  deviceId: string | null;
  coin: WithdrawCoin;
  network: NetworkName;
  /** As they were typed. */
  address: string;
  amount: string;
  /** The customer knows that little electricity stays. */
  confirm: boolean;
  /** Of the transfer. */
  key: string;
  now: Date;
}

/** Fewer days of electricity than this are asked about first. */
const daysToKeep = 3;

/** Takes the money out of the wallet and asks for its payment: the id of the withdrawal. In the caller's transaction. */
export async function apply(dbTx: DbTx, ports: ApplyPorts, wish: Application): Promise<bigint | Refusal> {
  const { customerId, deviceId, coin, network, confirm, key, now } = wish;
  if (!(await ports.isOffered(network))) return refuse('switchedOff');
  const judged = await judgeAddress(dbTx, ports, wish);
  if (!judged.valid) return refuse('badAddress');
  const { address, key: addressKey } = judged;

  // From here on the customer's other withdrawals of this coin wait: limit and balance are judged as they are.
  const wallet = walletOf(customerId, coin);
  const balance = (await lockBalances(dbTx, [wallet])).get(wallet)?.available ?? 0n;
  const available = await withdrawable(dbTx, ports, { customerId, coin, balance });
  const date = businessDate(now);
  const terms = await withdrawTermsAt(dbTx, ports, coin, now);
  const amount = readAmount(wish.amount, coin, available);
  if (isRefusal(amount)) return amount;
  const refused = refusalOfAmount(amount, { coin, terms, taken: await takenOfDay(dbTx, customerId, coin, date) });
  if (refused) return refused;
  if (await owesElectricity(dbTx, customerId)) return refuse('notOperable');

  const facts = await readHoldFacts(dbTx, { customerId, deviceId, now });
  const addressSince = await knownSince(dbTx, customerId, network, addressKey);
  const hold = holdOf(facts, { hours: ports.holdHours, now, addressSince });
  if (hold !== null) return refuse('withdrawalHeld', { reason: hold.reason, until: hold.until?.toISOString() ?? null });

  if (amount > available) return refuse('insufficientBalance');
  if (coin === 'USDT' && !confirm) {
    const days = await ports.electricityDays(dbTx, customerId, balance - amount);
    if (days !== null && days < daysToKeep) return refuse('endangersElectricity');
  }
  const fee = parseAmount(terms.fee, coin);
  const withdrawn = { customerId, coin, amount, fee };
  const { transferId } = await postTransfer(dbTx, applied(withdrawn, key, now));
  const id = await insertWithdrawal(dbTx, {
    ...withdrawn,
    network,
    address,
    addressKey,
    date,
    now,
    deviceId,
    transferId,
  });
  if (terms.rule !== null) await ports.askRule(dbTx, id);
  return id;
}

/** What of a wallet's balance may leave: promotional credit pays electricity only. */
export async function withdrawable(
  dbTx: DbTx,
  ports: Pick<ApplyPorts, 'promoRemaining'>,
  { customerId, coin, balance }: { customerId: bigint; coin: WithdrawCoin; balance: bigint },
): Promise<bigint> {
  if (coin !== 'USDT') return balance;
  const promotion = await ports.promoRemaining(dbTx, customerId);
  return balance > promotion ? balance - promotion : 0n;
}

/** At most the decimals that are shown, unless it is exactly what is there (the button for all submits that). */
function readAmount(text: string, coin: WithdrawCoin, available: bigint): bigint | Refusal {
  try {
    return parseTypedAmount(text, coin, available);
  } catch (error) {
    if (!(error instanceof DecimalError)) throw error;
    return refuse(error.reason === 'too-large' ? 'insufficientBalance' : 'badPrecision');
  }
}

function refusalOfAmount(
  amount: bigint,
  { coin, terms, taken }: { coin: WithdrawCoin; terms: WithdrawTerms; taken: bigint },
): Refusal | null {
  const inUnits = (text: string) => parseAmount(text, coin);
  // Where the fee eats the smallest amount, nothing would arrive.
  const least = inUnits(terms.fee) + 1n;
  if (amount < inUnits(terms.min) || amount < least) return refuse('belowMinimum', { min: terms.min });
  if (amount > inUnits(terms.max)) return refuse('overLimit', { limit: terms.max });
  if (taken + amount > inUnits(terms.perDay)) return refuse('overLimit', { limit: terms.perDay });
  return null;
}

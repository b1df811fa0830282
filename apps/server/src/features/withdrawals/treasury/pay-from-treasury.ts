import { houseAccount, InsufficientFunds, KeyReused, postTransfer, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
import { chineseOf, englishOf, type Sentence, sentence } from '../../../platform/sentence.ts';
import { keyUsedOtherwise } from '../../../platform/staff/refusals.zh.ts';
import type { StaffInput } from '../../../platform/staff/staff-command.ts';
import { networkOf, type WithdrawCoin } from '../domain/coins.ts';
import { submissionTransfer, treasuryPaymentKey } from '../domain/postings.ts';
import { approve, propose, type ReviewDeps } from '../review/review.ts';
import { findByTransfer, findWithdrawal, insertWithdrawals, type WithdrawalName } from '../withdrawal.repository.ts';
import {
  type EarlierPayment,
  findDestination,
  findTreasuryPayment,
  readOutsideWallets,
  type TreasuryDestination,
} from './destination.repository.ts';
import * as say from './sentences.zh.ts';

export interface TreasuryPayment {
  coin: WithdrawCoin;
  /** The name of the destination. */
  destination: string;
  amount: bigint;
  key: string;
}

type Planned = { destination: TreasuryDestination } | { refused: Sentence };

/** Where the payment would go; or why it cannot be made now. */
export async function planTreasuryPayment(database: Database, payment: TreasuryPayment, now: Date): Promise<Planned> {
  const { coin, amount } = payment;
  const planned = await findPayable(database, payment, now);
  if ('refused' in planned) return planned;
  const [left, outside] = [await treasuryBalance(database, coin), await readOutsideWallets(database, coin)];
  return left - outside < amount ? shortage({ left, outside }, coin) : planned;
}

async function findPayable(db: Queryable, { coin, destination: name }: TreasuryPayment, now: Date): Promise<Planned> {
  const destination = await findDestination(db, name);
  if (destination === null) return { refused: say.noDestination(name) };
  if (destination.network !== networkOf[coin]) return { refused: say.otherNetwork(name, destination.network, coin) };
  if (destination.inForceFrom > now) return { refused: say.notInForce(name, destination.inForceFrom) };
  return { destination };
}

async function treasuryBalance(db: Queryable, coin: WithdrawCoin): Promise<bigint> {
  const treasury = houseAccount('TREASURY', coin);
  return (await readBalances(db, [treasury])).get(treasury)?.available ?? 0n;
}

/** Money that was put in by hand lies outside the wallets: it leaves by `treasury:take-out` alone. */
function shortage({ left, outside }: { left: bigint; outside: bigint }, coin: WithdrawCoin): { refused: Sentence } {
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  if (outside === 0n) return { refused: say.treasuryHas(textOf(left)) };
  const payable = left > outside ? left - outside : 0n;
  return { refused: say.outsideWallets(textOf(payable), textOf(outside)) };
}

/** Rolls the posting back. */
class OutsideWallets extends Error {
  override readonly name = 'OutsideWallets';
}

/** Takes the amount out of TREASURY and requests its payment, once per key, whatever became of its destination: the withdrawal's id. */
export async function requestTreasuryPayment(
  { database, recordAudit }: Pick<ReviewDeps, 'database' | 'recordAudit'>,
  payment: TreasuryPayment,
  { authority, reason, now }: StaffInput,
): Promise<{ id: bigint } | { refused: Sentence }> {
  const { coin, amount, key } = payment;
  const earlier = await findTreasuryPayment(database, key);
  if (earlier !== null) return isSame(earlier, payment) ? { id: earlier.id } : usedOtherwise(key);
  const planned = await findPayable(database, payment, now);
  if ('refused' in planned) return planned;
  const { id: destinationId, network, address, addressKey } = planned.destination;
  const amounts = { customerId: null, destinationId, coin, amount, fee: 0n };
  try {
    return await database.transaction(async (dbTx) => {
      const { transferId, replayed } = await postTransfer(dbTx, submissionTransfer(amounts, key, now));
      if (replayed) {
        const id = await findByTransfer(dbTx, transferId);
        if (id === null) throw new Error(`transfer ${transferId} has no withdrawal`);
        return { id };
      }
      // The posting has locked TREASURY: nothing is put in or taken out by hand meanwhile.
      if ((await treasuryBalance(dbTx, coin)) < (await readOutsideWallets(dbTx, coin))) throw new OutsideWallets();
      const made = { ...amounts, network, address, addressKey, date: businessDate(now), now };
      const transferKey = treasuryPaymentKey(key);
      const [withdrawal] = await insertWithdrawals(dbTx, [{ ...made, deviceId: null, transferKey }]);
      const { id } = withdrawal as WithdrawalName;
      const detail = { network, coin, addressKey, amount: String(amount), fee: '0', destination: payment.destination };
      const subject = `withdrawal ${id}`;
      await recordAudit(dbTx, { at: now, authority, action: 'treasury:pay', subject, reason, detail });
      return { id };
    });
  } catch (error) {
    if (error instanceof InsufficientFunds || error instanceof OutsideWallets) {
      const [left, outside] = [await treasuryBalance(database, coin), await readOutsideWallets(database, coin)];
      return shortage({ left, outside }, coin);
    }
    if (error instanceof KeyReused) return usedOtherwise(key);
    throw error;
  }
}

const isSame = (earlier: EarlierPayment, { coin, amount, destination }: TreasuryPayment): boolean =>
  earlier.coin === coin && earlier.amount === amount && earlier.destination === destination;

const usedOtherwise = (key: string) => ({ refused: keyUsedOtherwise(key) });

/** The two people's signatures, where their keys sign without asking; what is left otherwise. */
export async function signTreasuryPayment(
  deps: ReviewDeps,
  id: bigint,
  { authority, reason, now, signsElsewhere }: StaffInput,
): Promise<Sentence> {
  const { by, approver } = authority;
  const phase = (await findWithdrawal(deps.database, id))?.phase;
  if (phase === 'REJECTED' || phase === 'FAILED') return say.endedAs(phase);
  if (phase !== 'AWAITING_APPROVAL') return say.begun;
  const next = say.toSign(id);
  if (approver === null || signsElsewhere || deps.approvals?.signsUnasked === false) return next;
  for (const [act, person] of [
    [propose, by],
    [approve, approver],
  ] as const) {
    const result = await act(deps, { id, reason, now, authority: { by: person, approver: null } });
    if ('refused' in result) {
      const { refused } = result;
      return say.notSigned(sentence(englishOf(refused), chineseOf(refused)), next);
    }
  }
  return say.begun;
}

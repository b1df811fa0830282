import { houseAccount, InsufficientFunds, KeyReused, postTransfer, readBalances } from '@lode/ledger';
import { formatAmount } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { Database, Queryable } from '../../../platform/db/database.ts';
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

export interface TreasuryPayment {
  coin: WithdrawCoin;
  /** The name of the destination. */
  destination: string;
  amount: bigint;
  key: string;
}

type Planned = { destination: TreasuryDestination } | { refused: string };

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
  if (destination === null) return { refused: `there is no destination ${name}: see destination:list` };
  if (destination.network !== networkOf[coin])
    return { refused: `${name} is an address of ${destination.network}, where no ${coin} is paid` };
  if (destination.inForceFrom > now)
    return { refused: `${name} is paid from ${destination.inForceFrom.toISOString()} on` };
  return { destination };
}

async function treasuryBalance(db: Queryable, coin: WithdrawCoin): Promise<bigint> {
  const treasury = houseAccount('TREASURY', coin);
  return (await readBalances(db, [treasury])).get(treasury)?.available ?? 0n;
}

/** Money that was put in by hand lies outside the wallets: it leaves by `treasury:take-out` alone. */
function shortage({ left, outside }: { left: bigint; outside: bigint }, coin: WithdrawCoin): { refused: string } {
  const textOf = (units: bigint) => `${formatAmount(units, coin)} ${coin}`;
  if (outside === 0n) return { refused: `treasury has only ${textOf(left)}` };
  const payable = left > outside ? left - outside : 0n;
  return {
    refused: `treasury has only ${textOf(payable)} in the wallets: ${textOf(outside)} were put in by hand and lie outside them`,
  };
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
): Promise<{ id: bigint } | { refused: string }> {
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

const usedOtherwise = (key: string) => ({ refused: `the key ${key} was used for something else` });

/** The two people's signatures, where their keys sign without asking; what is left otherwise. */
export async function signTreasuryPayment(
  deps: ReviewDeps,
  id: bigint,
  { authority, reason, now, signsElsewhere }: StaffInput,
): Promise<string> {
  const { by, approver } = authority;
  const phase = (await findWithdrawal(deps.database, id))?.phase;
  if (phase === 'REJECTED' || phase === 'FAILED') return `it ended as ${phase}`;
  if (phase !== 'AWAITING_APPROVAL') return begun;
  const next = `withdrawal:propose and withdrawal:approve --id ${id} sign it`;
  if (approver === null || signsElsewhere || deps.approvals?.signsUnasked === false) return next;
  for (const [act, person] of [
    [propose, by],
    [approve, approver],
  ] as const) {
    const result = await act(deps, { id, reason, now, authority: { by: person, approver: null } });
    if ('refused' in result) return `not signed yet (${result.refused}): ${next}`;
  }
  return begun;
}

const begun = 'its payment begins';

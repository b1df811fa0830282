import type { ChainAdapter, ChainSum, SentStatus } from '@lode/chain';
import { houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { readAccountNonce } from '../../../platform/chains/stored-unsigned.ts';
import { recordEther } from '../../../platform/chains/wei-remainder.ts';
import { businessDate } from '../../../platform/clock/clock.ts';
import type { DbTx } from '../../../platform/db/database.ts';
import { endUnpaid } from '../end-withdrawal.ts';
import { paymentRemark } from '../texts.ts';
import { ended } from '../withdrawal-postings.ts';
import { moved } from '../withdrawal-state.ts';
import { lockWithdrawal, moveWithdrawal } from '../withdrawals.store.ts';
import { bump, signBump } from './bump.ts';
import { adoptSent, stateOfExports } from './exports.ts';
import { lookForInputs } from './gone-inputs.ts';
import { broadcast, openedChain } from './pay.ts';
import {
  finishPayment,
  keptInputs,
  noteConfirmations,
  noteGone,
  type PaymentRow,
  readPayments,
  readSpends,
  sentPayment,
} from './payments.store.ts';
import type { PayoutDeps } from './payout-ports.ts';

type Confirmed = Extract<SentStatus, { state: 'CONFIRMED' }>;

/** Looks what became of a payment that is out: settled when it is final, sent again when nobody knows it. */
export async function follow(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const [first] = await readPayments(deps.database, id);
  if (!first) return;
  const chain = await openedChain(deps, first.network);
  const exports = await stateOfExports(deps.database, chain, id);
  await adoptSent(deps, chain, exports, now);
  const all = await readPayments(deps.database, id);
  const payments = all.filter(({ txid }) => txid !== null);
  const [newest] = payments;
  if (!newest) return;
  const statuses: SentStatus[] = [];
  for (const payment of payments) {
    const status = await statusOf(chain, payment);
    statuses.push(status);
    if (status.state === 'CONFIRMED') return confirmed(deps, payment, status, now);
  }
  // The newest is nowhere: the same bytes again, never another payment.
  if (statuses[0]?.state === 'UNKNOWN') {
    await lookForInputs(deps, chain, newest);
    return broadcast(deps, id, now);
  }
  if (newest.goneHeight !== null) await noteGone(deps.database, newest, null);
  if (statuses.some(({ state }) => state === 'MEMPOOL')) {
    const [built = newest] = all;
    return built.txid === null ? signBump(deps, chain, built, now) : bump(deps, chain, newest, now);
  }
  if (isLost([...statuses, ...exports.map(({ status }) => status)], deps.needed(newest.network)))
    deps.alarm(`what withdrawal ${id} spends was spent by a transaction that is not ours: see withdrawal:fail`);
}

/** Every transaction that could have paid it has lost its inputs or nonce to another one, for good. */
export function isLost(statuses: readonly SentStatus[], needed: number): boolean {
  return statuses.every((status) => status.state === 'CONFLICTED' && status.confirmations >= needed);
}

/** Asks the chain whether a payment that is out can never be any more. */
export async function isPaymentLost(deps: PayoutDeps, id: bigint): Promise<boolean> {
  const payments = (await readPayments(deps.database, id)).filter(({ txid }) => txid !== null);
  const [newest] = payments;
  if (!newest) return false;
  const chain = await openedChain(deps, newest.network);
  const statuses = await Promise.all(payments.map((payment) => statusOf(chain, payment)));
  const exports = await stateOfExports(deps.database, chain, id);
  return isLost([...statuses, ...exports.map(({ status }) => status)], deps.needed(newest.network));
}

const statusOf = (chain: ChainAdapter, payment: PaymentRow): Promise<SentStatus> => chain.status(sentPayment(payment));

async function confirmed(deps: PayoutDeps, payment: PaymentRow, status: Confirmed, now: Date): Promise<void> {
  const { database } = deps;
  const { confirmations, isPaid, feePaid } = status;
  await noteConfirmations(database, payment, confirmations);
  if (confirmations < deps.needed(payment.network)) return;
  deps.reach('follow:final');
  await database.transaction(async (dbTx) => {
    const withdrawal = await lockWithdrawal(dbTx, payment.withdrawalId);
    if (withdrawal?.thirdStatus !== 'IN_PAYMENT') return;
    await finishPayment(dbTx, payment, status, now);
    const networkFee = await networkFeePosting(dbTx, payment, feePaid, now);
    if (isPaid) {
      const move = moved(withdrawal, 'confirm');
      if (move === null) throw new Error('a payment that is out can be confirmed');
      const transfer = ended(withdrawal.id, 'paid', withdrawal, now);
      const postings = [...transfer.postings, ...networkFee];
      const { transferId } = await postTransfer(dbTx, { ...transfer, postings });
      const { state: to, step } = move;
      await moveWithdrawal(dbTx, withdrawal.id, { from: withdrawal, to, step, endTransferId: transferId, now });
    } else {
      await endUnpaid(dbTx, deps, withdrawal, { event: 'fail', end: 'returned', remark: paymentRemark, now });
      if (networkFee.length > 0) {
        const lost = ended(withdrawal.id, 'returned', withdrawal, now);
        await postTransfer(dbTx, {
          ...lost,
          key: `withdrawal-lost:${withdrawal.id}`,
          kind: 'network-fee',
          postings: networkFee,
        });
      }
    }
    deps.reach('follow:before-commit');
  });
  deps.reach('follow:settled');
  if (!isPaid) deps.alarm(`the payment of withdrawal ${payment.withdrawalId} failed on its chain`);
  const kept = keptInputs(await readSpends(database, payment.withdrawalId), payment);
  if (kept.length > 0)
    deps.alarm(`withdrawal ${payment.withdrawalId} is paid, and keeps ${kept.join(', ')}: see withdrawal:free`);
}

/** What the network took, in the units of the books: of ether each address carries its rest to its next payment. */
async function networkFeePosting(
  dbTx: DbTx,
  { unsigned }: PaymentRow,
  { coin, atomic }: ChainSum,
  now: Date,
): Promise<Posting[]> {
  const amount =
    coin === 'ETH'
      ? await recordEther(dbTx, readAccountNonce(unsigned.outpoints[0]).addressKey, 'out', atomic)
      : atomic;
  const [from, to] = [houseAccount('NETWORK_FEE_EXPENSE', coin), houseAccount('CUSTODY', coin)];
  return amount === 0n ? [] : [{ from, to, type: 'NETWORK_FEE', amount, date: businessDate(now) }];
}

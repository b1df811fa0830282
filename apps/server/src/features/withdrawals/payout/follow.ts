import type { ChainAdapter, ChainSum, SentStatus } from '@lode/chain';
import { houseAccount, type Posting, postTransfer } from '@lode/ledger';
import { ledgerScale } from '@lode/money';
import { businessDate } from '../../../platform/clock/clock.ts';
import { endUnpaid } from '../end-withdrawal.ts';
import { paymentRemark } from '../texts.ts';
import { ended } from '../withdrawal-postings.ts';
import { moved } from '../withdrawal-state.ts';
import { lockWithdrawal, moveWithdrawal } from '../withdrawals.store.ts';
import { bump, signBump } from './bump.ts';
import { broadcast, openedChain } from './pay.ts';
import { finishPayment, noteConfirmations, type PaymentRow, readPayments } from './payments.store.ts';
import type { PayoutDeps } from './payout-ports.ts';

type Confirmed = Extract<SentStatus, { state: 'CONFIRMED' }>;

/** Looks what became of a payment that is out: settled when it is final, sent again when nobody knows it. */
export async function follow(deps: PayoutDeps, id: bigint, now: Date): Promise<void> {
  const all = await readPayments(deps.database, id);
  const payments = all.filter(({ txid }) => txid !== null);
  const [newest] = payments;
  if (!newest) return;
  const chain = await openedChain(deps, newest.network);
  const statuses: SentStatus[] = [];
  for (const payment of payments) {
    const status = await statusOf(chain, payment);
    statuses.push(status);
    if (status.state === 'CONFIRMED') return confirmed(deps, payment, status, now);
  }
  // The newest is nowhere: the same bytes again, never another payment.
  if (statuses[0]?.state === 'UNKNOWN') return broadcast(deps, id, now);
  if (statuses.some(({ state }) => state === 'MEMPOOL')) {
    const [built = newest] = all;
    return built.txid === null ? signBump(deps, chain, built, now) : bump(deps, chain, newest, now);
  }
  const lost = statuses.every(
    (status) => status.state === 'CONFLICTED' && status.confirmations >= deps.needed(newest.network),
  );
  if (lost) deps.alarm(`what withdrawal ${id} spends was spent by a transaction that is not ours`);
}

function statusOf(chain: ChainAdapter, { txid, unsigned, sinceHeight }: PaymentRow): Promise<SentStatus> {
  const { spends, to, coin, amount } = unsigned;
  return chain.status({ txid: txid ?? '', spends, to, coin, amount, sinceHeight });
}

async function confirmed(deps: PayoutDeps, payment: PaymentRow, status: Confirmed, now: Date): Promise<void> {
  const { database } = deps;
  const { confirmations, isPaid, feePaid } = status;
  await noteConfirmations(database, payment, confirmations);
  if (confirmations < deps.needed(payment.network)) return;
  deps.reach('follow:final');
  await database.transaction(async (dbTx) => {
    const withdrawal = await lockWithdrawal(dbTx, payment.withdrawalId);
    if (withdrawal?.thirdStatus !== 'IN_PAYMENT') return;
    const before = await finishPayment(dbTx, payment, feePaid.atomic, now);
    const networkFee = networkFeePosting(feePaid, before, now);
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
}

/**
 * What the network took, in the units of the books. A chain that counts finer leaves a rest: it is carried, so that all fees
 * together are never one unit beside the chain.
 */
function networkFeePosting({ coin, atomic, decimals }: ChainSum, before: bigint, now: Date): Posting[] {
  const perUnit = 10n ** BigInt(decimals - ledgerScale(coin));
  const amount = (before + atomic) / perUnit - before / perUnit;
  const [from, to] = [houseAccount('NETWORK_FEE_EXPENSE', coin), houseAccount('CUSTODY', coin)];
  return amount === 0n ? [] : [{ from, to, type: 'NETWORK_FEE', amount, date: businessDate(now) }];
}

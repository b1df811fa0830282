import type { ChainAdapter, ConfirmedStatus } from '@lode/chain';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { postFinal } from '../confirm/post-final.ts';
import { type PaymentRow, readPayments, sentPayment } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { askAboutUnpaid, type SecondNodeStatus } from '../second-node/unpaid.ts';
import * as say from './sentences.zh.ts';

/** A payment in a final block that has not paid by the word of the node. */
export interface UnprovenPayment {
  payment: PaymentRow;
  status: ConfirmedStatus;
  second: SecondNodeStatus;
}

/** `id`: the withdrawal whose row holds the transaction. */
export async function findUnproven(deps: PayoutDeps, chain: ChainAdapter, id: bigint): Promise<UnprovenPayment | null> {
  const payments = (await readPayments(deps.database, id)).filter(({ txid }) => txid !== null);
  for (const payment of payments) {
    const status = await chain.status(sentPayment(payment));
    if (status.state !== 'CONFIRMED' || status.isPaid) continue;
    if (status.confirmations < deps.chains.confirmations(payment.network)) continue;
    const others = payments.filter((one) => one !== payment).map(sentPayment);
    const asked = { sent: sentPayment(payment), block: status.block };
    return { payment, status, second: await askAboutUnpaid(deps, chain, asked, others) };
  }
  return null;
}

/** Why it is not returned, even by two people; or null. */
export function whyNotReturned({ payment, second }: UnprovenPayment): Sentence | null {
  const { withdrawalId: id, network, txid } = payment;
  // The txid is a hash of what it pays.
  if (network === 'BITCOIN') return say.cannotHaveFailed(id, txid ?? '');
  if (second.says === 'PAID') return say.paidBySecond(id, txid ?? '');
  // Bytes that one node keeps to itself could still be in a block, and pay.
  const isForPeople =
    second.says === 'REVERTED' || second.says === 'WITHOUT_TRANSFER' || second.says === 'NOT_CONFIGURED';
  return isForPeople ? null : say.notSoAtSecond(id, second.sentence);
}

export function describeUnproven(what: Sentence, { payment, status, second }: UnprovenPayment): Sentence {
  const first = status.isReverted ? say.reverted : say.withoutTransfer;
  return say.inBlockUnpaid(what, payment.txid ?? '', first, second.sentence);
}

/** Two people say what became of it. False where it has changed meanwhile. */
export function endUnproven(
  deps: PayoutDeps,
  { payment, status }: UnprovenPayment,
  { isPaid, now, record }: { isPaid: boolean; now: Date; record: (dbTx: Transaction, id: bigint) => Promise<void> },
): Promise<boolean> {
  return postFinal(deps, payment, status, { isPaid, now, record: (dbTx, { id }) => record(dbTx, id) });
}

import type { ChainAdapter, ConfirmedStatus } from '@lode/chain';
import { type PaymentRow, sentPayment } from '../payment.repository.ts';
import { AwaitingInput, type PayoutDeps } from '../payout-ports.ts';
import { askAboutUnpaid } from '../second-node/unpaid.ts';

/**
 * Why a final payment that has not paid is not returned either; null where it has paid, or two nodes agree that its call failed. A
 * node that leaves out a log, or a token that keeps a fee, must not bring an amount back that has left.
 */
export async function whyUnproven(
  deps: PayoutDeps,
  chain: ChainAdapter,
  payment: PaymentRow,
  { isPaid, isReverted, block, confirmations }: ConfirmedStatus,
): Promise<string | null> {
  if (isPaid) return null;
  const { withdrawalId: id, txid } = payment;
  const place = `withdrawal ${id} is neither paid nor returned, and no more of its coin leaves: ${txid} is in block ${block.height},`;
  const next =
    'two people say what became of it (docs/runbooks/withdrawals-wait.md, "A payment in a block that has not paid")';
  if (!isReverted) return `${place} and the transfer of its amount to its receiver is not: ${next}`;
  const second = await askAboutUnpaid(deps, chain, { sent: sentPayment(payment), block });
  if (second.says === 'REVERTED') return null;
  // A node is often a block behind another one. One that stays behind is an answer as well.
  if (second.says === 'BEHIND' && confirmations < 2 * deps.chains.confirmations(payment.network))
    throw new AwaitingInput(`withdrawal ${id} waits: ${second.sentence.en}`);
  return `${place} its call failed by the word of one node, and ${second.sentence.en}: ${next}`;
}

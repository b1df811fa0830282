import { ChainUnavailable, type SentStatus, WrongChain } from '@lode/chain';
import type { Sentence } from '../../../platform/sentence.ts';
import { type PaymentRow, sentPayment } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import * as say from './sentences.zh.ts';

export type Confirmed = Extract<SentStatus, { state: 'CONFIRMED' }>;

/** What the second node says of a payment that failed by the word of the first one. */
export type SecondWord =
  | { says: 'REVERTED' }
  | { says: 'PAID' }
  /** `isForPeople`: two people may return it; none is configured, or it has the same block, final, also without the transfer. */
  | { says: null; why: Sentence; isForPeople: boolean };

/**
 * Why a final payment that has not paid is not returned either; null where it has paid, or two nodes agree that its call failed. A
 * node that leaves out a log, or a token that keeps a fee, must not bring an amount back that has left.
 */
export async function findDoubt(deps: PayoutDeps, payment: PaymentRow, status: Confirmed): Promise<string | null> {
  const { isPaid, isReverted, block } = status;
  if (isPaid) return null;
  const { withdrawalId: id, txid } = payment;
  const place = `withdrawal ${id} is neither paid nor returned, and no more of its coin leaves: ${txid} is in block ${block.height},`;
  const next = 'two people settle it (docs/runbooks/withdrawals-wait.md, "A payment in a block that has not paid")';
  if (!isReverted) return `${place} and the transfer of its amount to its receiver is not: ${next}`;
  const second = await askSecondNode(deps, payment, status);
  if (second.says === 'REVERTED') return null;
  const why = second.says === 'PAID' ? 'the second node has it as paid' : second.why.en;
  return `${place} its call failed by the word of one node, and ${why}: ${next}`;
}

/** `others`: what else of the withdrawal is signed, and may have paid it. */
export async function askSecondNode(
  { chains }: Pick<PayoutDeps, 'chains'>,
  payment: PaymentRow,
  { block }: Pick<Confirmed, 'block'>,
  others: readonly PaymentRow[] = [],
): Promise<SecondWord> {
  const { network } = payment;
  const chain = (await chains.openSecond?.(network)) ?? null;
  if (chain === null) return unknown(say.notSet(network === 'BITCOIN' ? 'BITCOIN' : 'EVM'), true);
  if ('closed' in chain) return unknown(say.isDown(chain.closed));
  try {
    await chain.identify();
    const found = await chain.status(sentPayment(payment));
    if (found.state === 'CONFIRMED' && found.isPaid) return { says: 'PAID' };
    for (const other of others) {
      const status = await chain.status(sentPayment(other));
      if (status.state === 'CONFIRMED' && status.isPaid) return { says: 'PAID' };
    }
    if (found.state !== 'CONFIRMED') return unknown(say.inNoBlock);
    const isFinal = found.block.hash === block.hash && found.confirmations >= chains.confirmations(network);
    if (!isFinal) return unknown(say.notFinalThere);
    return found.isReverted ? { says: 'REVERTED' } : unknown(say.withoutTransferToo, true);
  } catch (error) {
    if (error instanceof ChainUnavailable || error instanceof WrongChain) return unknown(say.isDown(error.message));
    throw error;
  }
}

const unknown = (why: Sentence, isForPeople = false): SecondWord => ({ says: null, why, isForPeople });

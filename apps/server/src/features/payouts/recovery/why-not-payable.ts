import type { ChainAdapter } from '@lode/chain';
import type { Transaction } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import { isConflicted } from '../conflicted.ts';
import { type PaymentRow, readPayments, type SentTransaction } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { provenStatus } from '../second-node/proven-status.ts';
import { refusePayableAtSecond } from '../second-node/refuse-return.ts';
import { readSentTransactions } from '../sent-transactions.ts';
import { blocksSinceMissing } from './missing-inputs.ts';
import * as say from './sentences.zh.ts';
import { findUnproven, type UnprovenPayment, whyNotReturned } from './unproven-payment.ts';

/** Why the amount of a broadcast withdrawal may return. */
export type NotPayable =
  /** It is in a final block and has not paid. */
  | { why: 'UNPROVEN'; unproven: UnprovenPayment }
  /** Others spent its inputs or nonce, for good. `asked`: the txids that this holds for. */
  | { why: 'CONFLICTED'; asked: readonly string[] }
  /** An input is in no block, and the risk that it returns is accepted. */
  | { why: 'INPUTS_MISSING'; newest: PaymentRow; asked: readonly string[] };

interface Asked {
  /** The withdrawal whose row holds the transaction. */
  id: bigint;
  acceptDoublePayRisk?: string | undefined;
}

/** Asked again by each of the two people. */
export async function whyNotPayable(
  deps: PayoutDeps,
  chain: ChainAdapter,
  { id, acceptDoublePayRisk }: Asked,
): Promise<NotPayable | { refused: Sentence }> {
  const unproven = await findUnproven(deps, chain, id);
  if (unproven !== null) {
    const refused = whyNotReturned(unproven);
    return refused === null ? { why: 'UNPROVEN', unproven } : { refused };
  }
  const transactions = await readSentTransactions(deps.database, id);
  if (await areConflicted(deps, chain, transactions)) return { why: 'CONFLICTED', asked: txidsOf(transactions) };
  return findMissing(deps, chain, { id, acceptDoublePayRisk, transactions });
}

/** Whether no transaction of a broadcast withdrawal, exports included, can be mined any more, by the word of both nodes. */
async function areConflicted(
  deps: PayoutDeps,
  chain: ChainAdapter,
  transactions: readonly SentTransaction[],
): Promise<boolean> {
  const needed = deps.chains.confirmations(chain.network);
  // One that can be mined is an answer by itself: only when none can is the second node asked.
  for (const sent of transactions) if (!isConflicted(await chain.status(sent), needed)) return false;
  for (const sent of transactions) if (!isConflicted(await provenStatus(deps, chain, sent), needed)) return false;
  return transactions.length > 0;
}

async function findMissing(
  deps: PayoutDeps,
  chain: ChainAdapter,
  { id, acceptDoublePayRisk, transactions }: Asked & { transactions: readonly SentTransaction[] },
): Promise<NotPayable | { refused: Sentence }> {
  const blocks = await blocksSinceMissing(deps, chain, id, transactions);
  const newest = (await readPayments(deps.database, id)).find(({ txid }) => txid !== null);
  if (!newest || blocks === null || blocks < deps.chains.confirmations(newest.network))
    return { refused: say.canBePaid(id) };
  await refusePayableAtSecond(deps, chain, transactions);
  const { txid, unsigned } = newest;
  return acceptDoublePayRisk === txid
    ? { why: 'INPUTS_MISSING', newest, asked: txidsOf(transactions) }
    : { refused: say.inputMissing(id, { outpoints: unsigned.outpoints, blocks, txid: txid ?? '' }) };
}

const txidsOf = (transactions: readonly SentTransaction[]): string[] => transactions.map(({ txid }) => txid);

/** Whether nothing else was signed of it since the nodes were asked; for the transaction that returns it. */
export async function isAllAsked(dbTx: Transaction, id: bigint, asked: readonly string[]): Promise<boolean> {
  return txidsOf(await readSentTransactions(dbTx, id)).every((txid) => asked.includes(txid));
}

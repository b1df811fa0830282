import type { ChainAdapter, SentPayment, SentStatus } from '@lode/chain';
import { readExports, sentExport } from './exports.store.ts';
import { openedChain } from './pay.ts';
import { readPayments, sentPayment } from './payments.store.ts';
import type { PayoutDeps } from './payout-ports.ts';
import { noteBlock, noteTakenBack, stopLooking, type UnsteadyRow } from './unsteady.store.ts';

/**
 * The books have this payment, and a reorganisation took its block away. In another block it stands again. In none, the very
 * same bytes are sent again, never others; what was returned is never sent. Nothing is posted: where it can never be what the
 * books say, somebody decides.
 */
export async function lookAgain(deps: PayoutDeps, row: UnsteadyRow, now: Date): Promise<void> {
  const { database } = deps;
  const { withdrawalId, network, wasPaid, txid, bytes } = row;
  if (txid === null || bytes === null) return;
  const chain = await openedChain(deps, network);
  const { height: tip } = await chain.tip();
  const status = await chain.status({ ...sentPayment(row), blockHash: row.blockHash });
  const needed = deps.needed(network);
  if (status.state === 'CONFIRMED' && status.isPaid === wasPaid) {
    // The alarm ends first: once the payment is steady nobody looks again.
    await deps.reportTakenBack(withdrawalId, null, now);
    deps.reach('look-again:stands');
    return noteBlock(database, row, { block: status.block, isFinal: status.confirmations >= needed, now });
  }
  await noteTakenBack(database, row, now);
  deps.reach('look-again:noted');
  const others = status.state === 'CONFIRMED' ? [] : await othersOf(deps, chain, row);
  const end = endOf(row, status, others, needed);
  if (end !== null) {
    await deps.reportTakenBack(withdrawalId, { isForGood: true, words: end.words }, now);
    return stopLooking(database, row, tip - end.confirmations + 1);
  }
  const books = wasPaid ? 'paid' : 'returned';
  const then = wasPaid ? 'the same bytes are sent again' : 'it can be mined again, and would pay what was returned';
  const words = `withdrawal ${withdrawalId} is in the books as ${books}, and ${txid} is in no block any more: ${then}`;
  await deps.reportTakenBack(withdrawalId, { isForGood: false, words }, now);
  if (!wasPaid || status.state !== 'UNKNOWN' || others.some((one) => one.status.state === 'MEMPOOL')) return;
  deps.reach('look-again:before-broadcast');
  const result = await chain.broadcast({ txid, bytes });
  if (!result.accepted) deps.alarm(`${network} does not take withdrawal ${withdrawalId} again: ${result.reason}`);
}

interface Other {
  sent: SentPayment;
  status: SentStatus;
}

/** The withdrawal's other transactions: only one of them and of this one can ever be. */
async function othersOf({ database }: PayoutDeps, chain: ChainAdapter, row: UnsteadyRow): Promise<Other[]> {
  const { withdrawalId, txid } = row;
  const sent = [
    ...(await readPayments(database, withdrawalId)).flatMap((one) => (one.txid === null ? [] : [sentPayment(one)])),
    ...(await readExports(database, withdrawalId)).map(sentExport),
  ];
  const others = new Map(sent.filter((one) => one.txid !== txid).map((one) => [one.txid, one]));
  const states: Other[] = [];
  for (const one of others.values()) states.push({ sent: one, status: await chain.status(one) });
  return states;
}

/** Why it can never be what the books say, and since how many blocks; null as long as it can. */
function endOf(
  { withdrawalId, txid, wasPaid }: UnsteadyRow,
  status: SentStatus,
  others: readonly Other[],
  needed: number,
): { words: string; confirmations: number } | null {
  const what = `withdrawal ${withdrawalId} is in the books as ${wasPaid ? 'paid' : 'returned'}`;
  const end = (words: string, { confirmations }: { confirmations: number }) =>
    confirmations < needed ? null : { words: `${what}, and ${words}`, confirmations };
  if (status.state === 'CONFIRMED') return end(`${txid} has ${status.isPaid ? 'paid' : 'failed'} now`, status);
  for (const other of others) {
    if (other.status.state !== 'CONFIRMED') continue;
    const how = wasPaid ? 'its fee and its change are not those of the books' : 'it has paid';
    return end(`${other.sent.txid} is in a block instead of ${txid}: ${how}`, other.status);
  }
  if (status.state !== 'CONFLICTED') return null;
  return end(`${txid} can never be in a block: ${status.by ?? 'another transaction'} took what it spends`, status);
}

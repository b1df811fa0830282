import type { ChainAdapter, SentPayment, SentStatus } from '@lode/chain';
import { areAllConflicted } from '../conflicted.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { readBatch, sentPayment } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { readSentTransactions } from '../sent-transactions.ts';
import {
  endRecheck,
  markReorged,
  type ReorgedPayment,
  readReorgedPayments,
  recordBlock,
} from './reorged-payment.repository.ts';

/** One of the withdrawal's transactions; only one of them can be mined. */
interface TransactionState {
  sent: SentPayment;
  status: SentStatus;
}

interface Recheck {
  row: ReorgedPayment;
  /** Its own state first, then those of the withdrawal's others. */
  states: readonly [TransactionState, ...TransactionState[]];
  /** The withdrawals that its transaction pays. */
  named: string;
  /** Confirmations that make a payment final. */
  needed: number;
  tip: number;
  now: Date;
}

/**
 * Rechecks every confirmed payment whose block a reorganisation removed: one query while there is none. Answers the failures that
 * `isHandled` does not take.
 */
export async function recheckAllAfterReorg(
  deps: PayoutDeps,
  now: Date,
  isHandled: (error: unknown, id: bigint) => boolean,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  let after: Pick<ReorgedPayment, 'withdrawalId' | 'attempt'> = { withdrawalId: 0n, attempt: 0 };
  for (;;) {
    const rows = await readReorgedPayments(deps.database, after);
    const last = rows.at(-1);
    if (last === undefined) return failures;
    after = last;
    for (const row of rows)
      await recheckAfterReorg(deps, row, now).catch((error: unknown) => {
        if (!isHandled(error, row.withdrawalId)) failures.push(error);
      });
  }
}

/**
 * In another block the payment stands again. In none, the same bytes of a paid one are sent again, never others; those of a
 * returned one are never sent. Nothing is posted: when it can never be what the books say, two people decide.
 */
async function recheckAfterReorg(deps: PayoutDeps, row: ReorgedPayment, now: Date): Promise<void> {
  const { database, chains, monitor } = deps;
  const { withdrawalId, network, wasPaid, isFinal } = row;
  const chain = await openPayoutChain(deps, network);
  const { height: tip } = await chain.tip();
  const sent = { ...sentPayment(row), blockHash: row.blockHash };
  const status = await chain.status(sent);
  const needed = chains.confirmations(network);
  if (isFinal && status.state === 'CONFIRMED' && status.isPaid === wasPaid) {
    // The alert is resolved first: once the block is recorded the payment is not rechecked.
    await monitor.reportReorg(withdrawalId, null, now);
    return recordBlock(database, row, { block: status.block, isFinal: status.confirmations >= needed, now });
  }
  await markReorged(database, row, now);
  monitor.failpoint('recheck:noted');
  const states = [{ sent, status }, ...(await readOtherStates(deps, chain, row))] as const;
  const named = namesOf(await readBatch(database, withdrawalId));
  const recheck: Recheck = { row, states, named, needed, tip, now };
  return wasPaid ? recheckPaid(deps, chain, recheck) : recheckReturned(deps, recheck);
}

/** As the alert says it: "withdrawal 7 is", "withdrawals 7, 8 are". */
function namesOf(ids: readonly bigint[]): string {
  if (ids.length === 1) return `withdrawal ${ids[0]} is`;
  const more = ids.length > mostNamed ? ` and ${ids.length - mostNamed} more of one transaction` : '';
  return `withdrawals ${ids.slice(0, mostNamed).join(', ')}${more} are`;
}
const mostNamed = 10;

async function readOtherStates(
  { database }: PayoutDeps,
  chain: ChainAdapter,
  { withdrawalId, txid }: ReorgedPayment,
): Promise<TransactionState[]> {
  const states: TransactionState[] = [];
  for (const sent of await readSentTransactions(database, withdrawalId))
    if (sent.txid !== txid) states.push({ sent, status: await chain.status(sent) });
  return states;
}

async function recheckPaid(deps: PayoutDeps, chain: ChainAdapter, recheck: Recheck): Promise<void> {
  const { database, monitor } = deps;
  const { row, states, named, needed, tip, now } = recheck;
  const { withdrawalId: id, txid, bytes } = row;
  const [{ status }, ...others] = states;
  const message = (found: string) => `${named} in the books as paid, and ${found}`;
  const contradiction = contradictionOf(recheck);
  if (contradiction !== null && contradiction.confirmations >= needed) {
    await monitor.reportReorg(id, { kind: 'payment-lost', message: message(contradiction.found) }, now);
    return endRecheck(database, row, tip - contradiction.confirmations + 1, now);
  }
  const removed = message(`${txid} is in no block any more: the same bytes are sent again`);
  await monitor.reportReorg(id, { kind: 'payment-removed', message: removed }, now);
  if (status.state !== 'UNKNOWN' || others.some((one) => isSeen(one)) || txid === null || bytes === null) return;
  monitor.failpoint('recheck:before-broadcast');
  const result = await chain.broadcast({ txid, bytes });
  if (!result.accepted) monitor.log.error({ event: 'payout.rebroadcast-refused', id, txid, reason: result.reason });
}

/** Why the payment can never be what the books say, and since how many blocks; null while nothing contradicts them. */
function contradictionOf({ row: { txid }, states }: Recheck): { found: string; confirmations: number } | null {
  const [{ status }, ...others] = states;
  if (status.state === 'CONFIRMED') {
    const found = status.isReverted ? 'has failed on its chain' : 'is in a block without the transfer of its amount';
    return { ...status, found: `${txid} ${found}` };
  }
  for (const { sent, status: other } of others)
    if (other.state === 'CONFIRMED') {
      const found = `${sent.txid} is in a block instead of ${txid}: its fee and its change are not those of the books`;
      return { ...other, found };
    }
  if (status.state !== 'CONFLICTED') return null;
  const by = status.by ?? 'another transaction';
  return { ...status, found: `${txid} can never be in a block: ${by} took what it spends` };
}

const isSeen = ({ status }: TransactionState): boolean => status.state === 'MEMPOOL' || status.state === 'CONFIRMED';

/** A returned payment's bytes are out and cannot be revoked: an alert is raised when they are mined after all. */
async function recheckReturned(deps: PayoutDeps, { row, states, named, needed, tip, now }: Recheck): Promise<void> {
  const { database, monitor } = deps;
  const { withdrawalId: id, txid, isFinal } = row;
  const message = (found: string) => `${named} in the books as returned, and ${found}`;
  const mined = states.find(({ status }) => status.state === 'CONFIRMED' && status.isPaid);
  const seen = mined ?? states.find(isSeen);
  if (seen) {
    const where = mined ? 'is in a block and has paid it' : 'waits for a block and would pay it';
    await monitor.reportReorg(id, { kind: 'paid-and-returned', message: message(`${seen.sent.txid} ${where}`) }, now);
    if (mined?.status.state !== 'CONFIRMED') return;
    return endRecheck(database, row, tip - mined.status.confirmations + 1, now);
  }
  const statuses = states.map(({ status }) => status);
  if (areAllConflicted(statuses, needed)) {
    // It is what the books say, except for a network fee that was posted and not taken.
    const lost = message(`${txid}, which had failed, can never be in a block: its fee was not taken`);
    await monitor.reportReorg(id, isFinal ? { kind: 'payment-lost', message: lost } : null, now);
    const least = Math.min(...statuses.map((one) => (one.state === 'CONFLICTED' ? one.confirmations : 0)));
    return endRecheck(database, row, tip - least + 1, now);
  }
  const removed = message(
    `${txid} is in no block: it is not sent again, but anyone who has its bytes can have it mined`,
  );
  await monitor.reportReorg(id, { kind: 'payment-removed', message: removed }, now);
}

import type { ChainAdapter, SentPayment, SentStatus } from '@lode/chain';
import { isLost } from '../confirm/confirm-payment.ts';
import { readPayments, sentPayment } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { openedChain } from '../sign/sign-payment.ts';
import { readExports, sentExport } from './exported-payment.repository.ts';
import { noteBlock, noteTakenBack, stopLooking, type UnsteadyRow } from './reorged-payment.repository.ts';

/** One of the withdrawal's transactions, of which only one can ever be. */
interface State {
  sent: SentPayment;
  status: SentStatus;
}

interface Look {
  row: UnsteadyRow;
  /** Its own state first, then those of the withdrawal's others. */
  states: readonly [State, ...State[]];
  needed: number;
  tip: number;
  now: Date;
}

/**
 * This payment is over in the books, and a reorganisation took away what they say of it. In another block it stands again. In
 * none, the very same bytes of one that was paid are sent again, never others; what was returned is never sent. Nothing is
 * posted: where it can never be what the books say, somebody decides.
 */
export async function lookAgain(deps: PayoutDeps, row: UnsteadyRow, now: Date): Promise<void> {
  const { database } = deps;
  const { withdrawalId, network, wasPaid, isFinal } = row;
  const chain = await openedChain(deps, network);
  const { height: tip } = await chain.tip();
  const sent = { ...sentPayment(row), blockHash: row.blockHash };
  const status = await chain.status(sent);
  const needed = deps.needed(network);
  if (isFinal && status.state === 'CONFIRMED' && status.isPaid === wasPaid) {
    // The alarm ends first: once the payment is steady nobody looks again.
    await deps.reportTakenBack(withdrawalId, null, now);
    return noteBlock(database, row, { block: status.block, isFinal: status.confirmations >= needed, now });
  }
  await noteTakenBack(database, row, now);
  deps.reach('look-again:noted');
  const look: Look = { row, states: [{ sent, status }, ...(await othersOf(deps, chain, row))], needed, tip, now };
  return wasPaid ? lookAtPaid(deps, chain, look) : lookAtReturned(deps, look);
}

async function othersOf({ database }: PayoutDeps, chain: ChainAdapter, row: UnsteadyRow): Promise<State[]> {
  const { withdrawalId, txid } = row;
  const sent = [
    ...(await readPayments(database, withdrawalId)).filter((one) => one.txid !== null).map(sentPayment),
    ...(await readExports(database, withdrawalId)).map(sentExport),
  ];
  const others = new Map(sent.filter((one) => one.txid !== txid).map((one) => [one.txid, one]));
  const states: State[] = [];
  for (const one of others.values()) states.push({ sent: one, status: await chain.status(one) });
  return states;
}

async function lookAtPaid(deps: PayoutDeps, chain: ChainAdapter, look: Look): Promise<void> {
  const { row, states, needed, tip, now } = look;
  const { withdrawalId: id, network, txid, bytes } = row;
  const [{ status }, ...others] = states;
  const words = (what: string) => `withdrawal ${id} is in the books as paid, and ${what}`;
  const end = endOf(look);
  if (end !== null && end.confirmations >= needed) {
    await deps.reportTakenBack(id, { kind: 'payment-lost', words: words(end.what) }, now);
    return stopLooking(deps.database, row, tip - end.confirmations + 1, now);
  }
  const gone = words(`${txid} is in no block any more: the same bytes are sent again`);
  await deps.reportTakenBack(id, { kind: 'payment-removed', words: gone }, now);
  if (status.state !== 'UNKNOWN' || others.some((one) => isSeen(one)) || txid === null || bytes === null) return;
  deps.reach('look-again:before-broadcast');
  const result = await chain.broadcast({ txid, bytes });
  if (!result.accepted) deps.alarm(`${network} does not take withdrawal ${id} again: ${result.reason}`);
}

/** Why it can never be what the books say, and since how many blocks; null as long as nothing stands against it. */
function endOf({ row: { txid }, states }: Look): { what: string; confirmations: number } | null {
  const [{ status }, ...others] = states;
  if (status.state === 'CONFIRMED') return { ...status, what: `${txid} has failed on its chain` };
  for (const { sent, status: other } of others)
    if (other.state === 'CONFIRMED') {
      const what = `${sent.txid} is in a block instead of ${txid}: its fee and its change are not those of the books`;
      return { ...other, what };
    }
  if (status.state !== 'CONFLICTED') return null;
  const by = status.by ?? 'another transaction';
  return { ...status, what: `${txid} can never be in a block: ${by} took what it spends` };
}

const isSeen = ({ status }: State): boolean => status.state === 'MEMPOOL' || status.state === 'CONFIRMED';

/** Its bytes are out, and nobody can take them back: it is told when somebody has them mined. */
async function lookAtReturned(deps: PayoutDeps, { row, states, needed, tip, now }: Look): Promise<void> {
  const { withdrawalId: id, txid, isFinal } = row;
  const words = (what: string) => `withdrawal ${id} is in the books as returned, and ${what}`;
  const mined = states.find(({ status }) => status.state === 'CONFIRMED' && status.isPaid);
  const seen = mined ?? states.find(isSeen);
  if (seen) {
    const where = mined ? 'is in a block and has paid it' : 'waits for a block and would pay it';
    await deps.reportTakenBack(id, { kind: 'paid-and-returned', words: words(`${seen.sent.txid} ${where}`) }, now);
    if (mined?.status.state !== 'CONFIRMED') return;
    return stopLooking(deps.database, row, tip - mined.status.confirmations + 1, now);
  }
  const statuses = states.map(({ status }) => status);
  if (isLost(statuses, needed)) {
    // Nothing of it can be paid any more: it is what the books say, but for a fee that was posted and not taken.
    const never = words(`${txid}, which had failed, can never be in a block: its fee was not taken`);
    await deps.reportTakenBack(id, isFinal ? { kind: 'payment-lost', words: never } : null, now);
    const least = Math.min(...statuses.map((one) => (one.state === 'CONFLICTED' ? one.confirmations : 0)));
    return stopLooking(deps.database, row, tip - least + 1, now);
  }
  const again = words(`${txid} is in no block: it is not sent by us, and whoever has its bytes can have it mined`);
  await deps.reportTakenBack(id, { kind: 'payment-removed', words: again }, now);
}

import type { ChainAdapter, SentStatus, Unsigned } from '@lode/chain';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { readProof } from '../reviews.store.ts';
import type { NetworkName } from '../withdrawal-coins.ts';
import { lockWithdrawal, type Withdrawal } from '../withdrawals.store.ts';
import { insertPayment, keepSigned, readPayments, restorePayment } from './payments.store.ts';
import { NotYet, type PayoutDeps, type SignedLine } from './payout-ports.ts';
import { broadcastJob, go } from './screen.ts';

/** No chain of that kind makes a block in less. */
const leastBlockMs: Record<NetworkName, number> = { BITCOIN: 60_000, ERC20: 1_000 };

/**
 * Asks the signer what it has signed of a payment that is not to be signed any more, and stores it: false when there is nothing,
 * and from then on there never will be. An answer may have been lost, a request overtaken by a later one, or the database be
 * an older one: what is signed is paid or lost by the chain's word, and never returned while it can be paid.
 */
export async function recall(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  now: Date,
): Promise<boolean> {
  if (!deps.close) return false;
  const { isClosed, signed } = await deps.close(await readProof(deps.database, withdrawal.id));
  if (signed.length === 0) return false;
  if (isClosed)
    throw new NotYet(`withdrawal ${withdrawal.id} was signed, and given up at the signer: see withdrawal:fail`);
  await keepRecalled(deps, chain, withdrawal, signed, now);
  return true;
}

/** All that was signed of one payment, the first one first, as its attempts. */
export async function keepRecalled(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  lines: readonly SignedLine[],
  now: Date,
): Promise<void> {
  const { id: withdrawalId, network } = withdrawal;
  const oldest = await oldestHeight(chain, withdrawal, now);
  const payments = lines.map((line) => readLine(chain, withdrawal, line));
  await deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, withdrawalId);
    if (found?.thirdStatus !== 'APPROVAL_TO_BE_SIGNED') return;
    const known = await readPayments(dbTx, withdrawalId);
    const since = new Map(known.map(({ unsigned, sinceHeight }) => [unsigned.payload, sinceHeight]));
    for (const [attempt, { unsigned, signed }] of payments.entries()) {
      const sinceHeight = since.get(unsigned.payload) ?? oldest;
      const payment = { withdrawalId, attempt, network, unsigned, sinceHeight, now };
      await (attempt === 0 ? restorePayment(dbTx, payment) : insertPayment(dbTx, payment));
      await keepSigned(dbTx, payment, signed, now);
    }
    await go(dbTx, found, 'sign', now);
    await enqueue(dbTx, broadcastJob, { id: String(withdrawalId) });
  });
  deps.alarm(`withdrawal ${withdrawalId} was signed before, and nobody had heard it: it goes on as it was signed`);
}

/** One that is out may have been signed at a higher fee that nobody knows of here: stored, it is followed too. False: all is known. */
export async function keepUnknown(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  lines: readonly SignedLine[],
  now: Date,
): Promise<boolean> {
  const { id: withdrawalId, network } = withdrawal;
  const sinceHeight = await oldestHeight(chain, withdrawal, now);
  return deps.database.transaction(async (dbTx) => {
    const found = await lockWithdrawal(dbTx, withdrawalId);
    if (found?.thirdStatus !== 'IN_PAYMENT') return false;
    const known = await readPayments(dbTx, withdrawalId);
    const payloads = new Set(known.flatMap(({ txid, unsigned }) => (txid === null ? [] : [unsigned.payload])));
    const unknown = lines.filter(({ payload }) => !payloads.has(payload));
    for (const [at, line] of unknown.entries()) {
      const { unsigned, signed } = readLine(chain, withdrawal, line);
      const built = known.find(({ txid, unsigned: one }) => txid === null && one.payload === line.payload);
      const attempt = built?.attempt ?? (known[0]?.attempt ?? 0) + 1 + at;
      const payment = { withdrawalId, attempt, network, unsigned: built?.unsigned ?? unsigned, sinceHeight, now };
      if (!built) await insertPayment(dbTx, payment);
      await keepSigned(dbTx, payment, signed, now);
    }
    return unknown.length > 0;
  });
}

/** What the chain says of all that was signed of one payment. */
export async function statesOfSigned(
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  lines: readonly SignedLine[],
  now: Date,
): Promise<SentStatus[]> {
  const sinceHeight = await oldestHeight(chain, withdrawal, now);
  const states: SentStatus[] = [];
  for (const line of lines) {
    const { unsigned, signed } = readLine(chain, withdrawal, line);
    const { outpoints, to, coin, amount } = unsigned;
    states.push(await chain.status({ txid: signed.txid, outpoints, to, coin, amount, sinceHeight }));
  }
  return states;
}

function readLine(chain: ChainAdapter, withdrawal: Withdrawal, { payload, signed }: SignedLine) {
  const unsigned = chain.decodeUnsigned(payload, chain.ownAddress('house', 0));
  if (!isOf(withdrawal, unsigned))
    throw new Error(`what was signed for withdrawal ${withdrawal.id} is another payment`);
  return { unsigned, signed: chain.finish(unsigned, signed) };
}

/** Below it no block can have a payment of this withdrawal. */
async function oldestHeight(chain: ChainAdapter, { network, appliedAt }: Withdrawal, now: Date): Promise<number> {
  const { height } = await chain.tip();
  return Math.max(0, height - Math.ceil((now.getTime() - appliedAt.getTime()) / leastBlockMs[network]));
}

function isOf({ addressKey, coin, amount, fee }: Withdrawal, unsigned: Unsigned): boolean {
  return unsigned.to === addressKey && unsigned.coin === coin && unsigned.amount === amount - fee;
}

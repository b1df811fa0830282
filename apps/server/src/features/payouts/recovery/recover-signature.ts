import {
  type ChainAdapter,
  earlierHotAddresses,
  hotAddress,
  type Network,
  type SentStatus,
  type Unsigned,
} from '@lode/chain';
import type { SignedTransaction } from '../../../platform/chains/payment-signer.ts';
import { insertPayment, readPayments, restorePayment, storeSigned } from '../payment.repository.ts';
import { broadcastJob, enqueuePayout } from '../payout-jobs.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';

/** No chain of that kind makes a block in less. */
const shortestBlockMs: Record<Network, number> = { BITCOIN: 60_000, ERC20: 1_000 };

/**
 * Stores what the signer has signed of a payment that is not to be signed any more; false when there is nothing, and from then on
 * there never will be. A response may have been lost, a request overtaken, or the database restored from a backup: what is signed
 * is paid or conflicted by the chain's report, and never returned while it can be paid.
 */
export async function recoverSignature(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  now: Date,
): Promise<boolean> {
  const { database, withdrawals, signer } = deps;
  if (!signer.finalise) return false;
  const { isFinalised, signed } = await signer.finalise(await withdrawals.readApproval(database, withdrawal.id));
  if (signed.length === 0) return false;
  if (isFinalised)
    throw new RetryLater(`withdrawal ${withdrawal.id} was signed, and abandoned at the signer: see withdrawal:fail`);
  await storeRecoveredSignatures(deps, chain, withdrawal, signed, now);
  return true;
}

/** All that was signed of one payment, the first one first, as its attempts. */
export async function storeRecoveredSignatures(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  transactions: readonly SignedTransaction[],
  now: Date,
): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const { id: withdrawalId, network } = withdrawal;
  const oldest = await oldestHeight(chain, withdrawal, now);
  const payments = transactions.map((transaction) => decodeSigned(chain, withdrawal, transaction));
  await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, withdrawalId);
    if (found?.phase !== 'SIGNING') return;
    const known = await readPayments(dbTx, withdrawalId);
    const since = new Map(known.map(({ unsigned, sinceHeight }) => [unsigned.payload, sinceHeight]));
    for (const [attempt, { unsigned, signed }] of payments.entries()) {
      const sinceHeight = since.get(unsigned.payload) ?? oldest;
      const payment = { withdrawalId, attempt, network, unsigned, sinceHeight, now };
      await (attempt === 0 ? restorePayment(dbTx, payment) : insertPayment(dbTx, payment));
      await storeSigned(dbTx, payment, signed, now);
    }
    await withdrawals.advance(dbTx, found, 'sign', now);
    await enqueuePayout(dbTx, broadcastJob, withdrawalId);
  });
  monitor.log.error({ event: 'payout.signature-recovered', id: withdrawalId });
}

/** Stores signed fee bumps of a broadcast payment that this database lacks, so that they are followed too. False: none is missing. */
export async function storeUnknownSignatures(
  { database, withdrawals }: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  transactions: readonly SignedTransaction[],
  now: Date,
): Promise<boolean> {
  const { id: withdrawalId, network } = withdrawal;
  const sinceHeight = await oldestHeight(chain, withdrawal, now);
  return database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, withdrawalId);
    if (found?.phase !== 'BROADCAST') return false;
    const known = await readPayments(dbTx, withdrawalId);
    const payloads = new Set(known.flatMap(({ txid, unsigned }) => (txid === null ? [] : [unsigned.payload])));
    const unknown = transactions.filter(({ payload }) => !payloads.has(payload));
    for (const [at, transaction] of unknown.entries()) {
      const { unsigned, signed } = decodeSigned(chain, withdrawal, transaction);
      const built = known.find(({ txid, unsigned: one }) => txid === null && one.payload === transaction.payload);
      const attempt = built?.attempt ?? (known[0]?.attempt ?? 0) + 1 + at;
      const payment = { withdrawalId, attempt, network, unsigned: built?.unsigned ?? unsigned, sinceHeight, now };
      if (!built) await insertPayment(dbTx, payment);
      await storeSigned(dbTx, payment, signed, now);
    }
    return unknown.length > 0;
  });
}

/** The chain's status of everything that was signed of one payment. */
export async function statusesOfSigned(
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  transactions: readonly SignedTransaction[],
  now: Date,
): Promise<SentStatus[]> {
  const sinceHeight = await oldestHeight(chain, withdrawal, now);
  const statuses: SentStatus[] = [];
  for (const transaction of transactions) {
    const { unsigned, signed } = decodeSigned(chain, withdrawal, transaction);
    const { outpoints, to, coin, amount } = unsigned;
    statuses.push(await chain.status({ txid: signed.txid, outpoints, to, coin, amount, sinceHeight }));
  }
  return statuses;
}

function decodeSigned(chain: ChainAdapter, withdrawal: Withdrawal, { payload, signed }: SignedTransaction) {
  let failure: unknown;
  // A payload does not say which hot wallet pays, its signature does: it may be of an earlier generation of the seed.
  for (const payer of [hotAddress(chain), ...earlierHotAddresses(chain)]) {
    const unsigned = chain.decodeUnsigned(payload, payer);
    if (!isPaymentOf(withdrawal, unsigned))
      throw new Error(`withdrawal ${withdrawal.id}: the signer answered with a transaction of another payment`);
    try {
      return { unsigned, signed: chain.finish(unsigned, signed) };
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** No block below it can have a payment of this withdrawal. */
async function oldestHeight(chain: ChainAdapter, { network, appliedAt }: Withdrawal, now: Date): Promise<number> {
  const { height } = await chain.tip();
  return Math.max(0, height - Math.ceil((now.getTime() - appliedAt.getTime()) / shortestBlockMs[network]));
}

function isPaymentOf({ addressKey, coin, amount, fee }: Withdrawal, unsigned: Unsigned): boolean {
  return unsigned.to === addressKey && unsigned.coin === coin && unsigned.amount === amount - fee;
}

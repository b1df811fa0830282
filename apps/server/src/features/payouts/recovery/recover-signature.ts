import {
  type ChainAdapter,
  earlierHotAddresses,
  hotAddress,
  type Network,
  type SentStatus,
  type Unsigned,
} from '@lode/chain';
import { unsignedPhases } from '@lode/contract/record-states';
import type { SignedTransaction } from '../../../platform/chains/payment-signer.ts';
import { ascending, lockAll } from '../lock-all.ts';
import { insertPayment, readBatch, readPayments, restorePayment, storeSigned, toFind } from '../payment.repository.ts';
import { broadcastJob, enqueuePayout } from '../payout-jobs.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { provenStatus } from '../second-node/proven-status.ts';

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

/** All that was signed of one payment, the first one first, as its attempts; of a batch for all that were signed with it. */
export async function storeRecoveredSignatures(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  transactions: readonly SignedTransaction[],
  now: Date,
): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const { id, network } = withdrawal;
  const oldest = await oldestHeight(chain, withdrawal, now);
  const members = await findMembers(deps, withdrawal, transactions);
  const payments = transactions.map((transaction) => decodeSigned(chain, members, transaction));
  const [{ id: withdrawalId } = withdrawal] = members;
  const batch = members.length > 1 ? members.map((one) => one.id) : undefined;
  await database.transaction(async (dbTx) => {
    const found = await lockAll(dbTx, withdrawals, batch ?? [withdrawalId]);
    if (found.find((one) => one.id === id)?.phase !== 'SIGNING') return;
    // A database that was restored may have them unsigned again, while the signer has signed them.
    const other = found.find(({ phase }) => !unsignedPhases.some((one) => one === phase));
    if (other)
      throw new RetryLater(`withdrawal ${id} was signed together with ${other.id}, which is ${other.phase} here`);
    const known = await readPayments(dbTx, withdrawalId);
    const since = new Map(known.map(({ unsigned, sinceHeight }) => [unsigned.payload, sinceHeight]));
    for (const [attempt, { unsigned, signed }] of payments.entries()) {
      const sinceHeight = since.get(unsigned.payload) ?? oldest;
      const payment = { withdrawalId, attempt, network, unsigned, sinceHeight, batch, builtAt: withdrawal.appliedAt };
      await (attempt === 0 ? restorePayment(dbTx, payment) : insertPayment(dbTx, payment));
      await storeSigned(dbTx, payment, signed, now);
    }
    for (const one of found) {
      // The signer was asked after its screening: what a restored database has not seen yet does not hold the others up.
      if (one.phase === 'APPROVED') await withdrawals.advance(dbTx, one, 'startScreening', now);
      if (one.phase !== 'SIGNING')
        await withdrawals.advance(dbTx, { ...one, phase: 'SCREENING' }, 'passScreening', now);
      await withdrawals.advance(dbTx, { ...one, phase: 'SIGNING' }, 'sign', now);
    }
    await enqueuePayout(dbTx, broadcastJob, withdrawalId);
  });
  monitor.log.error({ event: 'payout.signature-recovered', id, ...(batch && { batch: batch.join() }) });
}

/**
 * The withdrawals that the signer signed in one transaction with this one, in the order of its batch here: the oldest leads. A payment's id
 * begins with what it pays and the number of that.
 */
export async function findMembers(
  { database, withdrawals }: PayoutDeps,
  withdrawal: Withdrawal,
  transactions: readonly SignedTransaction[],
): Promise<Withdrawal[]> {
  const batch = transactions.find((one) => one.batch !== undefined)?.batch;
  if (!batch) return [withdrawal];
  const ids = batch.map((name) => BigInt(/^withdrawal:([1-9][0-9]{0,18})-/.exec(name)?.[1] ?? '0'));
  const members: Withdrawal[] = [];
  for (const id of ids.toSorted(ascending)) {
    const found = await withdrawals.find(database, id);
    const asked = found && (await withdrawals.readApproval(database, id)).approvalRequest?.paymentId;
    if (!found || asked === null || asked === undefined || !batch.includes(asked))
      throw new RetryLater(`withdrawal ${withdrawal.id} was signed together with ${id}, which is not so approved here`);
    members.push(found);
  }
  return members;
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
  const ids = await readBatch(database, withdrawalId);
  return database.transaction(async (dbTx) => {
    const members = inOrderOf(ids, await lockAll(dbTx, withdrawals, ids));
    if (members.some(({ phase }) => phase !== 'BROADCAST')) return false;
    const batch = ids.length > 1 ? ids : undefined;
    const known = await readPayments(dbTx, withdrawalId);
    const payloads = new Set(known.flatMap(({ txid, unsigned }) => (txid === null ? [] : [unsigned.payload])));
    const unknown = transactions.filter(({ payload }) => !payloads.has(payload));
    let next = (known[0]?.attempt ?? 0) + 1;
    for (const transaction of unknown) {
      const { unsigned, signed } = decodeSigned(chain, members, transaction);
      const built = known.find(({ txid, unsigned: one }) => txid === null && one.payload === transaction.payload);
      const attempt = built?.attempt ?? next++;
      const payment = {
        withdrawalId,
        attempt,
        network,
        unsigned: built?.unsigned ?? unsigned,
        sinceHeight,
        batch,
        builtAt: withdrawal.appliedAt,
      };
      if (!built) await insertPayment(dbTx, payment);
      await storeSigned(dbTx, payment, signed, now);
    }
    return unknown.length > 0;
  });
}

/** The chain's status of everything that was signed of one payment. */
export async function statusesOfSigned(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  transactions: readonly SignedTransaction[],
  now: Date,
): Promise<SentStatus[]> {
  const sinceHeight = await oldestHeight(chain, withdrawal, now);
  const members = await findMembers(deps, withdrawal, transactions);
  const statuses: SentStatus[] = [];
  for (const transaction of transactions) {
    const { unsigned, signed } = decodeSigned(chain, members, transaction);
    statuses.push(
      await provenStatus(deps, chain, {
        txid: signed.txid,
        sinceHeight,
        builtAt: withdrawal.appliedAt,
        ...toFind(unsigned),
      }),
    );
  }
  return statuses;
}

const inOrderOf = (ids: readonly bigint[], found: readonly Withdrawal[]): Withdrawal[] =>
  ids.flatMap((id) => found.find((one) => one.id === id) ?? []);

function decodeSigned(chain: ChainAdapter, members: readonly Withdrawal[], { payload, signed }: SignedTransaction) {
  let failure: unknown;
  // A payload does not say which hot wallet pays, its signature does: it may be of an earlier generation of the seed.
  for (const payer of [hotAddress(chain), ...earlierHotAddresses(chain)]) {
    const unsigned = paymentOfAll(members, chain.decodeUnsigned(payload, payer));
    if (unsigned === null)
      throw new Error(`withdrawal ${members[0]?.id}: the signer answered with a transaction of another payment`);
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

/** The transaction with its receivers in the order of the withdrawals; null unless it pays exactly these. */
function paymentOfAll(members: readonly Withdrawal[], decoded: Unsigned): Unsigned | null {
  const free = [...(decoded.receivers ?? [{ to: decoded.to, amount: decoded.amount, index: 0 }])];
  const receivers = members.flatMap(({ addressKey, amount, fee }) => {
    const at = free.findIndex((one) => one.to === addressKey && one.amount === amount - fee);
    return at < 0 ? [] : free.splice(at, 1);
  });
  const [first] = receivers;
  const isWhole = free.length === 0 && receivers.length === members.length;
  if (!first || !isWhole || members.some(({ coin }) => coin !== decoded.coin)) return null;
  const { to, amount } = first;
  return { ...decoded, to, amount, ...(decoded.receivers && { receivers }) };
}

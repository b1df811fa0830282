import type { ChainAdapter, Signed } from '@lode/chain';
import { withdrawalRemarks } from '@lode/contract';
import type { PaymentAuthorization, SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { idsOf, readApprovalOfAll } from '../approval-of-all.ts';
import { type BatchExclusions, excludeFromBatch, findBatchCandidates } from '../build/batch-candidates.ts';
import { buildPayment, spendabilityOf } from '../build/build-payment.ts';
import { lockAll } from '../lock-all.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import {
  discardUnsigned,
  leadOf,
  type PaymentRow,
  readBatch,
  readPayments,
  restorePayment,
  storeSigned,
} from '../payment.repository.ts';
import { broadcastJob, enqueuePayout } from '../payout-jobs.ts';
import { AwaitingInput, type BuildTurns, type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { endAbandonedExport } from '../recovery/end-abandoned-export.ts';
import { readExports } from '../recovery/exported-payment.repository.ts';
import {
  type ExportState,
  importBroadcastTransaction,
  isExportConflicted,
  stateOfExports,
} from '../recovery/exported-payment.ts';
import { recoverSignature } from '../recovery/recover-signature.ts';
import { refuseWhileBlocked } from '../refuse-while-blocked.ts';
import { refuseWhileBooksDiffer } from '../refuse-while-books-differ.ts';
import { provenStatus } from '../second-node/proven-status.ts';
import { readChannel } from './signing-channel.repository.ts';

/** One withdrawal in SIGNING, with its chain. */
interface Signing {
  chain: ChainAdapter;
  withdrawal: Withdrawal;
  now: Date;
}

/** Each time fewer withdrawals share the transaction: what is left waits for the next round. */
const mostTries = 4;

/**
 * Builds the payment, has it signed and stores it: the stored bytes are the ones that are sent, every time. With the withdrawals that
 * wait beside it, where the policy approved all of them: what the signer denies of these leaves, and the others go on.
 */
export async function signPayment(
  deps: PayoutDeps,
  turns: { take: BuildTurns; alone: BatchExclusions },
  id: bigint,
  now: Date,
): Promise<void> {
  for (let tries = 0; tries < mostTries; tries += 1) if (await signOnce(deps, turns, id, now)) return;
  throw new AwaitingInput(`withdrawal ${id} waits: its batch was denied ${mostTries} times`);
}

/** False when its batch was dissolved, and it is to be built anew. */
async function signOnce(
  deps: PayoutDeps,
  { take, alone }: { take: BuildTurns; alone: BatchExclusions },
  id: bigint,
  now: Date,
): Promise<boolean> {
  const { database, withdrawals, signer, monitor } = deps;
  const found = await findInSigning(deps, id);
  // In another one's batch it is signed with that one.
  if (found === null || (await leadOf(database, id)) !== id) return true;
  const { withdrawal, isBlocked } = found;
  const chain = await openPayoutChain(deps, withdrawal.network);
  const signing = { chain, withdrawal, now };
  const exports = await stateOfExports(database, id, (sent) => provenStatus(deps, chain, sent));
  if (await importBroadcastTransaction(deps, chain, exports, now)) return true;
  if (exports.some(({ exported }) => exported.isAbandoned)) {
    await endAbandonedExport(deps, withdrawal, exports, now);
    return true;
  }
  if (isBlocked || (await isAnyUnfit(deps, id))) {
    // Asked first: what was signed of it is paid. Otherwise those that are fit are built anew, also while its lead waits.
    await releaseIfUnsigned(deps, signing);
    if (isBlocked) await refuseWhileBlocked(database, deps, withdrawal);
    await refuseWhileBooksDiffer(database, deps, withdrawal, now);
    return (await isUnsigned(deps, id)) || (await findInSigning(deps, id)) === null;
  }
  await refuseWhileBooksDiffer(database, deps, withdrawal, now);
  const own = await withdrawals.readApproval(database, id);
  const payment =
    (await reusablePayment(deps, signing)) ??
    (await take(withdrawal.network).run(() => newPayment(deps, signing, own, exports, alone)));
  if (payment === 'NOTHING_TO_SIGN') return true;
  const approval = await readApprovalOfAll(database, withdrawals, payment);
  monitor.failpoint('sign:built');
  const result = await signer.sign(approval, payment.unsigned);
  monitor.failpoint('sign:answered');
  if (result.outcome === 'SIGNED') {
    await storeSignature(deps, payment, idsOf(approval), chain.finish(payment.unsigned, result.signed), now);
    return true;
  }
  if (result.outcome === 'OFFLINE_CHANNEL') throw new AwaitingInput(`withdrawal ${id} waits for its file`);
  monitor.log.error({ event: 'payout.not-signed', id, ...result });
  if (approval.batch && (await leavesBatch(deps, signing, { payment, approval, result, alone }))) return false;
  if (await endsUnsigned(deps, signing, payment, result)) return true;
  throw new RetryLater(`the signer refuses withdrawal ${id}: ${result.reason}`);
}

/** The withdrawal in SIGNING, and whether it is blocked; null in another phase. */
function findInSigning(
  { database, withdrawals }: PayoutDeps,
  id: bigint,
): Promise<{ withdrawal: Withdrawal; isBlocked: boolean } | null> {
  return database.transaction(async (dbTx) => {
    const withdrawal = await withdrawals.lock(dbTx, id);
    if (withdrawal?.phase !== 'SIGNING') return null;
    return { withdrawal, isBlocked: await withdrawals.isBlocked(dbTx, withdrawal) };
  });
}

/** Of the payment's batch, its lead included: one is blocked since it was built, or its rows do not fit. */
async function isAnyUnfit({ database, withdrawals, monitor }: PayoutDeps, id: bigint): Promise<boolean> {
  const batch = await readBatch(database, id);
  for (const one of batch.length > 1 ? batch : []) {
    const found = await withdrawals.find(database, one);
    const fault = await withdrawals.findFault(database, one);
    if (fault !== null) monitor.log.error({ event: 'payout.rows-do-not-fit', id: one, fault });
    if (found === null || fault !== null || (await withdrawals.isBlocked(database, found))) return true;
  }
  return false;
}

/** Whether an unsigned payment of it is left. */
async function isUnsigned({ database }: PayoutDeps, id: bigint): Promise<boolean> {
  const [left] = await readPayments(database, id);
  return left?.txid === null;
}

interface DeniedBatch {
  payment: PaymentRow;
  approval: PaymentAuthorization;
  result: NotSigned;
  alone: BatchExclusions;
}

/**
 * The signer denies a batch: for some of it, who leave it and are denied alone, or for the transaction, and then its lead goes alone; or it
 * does not say for whom, nor whether it has signed it, and then each goes alone. True when it is dissolved, which is only where nothing
 * was signed of it.
 */
async function leavesBatch(
  deps: PayoutDeps,
  signing: Signing,
  { payment, approval, result, alone }: DeniedBatch,
): Promise<boolean> {
  const { outcome, of } = result;
  if (outcome === 'AUTO_APPROVAL_DENIED') return true;
  if (of === undefined && outcome === 'UNDETERMINED') {
    await releaseIfUnsigned(deps, signing);
    if (await isUnsigned(deps, payment.withdrawalId)) return false;
    excludeFromBatch(alone, idsOf(approval));
    return true;
  }
  if (of === undefined && outcome !== 'DENIED_FOR_NOW' && outcome !== 'DENIED_FINAL') return false;
  await discard(deps, payment);
  excludeFromBatch(alone, of ?? [payment.withdrawalId]);
  return true;
}

type NotSigned = Exclude<SigningOutcome, { outcome: 'SIGNED' | 'OFFLINE_CHANNEL' }>;

/** Handles a payment that the signer did not sign; false when signing is to be tried again later. */
async function endsUnsigned(
  deps: PayoutDeps,
  signing: Signing,
  payment: PaymentRow,
  { outcome }: NotSigned,
): Promise<boolean> {
  switch (outcome) {
    case 'AUTO_APPROVAL_DENIED':
      // It has returned to manual review already: see sign-auto-approved.ts.
      return true;
    case 'DENIED_FINAL':
      await failDenied(deps, signing);
      return true;
    case 'SIGNED_DIFFERENTLY':
      return recoverSignature(deps, signing.chain, signing.withdrawal, signing.now);
    case 'DENIED_FOR_NOW':
      await discard(deps, payment);
      return false;
    case 'UNDETERMINED':
      return false;
    default:
      outcome satisfies never;
      return false;
  }
}

/** The payment that an earlier call built, if it can still be mined; null when one has to be built. */
async function reusablePayment(deps: PayoutDeps, signing: Signing): Promise<PaymentRow | 'NOTHING_TO_SIGN' | null> {
  const { database } = deps;
  const { chain, withdrawal } = signing;
  const [known] = await readPayments(database, withdrawal.id);
  if (!known) return null;
  const spendability = await spendabilityOf(database, chain, known);
  if (spendability === 'SPENDABLE') return known;
  await releaseIfUnsigned(deps, signing);
  const areInputsMissing = spendability === 'INPUTS_MISSING';
  if (areInputsMissing) await discardUnexported(deps, withdrawal.id);
  const [left] = await readPayments(database, withdrawal.id);
  if (!left) return null;
  if (left.txid !== null) return 'NOTHING_TO_SIGN';
  if (areInputsMissing)
    throw new RetryLater(`withdrawal ${withdrawal.id} waits: what it was built from is in no final block any more`);
  return left;
}

async function newPayment(
  deps: PayoutDeps,
  signing: Signing,
  approval: PaymentAuthorization,
  exports: readonly ExportState[],
  alone: BatchExclusions,
): Promise<PaymentRow | 'NOTHING_TO_SIGN'> {
  const { withdrawal } = signing;
  // Another one took it into its batch while this one waited for its turn.
  if ((await leadOf(deps.database, withdrawal.id)) !== withdrawal.id) return 'NOTHING_TO_SIGN';
  const company = exports.length > 0 ? [] : await findBatchCandidates(deps.database, deps, withdrawal, alone);
  const confirmations = deps.chains.confirmations(withdrawal.network);
  const openExports = exports
    .filter((state) => !isExportConflicted(state, confirmations))
    .map(({ exported }) => exported);
  const result = await buildPayment(deps, {
    ...signing,
    approval,
    openExports,
    exportCount: exports.length,
    company,
  });
  if ('payment' in result) {
    const { leadId, withdrawalId } = result.payment;
    return (leadId ?? withdrawalId) === withdrawalId ? result.payment : 'NOTHING_TO_SIGN';
  }
  await failDenied(deps, signing);
  return 'NOTHING_TO_SIGN';
}

/** Stores the signed bytes and queues their broadcast, in one transaction for all that it pays. */
async function storeSignature(
  { database, withdrawals, monitor }: PayoutDeps,
  payment: PaymentRow,
  batch: readonly bigint[],
  signed: Signed,
  now: Date,
): Promise<void> {
  const { withdrawalId: id } = payment;
  await database.transaction(async (dbTx) => {
    const found = await lockAll(dbTx, withdrawals, batch);
    if (found.find((one) => one.id === id)?.phase !== 'SIGNING') return;
    const other = found.find(({ phase }) => phase !== 'SIGNING');
    if (other) throw new RetryLater(`withdrawal ${id} waits: ${other.id} of its transaction is ${other.phase}`);
    if (!(await storeSigned(dbTx, { ...payment, batch }, signed, now))) {
      // It was discarded while the signer had it.
      await restorePayment(dbTx, { ...payment, batch: batch.length > 1 ? batch : undefined });
      await storeSigned(dbTx, { ...payment, batch }, signed, now);
    }
    for (const one of found) await withdrawals.advance(dbTx, one, 'sign', now);
    await enqueuePayout(dbTx, broadcastJob, id);
    monitor.failpoint('sign:before-commit');
  });
  monitor.failpoint('sign:committed');
}

/** A denied payment keeps neither nonce nor inputs, which other payments need, nor its fee rate. */
async function discard({ database, withdrawals }: PayoutDeps, { withdrawalId }: PaymentRow): Promise<void> {
  await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, withdrawalId);
    if (found?.phase === 'SIGNING') await discardUnsigned(dbTx, withdrawalId);
  });
}

/** Offline and never exported: it cannot have been signed. */
async function discardUnexported({ database, withdrawals }: PayoutDeps, id: bigint): Promise<void> {
  await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, id);
    if (found?.phase !== 'SIGNING' || (await readChannel(dbTx, id)) !== 'OFFLINE') return;
    if ((await readExports(dbTx, id)).length === 0) await discardUnsigned(dbTx, id);
  });
}

/**
 * For a blocked customer, or a payment that cannot be mined. The signer is asked without approvals: what it signed before, when the
 * response was lost, it gives again, and anything new it denies. Only after a denial the reservations are released.
 */
async function releaseIfUnsigned(deps: PayoutDeps, { chain, withdrawal, now }: Signing): Promise<void> {
  const { database, withdrawals, signer, monitor } = deps;
  const [payment] = await readPayments(database, withdrawal.id);
  if (!payment) return;
  const approval = await readApprovalOfAll(database, withdrawals, payment);
  const result = await signer.sign({ ...approval, approvals: [] }, payment.unsigned);
  switch (result.outcome) {
    case 'SIGNED':
      return storeSignature(deps, payment, idsOf(approval), chain.finish(payment.unsigned, result.signed), now);
    case 'SIGNED_DIFFERENTLY':
      await recoverSignature(deps, chain, withdrawal, now);
      return;
    case 'AUTO_APPROVAL_DENIED':
    case 'DENIED_FINAL':
    case 'DENIED_FOR_NOW':
      return discard(deps, payment);
    case 'UNDETERMINED':
      if (approval.batch) monitor.log.error({ event: 'payout.not-signed', id: withdrawal.id, ...result });
      return;
    case 'OFFLINE_CHANNEL':
      return;
    default:
      result satisfies never;
  }
}

/** A payment that will never be signed returns its amount. One that was exported is ended by two people. */
async function failDenied(deps: PayoutDeps, { chain, withdrawal, now }: Signing): Promise<void> {
  const { database, withdrawals } = deps;
  const { id } = withdrawal;
  await refuseExported(database, id);
  if (await recoverSignature(deps, chain, withdrawal, now)) return;
  await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, id);
    if (found?.phase !== 'SIGNING') return;
    await refuseExported(dbTx, id);
    await discardUnsigned(dbTx, id);
    await withdrawals.fail(dbTx, found, { remark: withdrawalRemarks.PAYMENT, now });
  });
}

async function refuseExported(db: Queryable, id: bigint): Promise<void> {
  if ((await readExports(db, id)).length > 0)
    throw new RetryLater(`withdrawal ${id} cannot be paid, and was exported: see withdrawal:fail`);
}

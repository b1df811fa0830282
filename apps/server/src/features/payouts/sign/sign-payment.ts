import type { ChainAdapter, Signed } from '@lode/chain';
import { withdrawalRemarks } from '@lode/contract';
import type { SigningOutcome } from '../../../platform/chains/payment-signer.ts';
import type { Queryable } from '../../../platform/db/database.ts';
import { buildPayment, spendabilityOf } from '../build/build-payment.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { releaseReservations } from '../outpoint-reservation.repository.ts';
import { discardUnsigned, type PaymentRow, readPayments, restorePayment, storeSigned } from '../payment.repository.ts';
import { broadcastJob, enqueuePayout } from '../payout-jobs.ts';
import {
  AwaitingInput,
  type BuildTurns,
  type PaymentApproval,
  type PayoutDeps,
  RetryLater,
  type Withdrawal,
} from '../payout-ports.ts';
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
import { readChannel } from './signing-channel.repository.ts';

/** One withdrawal in SIGNING, with its chain. */
interface Signing {
  chain: ChainAdapter;
  withdrawal: Withdrawal;
  now: Date;
}

/** Builds the payment, has it signed and stores it: the stored bytes are the ones that are sent, every time. */
export async function signPayment(deps: PayoutDeps, takeTurn: BuildTurns, id: bigint, now: Date): Promise<void> {
  const { database, withdrawals, signer, monitor } = deps;
  const found = await findInSigning(deps, id);
  if (found === null) return;
  const { withdrawal, isBlocked } = found;
  const chain = await openPayoutChain(deps, withdrawal.network);
  const signing = { chain, withdrawal, now };
  const exports = await stateOfExports(database, chain, id);
  if (await importBroadcastTransaction(deps, chain, exports, now)) return;
  if (exports.some(({ exported }) => exported.isAbandoned)) return endAbandonedExport(deps, withdrawal, exports, now);
  if (isBlocked) {
    await releaseIfUnsigned(deps, signing);
    return refuseWhileBlocked(database, deps, withdrawal);
  }
  await refuseWhileBooksDiffer(database, deps, withdrawal, now);
  const approval = await withdrawals.readApproval(database, id);
  const payment =
    (await reusablePayment(deps, signing)) ??
    (await takeTurn(withdrawal.network).run(() => newPayment(deps, signing, approval, exports)));
  if (payment === 'NOTHING_TO_SIGN') return;
  monitor.failpoint('sign:built');
  const result = await signer.sign(approval, payment.unsigned);
  monitor.failpoint('sign:answered');
  if (result.outcome === 'SIGNED')
    return storeSignature(deps, payment, chain.finish(payment.unsigned, result.signed), now);
  if (result.outcome === 'OFFLINE_CHANNEL') throw new AwaitingInput(`withdrawal ${id} waits for its file`);
  monitor.log.error({ event: 'payout.not-signed', id, ...result });
  if (await endsUnsigned(deps, signing, payment, result)) return;
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
  approval: PaymentApproval,
  exports: readonly ExportState[],
): Promise<PaymentRow | 'NOTHING_TO_SIGN'> {
  const { withdrawal } = signing;
  const confirmations = deps.chains.confirmations(withdrawal.network);
  const openExports = exports
    .filter((state) => !isExportConflicted(state, confirmations))
    .map(({ exported }) => exported);
  const result = await buildPayment(deps, { ...signing, approval, openExports, exportCount: exports.length });
  if ('payment' in result) return result.payment;
  await failDenied(deps, signing);
  return 'NOTHING_TO_SIGN';
}

/** Stores the signed bytes and queues their broadcast, in one transaction. */
async function storeSignature(deps: PayoutDeps, payment: PaymentRow, signed: Signed, now: Date): Promise<void> {
  const { database, withdrawals, monitor } = deps;
  const id = payment.withdrawalId;
  await database.transaction(async (dbTx) => {
    const found = await withdrawals.lock(dbTx, id);
    if (found?.phase !== 'SIGNING') return;
    if (!(await storeSigned(dbTx, payment, signed, now))) {
      // It was discarded while the signer had it.
      await restorePayment(dbTx, { ...payment, now });
      await storeSigned(dbTx, payment, signed, now);
    }
    await withdrawals.advance(dbTx, found, 'sign', now);
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
  const { database, withdrawals, signer } = deps;
  const [payment] = await readPayments(database, withdrawal.id);
  if (!payment) return;
  const approval = await withdrawals.readApproval(database, withdrawal.id);
  const result = await signer.sign({ ...approval, approvals: [] }, payment.unsigned);
  switch (result.outcome) {
    case 'SIGNED':
      return storeSignature(deps, payment, chain.finish(payment.unsigned, result.signed), now);
    case 'SIGNED_DIFFERENTLY':
      await recoverSignature(deps, chain, withdrawal, now);
      return;
    case 'AUTO_APPROVAL_DENIED':
    case 'DENIED_FINAL':
    case 'DENIED_FOR_NOW':
      return discard(deps, payment);
    case 'OFFLINE_CHANNEL':
    case 'UNDETERMINED':
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
    await releaseReservations(dbTx, id);
    await withdrawals.fail(dbTx, found, { remark: withdrawalRemarks.PAYMENT, now });
  });
}

async function refuseExported(db: Queryable, id: bigint): Promise<void> {
  if ((await readExports(db, id)).length > 0)
    throw new RetryLater(`withdrawal ${id} cannot be paid, and was exported: see withdrawal:fail`);
}

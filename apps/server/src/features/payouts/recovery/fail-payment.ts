import { type ChainAdapter, ChainUnavailable, WrongChain } from '@lode/chain';
import { withdrawalRemarks } from '@lode/contract';
import { SignerUnavailable } from '@lode/signing';
import type { FinalisedPayment } from '../../../platform/chains/payment-signer.ts';
import type { Queryable, Transaction } from '../../../platform/db/database.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { StaffPorts } from '../../../platform/staff/authority.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import { clearUnproven } from '../confirm/unproven.repository.ts';
import { areAllConflicted } from '../conflicted.ts';
import { lockAll } from '../lock-all.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { isSpendable } from '../outpoint-reservation.repository.ts';
import { discardUnsigned, leadOf, type PaymentRow, readBatch, readPayments } from '../payment.repository.ts';
import { type PayoutDeps, RetryLater, type Withdrawal } from '../payout-ports.ts';
import { NodesDisagree, provenStatus, refuseSeenAtSecond } from '../second-node/second-node.ts';
import { abandonExports, readExports, sentExport } from './exported-payment.repository.ts';
import { isExportConflicted, stateOfExports } from './exported-payment.ts';
import {
  findMembers,
  statusesOfSigned,
  storeRecoveredSignatures,
  storeUnknownSignatures,
} from './recover-signature.ts';
import { markReorged } from './reorged-payment.repository.ts';
import * as say from './sentences.zh.ts';
import { endUnproven, type UnprovenPayment } from './unproven-payment.ts';
import { isAllAsked, whyNotPayable } from './why-not-payable.ts';

export type AuditPort = Pick<StaffPorts, 'recordAudit'>;
export type FailCommand = StaffInput & {
  id: bigint;
  /** A txid of the withdrawal: two people accept that it may still be mined, which would pay twice. */
  acceptDoublePayRisk?: string | undefined;
};

/**
 * Two people fail a withdrawal that cannot be paid: a broadcast one when no transaction of it can be mined any more, an unsigned
 * one when the signer has finalised it. The amount is returned once. What was signed together fails together: none of a batch can be
 * mined without the others, also where only the signer knows of it, which has abandoned it. An unsigned one leaves its batch.
 */
export async function failPayment(deps: PayoutDeps, audit: AuditPort, command: FailCommand): Promise<ConsoleResult> {
  const { id } = command;
  const withdrawal = await deps.withdrawals.find(deps.database, id);
  if (withdrawal?.phase === 'BROADCAST') return failBroadcast(deps, audit, command, withdrawal).catch(refusedIfDown);
  if (withdrawal?.phase === 'SIGNING') return failUnsigned(deps, audit, command, withdrawal).catch(refusedIfDown);
  return neitherNor(id);
}

export const neitherNor = (id: bigint) => ({
  refused: say.neitherNor(id),
});

/** Only people can tell whether another transaction, or none, has paid the customer. */
async function failBroadcast(
  deps: PayoutDeps,
  audit: AuditPort,
  command: FailCommand,
  withdrawal: Withdrawal,
): Promise<ConsoleResult> {
  const { database, withdrawals, signer } = deps;
  const { id, now } = command;
  const chain = await openPayoutChain(deps, withdrawal.network);
  const lead = await findLead(deps, withdrawal);
  const found = await whyNotPayable(deps, chain, { ...command, id: lead.id });
  // Nothing ends at the signer for what is refused here.
  if ('refused' in found) return found;
  const response = await signer.finalise?.(await withdrawals.readApproval(database, id));
  if (response && (await storeUnknownSignatures(deps, chain, lead, response.signed, now)))
    return { refused: say.signedMore(id) };
  if (found.why === 'UNPROVEN') return failUnproven(deps, audit, command, found.unproven);
  if (found.why === 'INPUTS_MISSING') return failWithMissingInputs(deps, audit, command, found);
  const batch = await readBatch(database, lead.id);
  return database.transaction(async (dbTx) => {
    const locked = await lockAll(dbTx, withdrawals, batch);
    if (locked.some(({ phase }) => phase !== 'BROADCAST')) return { refused: say.notBroadcast(id) };
    // Two calls at once: the other one may have stored what only the signer knew.
    if (!(await isAllAsked(dbTx, lead.id, found.asked))) return { refused: say.changedMeanwhile(id) };
    await failAll(dbTx, deps, audit, command, locked);
    const keepsInputs = withdrawal.network === 'BITCOIN';
    return { done: say.withOthers(say.hasFailed(id, { once: null, keepsInputs }), othersOf(id, batch)) };
  });
}

/** It is in a final block and has not paid, by the word of the node: people have looked at what its receiver got. */
async function failUnproven(
  deps: PayoutDeps,
  audit: AuditPort,
  command: FailCommand,
  unproven: UnprovenPayment,
): Promise<ConsoleResult> {
  const { id, now } = command;
  const ending = {
    isPaid: false,
    now,
    record: (dbTx: Transaction, one: bigint) => record(dbTx, audit, { ...command, id: one }),
  };
  if (!(await endUnproven(deps, unproven, ending))) return { refused: say.changedMeanwhile(id) };
  return { done: say.hasFailed(id, { once: null, keepsInputs: false }) };
}

async function findLead({ database, withdrawals }: PayoutDeps, withdrawal: Withdrawal): Promise<Withdrawal> {
  const leadId = await leadOf(database, withdrawal.id);
  return leadId === withdrawal.id ? withdrawal : ((await withdrawals.find(database, leadId)) ?? withdrawal);
}

/** Those whose amounts return with that of `id`. */
export const othersOf = (id: bigint, batch: readonly bigint[]): bigint[] => batch.filter((one) => one !== id);

/** Each amount returns to its own customer: their accounts are locked in their order, as by all that lock several. */
async function failAll(
  dbTx: Transaction,
  { withdrawals, monitor }: Pick<PayoutDeps, 'withdrawals' | 'monitor'>,
  audit: AuditPort,
  command: FailCommand,
  found: readonly Withdrawal[],
): Promise<void> {
  const byCustomer = found.toSorted((one, other) => Number((one.customerId ?? 0n) - (other.customerId ?? 0n)));
  for (const one of byCustomer) {
    await withdrawals.fail(dbTx, one, { remark: withdrawalRemarks.PAYMENT, now: command.now });
    await clearUnproven(dbTx, one.id);
    await monitor.reportUnproven(dbTx, one.id, null, command.now);
    await record(dbTx, audit, { ...command, id: one.id });
  }
}

/**
 * An input is in no block. Nothing proves that it never will be, and the payment is broadcast: the amount is returned only when
 * two people accept the risk under its txid. Its reservations stay, and it is rechecked from then on.
 */
async function failWithMissingInputs(
  deps: PayoutDeps,
  audit: AuditPort,
  command: FailCommand,
  { newest, asked }: { newest: PaymentRow; asked: readonly string[] },
): Promise<ConsoleResult> {
  const { database, withdrawals, monitor } = deps;
  const { now } = command;
  const { withdrawalId: leadId } = newest;
  const { txid } = newest;
  const batch = await readBatch(database, leadId);
  const isReturned = await database.transaction(async (dbTx) => {
    const found = await lockAll(dbTx, withdrawals, batch);
    if (found.some(({ phase }) => phase !== 'BROADCAST')) return false;
    if (await isSpendable(dbTx, leadId, newest.unsigned.outpoints)) return false;
    if (!(await isAllAsked(dbTx, leadId, asked))) return false;
    await markReorged(dbTx, newest, now);
    await failAll(dbTx, deps, audit, command, found);
    return true;
  });
  if (!isReturned) return { refused: say.changedMeanwhile(command.id) };
  const message = say.withOthers(say.rechecked(leadId, txid ?? ''), othersOf(leadId, batch)).en;
  await monitor.reportReorg(leadId, { kind: 'payment-removed', message }, now);
  return { done: say.withOthers(say.returnedWithoutInputs(command.id, txid ?? ''), othersOf(command.id, batch)) };
}

async function failUnsigned(
  deps: PayoutDeps,
  audit: AuditPort,
  command: FailCommand,
  withdrawal: Withdrawal,
): Promise<ConsoleResult> {
  const { database, withdrawals, signer, chains } = deps;
  const { id, now } = command;
  if (!signer.finalise) return noSigner;
  const chain = await openPayoutChain(deps, withdrawal.network);
  const response = await signer.finalise(await withdrawals.readApproval(database, id));
  const exports = await stateOfExports(database, id, (sent) => provenStatus(deps, chain, sent));
  const isOfBatch = response.signed.some(({ batch }) => batch !== undefined);
  if (isOfBatch && exports.length === 0 && (await isAbandonedAndConflicted(deps, chain, withdrawal, response, now)))
    return failAbandonedBatch(deps, audit, command, await findMembers(deps, withdrawal, response.signed));
  const refused = await refuseSigned(deps, chain, withdrawal, response, now);
  if (refused !== null) return { refused };
  const sent = findSentExport(exports);
  if (sent) return paidByExport(id, sent);
  await refuseSeenAtSecond(
    deps,
    chain,
    exports.map(({ exported }) => sentExport(exported)),
  );
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const found = await withdrawals.lock(dbTx, id);
    const payments = await readPayments(dbTx, id);
    const isUnchanged =
      (await readExports(dbTx, id)).length === exports.length && payments.every(({ txid }) => txid === null);
    if (found?.phase !== 'SIGNING' || !isUnchanged) return { refused: say.changedMeanwhile(id) };
    const alive = exports.find((state) => !isExportConflicted(state, chains.confirmations(found.network)));
    if (alive && !alive.exported.isAbandoned) await abandonExports(dbTx, id, now);
    await discardUnsigned(dbTx, id);
    await record(dbTx, audit, command);
    if (alive) return { done: say.endsByItself(id, alive.exported.txid) };
    await withdrawals.fail(dbTx, found, { remark: withdrawalRemarks.PAYMENT, now });
    const once = response.signed.length > 0 ? say.signedOnce : null;
    // Inputs of its exports stay reserved: some are spent in a block.
    return { done: say.hasFailed(id, { once, keepsInputs: exports.length > 0 }) };
  });
}

export const noSigner = { refused: say.noSigner };

type ExportState = Awaited<ReturnType<typeof stateOfExports>>[number];

export const findSentExport = (exports: readonly ExportState[]): ExportState | undefined =>
  exports.find(({ status }) => status.state === 'CONFIRMED' || status.state === 'MEMPOOL');

export const paidByExport = (id: bigint, { exported }: ExportState) => ({
  refused: say.paidByExport(id, exported.txid),
});

/**
 * A signed transaction is broadcast, also when it was abandoned at the signer since: only the chain proves that it can never be
 * mined. Returns the refusal; null when none of the signed transactions can be mined.
 */
async function refuseSigned(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  response: FinalisedPayment,
  now: Date,
): Promise<Sentence | null> {
  const { signed } = response;
  if (signed.length === 0) return null;
  const { id } = withdrawal;
  const isStored = await storeRecoveredSignatures(deps, chain, withdrawal, signed, now).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code !== '23505') throw error;
      return false;
    },
  );
  if (isStored) return say.isStoredNow(id);
  const isOver = await isAbandonedAndConflicted(deps, chain, withdrawal, response, now);
  return isOver ? null : say.inputsOfAnother(id);
}

/** Abandoned at the signer, which then signed its inputs for another payment. */
async function isAbandonedAndConflicted(
  deps: PayoutDeps,
  chain: ChainAdapter,
  withdrawal: Withdrawal,
  { isFinalised, signed }: FinalisedPayment,
  now: Date,
): Promise<boolean> {
  if (!isFinalised || signed.length === 0) return false;
  const statuses = await statusesOfSigned(deps, chain, withdrawal, signed, now);
  return areAllConflicted(statuses, deps.chains.confirmations(withdrawal.network));
}

/** Its transaction would have paid the others too: none of them is ever signed again, and each amount returns with this one. */
async function failAbandonedBatch(
  { database, withdrawals, monitor }: PayoutDeps,
  audit: AuditPort,
  command: FailCommand,
  members: readonly Withdrawal[],
): Promise<ConsoleResult> {
  const { id } = command;
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const open: Withdrawal[] = [];
    for (const one of await lockAll(
      dbTx,
      withdrawals,
      members.map((member) => member.id),
    )) {
      const isSigned = (await readPayments(dbTx, one.id)).some(({ txid }) => txid !== null);
      // One that was exported since ends by its export, one that has ended before was failed alone.
      if (one.phase === 'SIGNING' && !isSigned && (await readExports(dbTx, one.id)).length === 0) open.push(one);
    }
    if (!open.some((one) => one.id === id)) return { refused: say.changedMeanwhile(id) };
    for (const one of open) await discardUnsigned(dbTx, one.id);
    await failAll(dbTx, { withdrawals, monitor }, audit, command, open);
    const others = othersOf(
      id,
      open.map((one) => one.id),
    );
    return { done: say.withOthers(say.hasFailed(id, { once: say.signedOnce, keepsInputs: false }), others) };
  });
}

function record(db: Queryable, { recordAudit }: AuditPort, { id, authority, reason, now }: FailCommand): Promise<void> {
  return recordAudit(db, { at: now, authority, action: 'withdrawal:fail', subject: `withdrawal ${id}`, reason });
}

/** Refuses while a node or the signer is down, and while two nodes disagree. */
export function refusedIfDown(error: unknown): { refused: Sentence } {
  if (error instanceof NodesDisagree) return { refused: error.sentence };
  const isDown =
    error instanceof RetryLater ||
    error instanceof SignerUnavailable ||
    error instanceof ChainUnavailable ||
    error instanceof WrongChain;
  if (isDown) return { refused: say.down(error.message) };
  throw error;
}

import type { ChainAdapter } from '@lode/chain';
import { withdrawalRemarks } from '@lode/contract';
import type { FinalisedPayment } from '../../../platform/chains/payment-signer.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { ConsoleResult } from '../../../platform/staff/staff-command.ts';
import { areAllConflicted } from '../conflicted.ts';
import { lockAll } from '../lock-all.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { discardUnsigned, readPayments } from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { provenStatus } from '../second-node/proven-status.ts';
import { refuseSeenAtSecond } from '../second-node/refuse-return.ts';
import { abandonExports, readExports, sentExport } from './exported-payment.repository.ts';
import { type ExportState, isExportConflicted, stateOfExports } from './exported-payment.ts';
import { failAll } from './fail-all.ts';
import { type FailCommand, recordFailure } from './fail-command.ts';
import { findMembers, statusesOfSigned, storeRecoveredSignatures } from './recover-signature.ts';
import { type AuditPort, othersOf } from './recovery-result.ts';
import * as say from './sentences.zh.ts';

interface Exports {
  exports: ExportState[];
  /** In a block or waiting for one, by the word of the first node. */
  sent: ExportState | undefined;
  /** It may still be mined. */
  alive: ExportState | undefined;
}

/** What was exported of it. Throws `NodesDisagree` where only the second node has one on its way: before anything ends at the signer. */
export async function readExportsOf(deps: PayoutDeps, chain: ChainAdapter, id: bigint): Promise<Exports> {
  const { database, chains } = deps;
  const exports = await stateOfExports(database, id, (sent) => provenStatus(deps, chain, sent));
  const sent = exports.find(({ status }) => status.state === 'CONFIRMED' || status.state === 'MEMPOOL');
  const transactions = exports.map(({ exported }) => sentExport(exported));
  if (!sent) await refuseSeenAtSecond(deps, chain, transactions);
  const alive = exports.find((state) => !isExportConflicted(state, chains.confirmations(chain.network)));
  return { exports, sent, alive };
}

export async function failUnsigned(
  deps: PayoutDeps,
  audit: AuditPort,
  command: FailCommand,
  withdrawal: Withdrawal,
): Promise<ConsoleResult> {
  const { database, withdrawals, signer } = deps;
  const { id, now } = command;
  if (!signer.finalise) return { refused: say.noSigner };
  const chain = await openPayoutChain(deps, withdrawal.network);
  const { exports, sent, alive } = await readExportsOf(deps, chain, id);
  // Of one that is out the signer may have the bytes that are lacking here.
  const response = await signer.finalise(await withdrawals.readApproval(database, id));
  const isOfBatch = response.signed.some(({ batch }) => batch !== undefined);
  if (isOfBatch && exports.length === 0 && (await isAbandonedAndConflicted(deps, chain, withdrawal, response, now)))
    return failAbandonedBatch(deps, audit, command, await findMembers(deps, withdrawal, response.signed));
  const refused = await refuseSigned(deps, chain, withdrawal, response, now);
  if (refused !== null) return { refused };
  if (sent) return { refused: say.paidByExport(id, sent.exported.txid) };
  return database.transaction(async (dbTx): Promise<ConsoleResult> => {
    const found = await withdrawals.lock(dbTx, id);
    const payments = await readPayments(dbTx, id);
    const isUnchanged =
      (await readExports(dbTx, id)).length === exports.length && payments.every(({ txid }) => txid === null);
    if (found?.phase !== 'SIGNING' || !isUnchanged) return { refused: say.changedMeanwhile(id) };
    if (alive && !alive.exported.isAbandoned) await abandonExports(dbTx, id, now);
    await discardUnsigned(dbTx, id);
    await recordFailure(dbTx, audit, command);
    if (alive) return { done: say.endsByItself(id, alive.exported.txid) };
    await withdrawals.fail(dbTx, found, { remark: withdrawalRemarks.PAYMENT, now });
    const once = response.signed.length > 0 ? say.signedOnce : null;
    // Inputs of its exports stay reserved: some are spent in a block.
    return { done: say.hasFailed(id, { once, keepsInputs: exports.length > 0 }) };
  });
}

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

import type { Transaction } from '../../../platform/db/database.ts';
import type { ConsoleResult } from '../../../platform/staff/staff-command.ts';
import { lockAll } from '../lock-all.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { isSpendable } from '../outpoint-reservation.repository.ts';
import { leadOf, type PaymentRow, readBatch } from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { failAll } from './fail-all.ts';
import { type FailCommand, recordFailure } from './fail-command.ts';
import { failUnsigned } from './fail-unsigned.ts';
import { storeUnknownSignatures } from './recover-signature.ts';
import { type AuditPort, asRefusal, othersOf } from './recovery-result.ts';
import { markReorged } from './reorged-payment.repository.ts';
import * as say from './sentences.zh.ts';
import { endUnproven, type UnprovenPayment } from './unproven-payment.ts';
import { isAllAsked, whyNotPayable } from './why-not-payable.ts';

/**
 * Two people fail a withdrawal that cannot be paid: a broadcast one when no transaction of it can be mined any more, an unsigned
 * one when the signer has finalised it. The amount is returned once. What was signed together fails together: none of a batch can be
 * mined without the others, also where only the signer knows of it, which has abandoned it. An unsigned one leaves its batch.
 */
export async function failPayment(deps: PayoutDeps, audit: AuditPort, command: FailCommand): Promise<ConsoleResult> {
  const { id } = command;
  const withdrawal = await deps.withdrawals.find(deps.database, id);
  if (withdrawal?.phase === 'BROADCAST') return failBroadcast(deps, audit, command, withdrawal).catch(asRefusal);
  if (withdrawal?.phase === 'SIGNING') return failUnsigned(deps, audit, command, withdrawal).catch(asRefusal);
  return { refused: say.neitherNor(id) };
}

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
    record: (dbTx: Transaction, one: bigint) => recordFailure(dbTx, audit, { ...command, id: one }),
  };
  if (!(await endUnproven(deps, unproven, ending))) return { refused: say.changedMeanwhile(id) };
  return { done: say.hasFailed(id, { once: null, keepsInputs: false }) };
}

async function findLead({ database, withdrawals }: PayoutDeps, withdrawal: Withdrawal): Promise<Withdrawal> {
  const leadId = await leadOf(database, withdrawal.id);
  return leadId === withdrawal.id ? withdrawal : ((await withdrawals.find(database, leadId)) ?? withdrawal);
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

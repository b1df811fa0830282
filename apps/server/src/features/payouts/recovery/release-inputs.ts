import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { readReservations, releaseOutpoints, unusedReservations } from '../outpoint-reservation.repository.ts';
import { leadOf, readPayments, sentPayment } from '../payment.repository.ts';
import type { PayoutDeps } from '../payout-ports.ts';
import { readExports, sentExport } from './exported-payment.repository.ts';
import { type AuditPort, asRefusal } from './recovery-result.ts';
import * as say from './sentences.zh.ts';

type ReleaseCommand = StaffInput & { id: bigint };

/**
 * Releases reservations that a finished payment did not spend: it failed because one input was spent elsewhere, or another attempt
 * paid it. The signer signs those inputs for no other payment until a person has abandoned the payment there.
 */
export async function releaseInputs(
  deps: PayoutDeps,
  audit: AuditPort,
  command: ReleaseCommand,
): Promise<ConsoleResult> {
  return release(deps, audit, command).catch(asRefusal);
}

async function release(
  deps: PayoutDeps,
  { recordAudit }: AuditPort,
  { id: asked, authority, reason, now }: ReleaseCommand,
): Promise<ConsoleResult> {
  const { database, withdrawals, signer } = deps;
  // Of a batch its lead has reserved them, and to abandon one at the signer abandons all.
  const id = await leadOf(database, asked);
  const withdrawal = await withdrawals.find(database, id);
  const isEnded = withdrawal?.phase === 'FAILED' || withdrawal?.phase === 'PAID';
  if (!isEnded || withdrawal.network !== 'BITCOIN') return { refused: say.notOver(id) };
  const payments = await readPayments(database, id);
  const unused = unusedReservations(
    await readReservations(database, id),
    payments.find(({ isFinal }) => isFinal),
  );
  if (payments.some(({ isReorged }) => isReorged)) return { refused: say.notFinal(id) };
  if (unused.length === 0) return { refused: say.keepsNothing(id) };
  if (!signer.finalise) return { refused: say.noSigner };
  const approval = await withdrawals.readApproval(database, id);
  const response = await signer.finalise(approval);
  if (!response.isFinalised) return { refused: say.abandonFirst(String(approval.approvalRequest?.paymentId)) };
  const chain = await openPayoutChain(deps, 'BITCOIN');
  const transactions = [
    ...payments.map((one) => ({ ...sentPayment(one), txid: one.txid ?? chain.txidOf?.(one.unsigned) ?? '' })),
    ...(await readExports(database, id)).map(sentExport),
  ];
  const unspent: string[] = [];
  for (const outpoint of unused) {
    const sent = transactions.find(({ outpoints }) => outpoints.includes(outpoint));
    if (!sent) continue;
    const status = await chain.status({ ...sent, outpoints: [outpoint] });
    if (status.state === 'CONFIRMED' || status.state === 'MEMPOOL') return { refused: say.notGone(sent.txid) };
    if (status.state === 'UNKNOWN') unspent.push(outpoint);
  }
  return database.transaction(async (dbTx) => {
    await withdrawals.lock(dbTx, id);
    await releaseOutpoints(dbTx, id, unspent);
    const subject = `withdrawal ${id}`;
    await recordAudit(dbTx, { at: now, authority, action: 'withdrawal:free', subject, reason });
    return { done: say.freed(unspent) };
  });
}

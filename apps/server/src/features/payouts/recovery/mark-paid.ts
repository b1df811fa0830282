import { formatAmount } from '@lode/money';
import type { Sentence } from '../../../platform/sentence.ts';
import type { ConsoleResult, StaffInput } from '../../../platform/staff/staff-command.ts';
import { openPayoutChain } from '../open-payout-chain.ts';
import { leadOf, readBatch } from '../payment.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { type AuditPort, asRefusal, othersOf } from './recovery-result.ts';
import * as say from './sentences.zh.ts';
import { describeUnproven, endUnproven, findUnproven, type UnprovenPayment } from './unproven-payment.ts';

type Found = { withdrawal: Withdrawal; unproven: UnprovenPayment; others: bigint[] };

/** Two people record as paid what is in a final block and has not paid the exact amount by the word of the node. */
export async function markPaid(
  deps: PayoutDeps,
  { recordAudit }: AuditPort,
  { id, authority, reason, now }: StaffInput & { id: bigint },
): Promise<ConsoleResult> {
  const found = await find(deps, id).catch(asRefusal);
  if ('refused' in found) return found;
  const isEnded = await endUnproven(deps, found.unproven, {
    isPaid: true,
    now,
    record: (dbTx, one) =>
      recordAudit(dbTx, { at: now, authority, action: 'withdrawal:paid', subject: `withdrawal ${one}`, reason }),
  });
  if (!isEnded) return { refused: say.changedMeanwhile(id) };
  return { done: say.withOthers(say.isPaidNow(id), found.others) };
}

export async function describePaid(
  deps: PayoutDeps,
  id: bigint,
): Promise<{ summary: Sentence } | { refused: Sentence }> {
  const found = await find(deps, id).catch(asRefusal);
  if ('refused' in found) return found;
  const { withdrawal, unproven, others } = found;
  const { number, amount, fee, coin } = withdrawal;
  const what = say.countsAsPaid(number, `${formatAmount(amount - fee, coin)} ${coin}`);
  return { summary: say.withOthers(describeUnproven(what, unproven), others) };
}

async function find(deps: PayoutDeps, id: bigint): Promise<Found | { refused: Sentence }> {
  const { database, withdrawals } = deps;
  const withdrawal = await withdrawals.find(database, id);
  if (withdrawal?.phase !== 'BROADCAST') return { refused: say.notBroadcast(id) };
  const leadId = await leadOf(database, id);
  const unproven = await findUnproven(deps, await openPayoutChain(deps, withdrawal.network), leadId);
  if (unproven === null) return { refused: say.notUnproven(id) };
  // By itself it returns only where the first node has it as failed too.
  if (unproven.status.isReverted && unproven.second.says === 'REVERTED')
    return { refused: say.failedAtBoth(id, unproven.payment.txid ?? '') };
  return { withdrawal, unproven, others: othersOf(id, await readBatch(database, leadId)) };
}

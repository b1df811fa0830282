import { withdrawalRemarks } from '@lode/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import { clearUnproven } from '../confirm/unproven.repository.ts';
import type { PayoutDeps, Withdrawal } from '../payout-ports.ts';
import { type FailCommand, recordFailure } from './fail-command.ts';
import type { AuditPort } from './recovery-result.ts';

/** Each amount returns to its own customer: their accounts are locked in their order, as by all that lock several. */
export async function failAll(
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
    await recordFailure(dbTx, audit, { ...command, id: one.id });
  }
}

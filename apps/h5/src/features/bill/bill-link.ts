import type { Data } from '@lode/contract';
import { href } from '../../lib/routes.ts';

export type BillRecord = Data<'billPage'>['records'][number];

/** The screen of what a movement belongs to: withdrawal, deposit, day of a machine, order; else its own detail. */
export function billHref({ id, type, coin, date, machineId, withdrawalId, depositId }: BillRecord): string | null {
  if (withdrawalId !== null) return href('withdraw_record_detail', { id: withdrawalId });
  if (depositId !== null) return href('recharge_detail', { id: depositId });
  if (type === 'MINING_OUTPUT')
    return href('outputs', { coin, ...(machineId !== null && { machineId }), range: `${date}~${date}` });
  if (type === 'INTEREST') return href('coinup_record', { direction: 'INCOMES', coin });
  if (type.startsWith('COIN_UP_IN')) return href('coinup_record', { direction: 'IN', coin });
  if (type.startsWith('COIN_UP_OUT') || type.startsWith('INCOME_IN'))
    return href('coinup_record', { direction: 'OUT', coin });
  return type === 'LEAVING' ? null : href('electric_detail', { id });
}

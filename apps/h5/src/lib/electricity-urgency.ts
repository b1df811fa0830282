import { parseAmount } from '@lode/money';

/** Urgency of the electricity reminder: at most seven, three and one day left, and arrears. */
export type ElectricityUrgency = 'calm' | 'low' | 'urgent' | 'critical' | 'arrear';

export function urgencyOf({ owed, daysLeft }: { owed: string; daysLeft: number | null }): ElectricityUrgency {
  if (parseAmount(owed, 'USDT') > 0n) return 'arrear';
  if (daysLeft === null || daysLeft > 7) return 'calm';
  if (daysLeft > 3) return 'low';
  return daysLeft > 1 ? 'urgent' : 'critical';
}

import { displayAmount, displayDebit } from '@lode/money';
import { reminderTexts } from './texts.ts';

/** A customer's electricity, as the electricity slice reads it: micro-USDT. */
export interface ElectricityOutlook {
  available: bigint;
  owed: bigint;
  /** Machines in ARREAR. */
  stopped: number;
  /** Closed mining days, oldest first, at most 30. */
  days: readonly { date: string; fee: bigint }[];
  dailyFee: bigint;
  /** Whole days that the prepaid account lasts; null when nothing was charged. */
  daysLeft: number | null;
  /** The last date whose movements are kept elsewhere; null where none of the customer's are. */
  elsewhereTo: string | null;
}

export type ReminderLevel = 'NONE' | 'LOW' | 'ARREAR';

const lowFrom = 7;
const soonFrom = 3;
const atOnceFrom = 1;

export function reminderLevel({ owed, daysLeft }: Pick<ElectricityOutlook, 'owed' | 'daysLeft'>): ReminderLevel {
  if (owed > 0n) return 'ARREAR';
  return daysLeft !== null && daysLeft <= lowFrom ? 'LOW' : 'NONE';
}

/** As the client writes amounts: `amountText(1_234_560_000n) === '1,234.56 USDT'`. */
function amountText(amount: bigint): string {
  return grouped(displayAmount(amount, 'USDT'));
}

function grouped(decimal: string): string {
  return `${decimal.replace(/\B(?=(?:\d{3})+\.)/g, ',')} USDT`;
}

/** What the customer reads; the fewer days are left, the plainer it says so. */
export function reminderContent(outlook: Omit<ElectricityOutlook, 'days' | 'dailyFee' | 'elsewhereTo'>): string {
  const { daysLeft, stopped } = outlook;
  const available = amountText(outlook.available);
  if (outlook.owed > 0n) {
    const owed = grouped(displayDebit(outlook.owed, 'USDT'));
    return stopped > 0 ? reminderTexts.stopped(owed, stopped) : reminderTexts.owing(owed);
  }
  if (daysLeft === null) return reminderTexts.noFees;
  if (daysLeft <= atOnceFrom) return reminderTexts.atOnce(available, daysLeft);
  if (daysLeft <= soonFrom) return reminderTexts.soon(available, daysLeft);
  if (daysLeft <= lowFrom) return reminderTexts.low(available, daysLeft);
  return reminderTexts.enough(available, daysLeft);
}

import { displayAmount, divFloor } from '@lode/money';
import { reminderTexts } from './texts.ts';

/** A customer's electricity: micro-USDT, and the fees of closed mining days, oldest first. */
export interface ElectricityFigures {
  available: bigint;
  owed: bigint;
  /** Machines that stand still for what is owed. */
  stopped: number;
  /** From the customer's first charged day on, at most 30; a day without work costs nothing. */
  days: readonly { date: string; fee: bigint }[];
}

export interface ElectricityOutlook {
  /** Mean of the last seven closed days, or of fewer where there are no more; rounded down. */
  dailyFee: bigint;
  /** Whole days that the prepaid account lasts; null when nothing was charged. */
  daysLeft: number | null;
}

const daysOfMean = 7;

export function electricityOutlook({ available, days }: ElectricityFigures): ElectricityOutlook {
  const recent = days.slice(-daysOfMean);
  const sum = recent.reduce((total, { fee }) => total + fee, 0n);
  if (sum === 0n) return { dailyFee: 0n, daysLeft: null };
  const count = BigInt(recent.length);
  // From the sum, not from the rounded mean: a mean that was rounded down would make the balance last too long.
  return { dailyFee: divFloor(sum, count), daysLeft: Number(divFloor(available * count, sum)) };
}

export type ReminderLevel = 'NONE' | 'LOW' | 'ARREAR';

const lowFrom = 7;
const soonFrom = 3;
const atOnceFrom = 1;

export function reminderLevel({ owed }: ElectricityFigures, { daysLeft }: ElectricityOutlook): ReminderLevel {
  if (owed > 0n) return 'ARREAR';
  return daysLeft !== null && daysLeft <= lowFrom ? 'LOW' : 'NONE';
}

/** As the client writes amounts: `amountText(1_234_560_000n) === '1,234.56 USDT'`. */
function amountText(amount: bigint): string {
  return `${displayAmount(amount, 'USDT').replace(/\B(?=(?:\d{3})+\.)/g, ',')} USDT`;
}

/** What the customer reads; the fewer days are left, the plainer it says so. */
export function reminderContent(figures: ElectricityFigures, { daysLeft }: ElectricityOutlook): string {
  const available = amountText(figures.available);
  if (figures.owed > 0n) {
    const owed = amountText(figures.owed);
    return figures.stopped > 0 ? reminderTexts.stopped(owed, figures.stopped) : reminderTexts.owing(owed);
  }
  if (daysLeft === null) return reminderTexts.noFees;
  if (daysLeft <= atOnceFrom) return reminderTexts.atOnce(available, daysLeft);
  if (daysLeft <= soonFrom) return reminderTexts.soon(available, daysLeft);
  if (daysLeft <= lowFrom) return reminderTexts.low(available, daysLeft);
  return reminderTexts.enough(available, daysLeft);
}

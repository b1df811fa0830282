import { addDays } from '../../platform/clock/clock.ts';

/** The three ways in which savings change. */
export type Direction = 'IN' | 'OUT' | 'INCOMES';

export interface CoinUpDates {
  today: string;
  /** The first day that a subscription earns; null for what takes money out. */
  valueDate: string | null;
  /** When the first interest of a subscription is paid; null for what takes money out. */
  firstIncomeDate: string | null;
  arrivalDate: string;
}

/**
 * What happens when, for what is confirmed on a business day T: a subscription earns from T+1 and is paid first on T+2
 * for T+1; redeemed principal earns nothing for T and arrives on T+1; interest is in the wallet at once.
 */
export function coinUpDates(direction: Direction, today: string): CoinUpDates {
  const tomorrow = addDays(today, 1);
  if (direction === 'IN')
    return { today, valueDate: tomorrow, firstIncomeDate: addDays(today, 2), arrivalDate: tomorrow };
  return { today, valueDate: null, firstIncomeDate: null, arrivalDate: direction === 'OUT' ? tomorrow : today };
}

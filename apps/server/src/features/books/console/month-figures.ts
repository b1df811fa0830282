import type { DayMovement, TrialBalanceLine } from '@lode/ledger';
import { type Coin, formatAmount } from '@lode/money';
import { addDays } from '../../../platform/clock/clock.ts';

export type Figures = Omit<TrialBalanceLine, 'account'>;

export interface CoinMonth {
  coin: Coin;
  lines: readonly TrialBalanceLine[];
  sums: Figures;
  movements: readonly DayMovement[];
}

export interface Period {
  /** Business dates, both of the month. */
  first: string;
  last: string;
  /** False: the month goes on. */
  isOver: boolean;
}

/** Of `2026-02`, as it stands on the business date `today`. */
export function periodOf(month: string, today: string): Period {
  const first = `${month}-01`;
  const last = addDays(`${addDays(first, 31).slice(0, 8)}01`, -1);
  return { first, last, isOver: today > last };
}

export function sumsOf(lines: readonly Figures[]): Figures {
  const sum = (of: keyof Figures) => lines.reduce((all, line) => all + line[of], 0n);
  return { opening: sum('opening'), debit: sum('debit'), credit: sum('credit'), closing: sum('closing') };
}

export const isEven = ({ opening, debit, credit, closing }: Figures): boolean =>
  opening === 0n && closing === 0n && debit === credit;

/** Opening, debit, credit and closing as exact decimals. */
export const figuresOf = ({ opening, debit, credit, closing }: Figures, coin: Coin): string[] =>
  [opening, debit, credit, closing].map((units) => formatAmount(units, coin));

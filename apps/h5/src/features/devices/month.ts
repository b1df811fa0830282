import { type Amount, divFloor, parseAmount, parseDecimal } from '@lode/money';
import type { FeeNetDay } from '@lode/ui';
import type { EarningDay } from '../../components/earnings/earnings-figures.ts';
import { dailyValues } from '../../lib/daily-values.ts';
import type { MachineDetail } from './machine.ts';

export interface ValuedMonth {
  /** Output at the day's price; the fee is electricity and hosting, in micro-USDT. */
  days: FeeNetDay[];
  totalValue: Amount;
  electricity: Amount;
  hosting: Amount;
}

export interface Month {
  /** Oldest first, in the machine's coin. */
  outputs: { date: string; value: Amount }[];
  totalOutput: Amount;
  /** Micro-USDT. */
  totalFee: Amount;
  /** As earnings value it; null where a day of it has no price, or earnings are not known. */
  valued: ValuedMonth | null;
}

/** The last closed dates, each valued at its own price as in earnings; totals are rounded once, from the exact sum. */
export function monthOf({ coin, last30 }: MachineDetail, earned: readonly EarningDay[] | null): Month {
  const days = dailyValues(
    last30.map(({ date, output, fee }) => ({ date, value: { output, fee } })),
    { output: '0', fee: '0' },
  );
  const outputs = days.map(({ date, value }) => ({ date, value: parseAmount(value.output, coin) }));
  const totalOutput = outputs.reduce((sum, { value }) => sum + value, 0n);
  const totalFee = days.reduce((sum, { value }) => sum + parseAmount(value.fee, 'USDT'), 0n);
  const [first] = outputs;
  const ofMonth = earned?.filter(({ date }) => first && date >= first.date) ?? [];
  return { outputs, totalOutput, totalFee, valued: valuedMonth(ofMonth) };
}

/** Minor units of a mined coin times micro-USDT are 10^-14 USDT. */
const minorUnitsPerCoin = 100_000_000n;

function valuedDay({ date, outputUsdt, electricity, hosting }: EarningDay): FeeNetDay {
  const fee = parseAmount(electricity, 'USDT') + parseAmount(hosting, 'USDT');
  return { date, output: parseAmount(outputUsdt, 'USDT'), fee };
}

function valuedMonth(earned: readonly EarningDay[]): ValuedMonth | null {
  const outputs = earned.flatMap((day) => day.outputs);
  const isPriced = outputs.every(
    ({ amount, coin, priceUsdt }) => priceUsdt !== null || parseAmount(amount, coin) === 0n,
  );
  if (earned.length === 0 || !isPriced) return null;
  const sum = (of: (day: EarningDay) => Amount) => earned.reduce((total, day) => total + of(day), 0n);
  const exact = outputs.reduce(
    (total, { amount, coin, priceUsdt }) => total + parseAmount(amount, coin) * parseDecimal(priceUsdt ?? '0', 6),
    0n,
  );
  const totalValue = divFloor(exact, minorUnitsPerCoin);
  const electricity = sum((day) => parseAmount(day.electricity, 'USDT'));
  const hosting = sum((day) => parseAmount(day.hosting, 'USDT'));
  return {
    days: earned.map(valuedDay).toSorted((a, b) => (a.date < b.date ? -1 : 1)),
    totalValue,
    electricity,
    hosting,
  };
}

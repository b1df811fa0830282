import { type Amount, parseAmount, valueInUsdt } from '@lode/money';
import type { FeeNetDay } from '@lode/ui';
import { dailyValues } from '../../lib/daily-values.ts';
import type { MachineDetail } from './machine.ts';

export interface Month {
  /** Oldest first, in the machine's coin. */
  outputs: { date: string; value: Amount }[];
  totalOutput: Amount;
  /** Micro-USDT. */
  totalFee: Amount;
  /** Output in micro-USDT at one price, beside the fee; null without a price. */
  valued: { days: FeeNetDay[]; totalValue: Amount; net: Amount } | null;
}

/** The last closed dates, all valued at the current price; totals are rounded once, from the exact sum. */
export function monthOf({ coin, last30 }: MachineDetail, price: bigint | null): Month {
  const days = dailyValues(
    last30.map(({ date, output, fee }) => ({ date, value: { output, fee } })),
    { output: '0', fee: '0' },
  );
  const outputs = days.map(({ date, value }) => ({ date, value: parseAmount(value.output, coin) }));
  const fees = days.map(({ value }) => parseAmount(value.fee, 'USDT'));
  const totalOutput = outputs.reduce((sum, { value }) => sum + value, 0n);
  const totalFee = fees.reduce((sum, fee) => sum + fee, 0n);
  if (price === null) return { outputs, totalOutput, totalFee, valued: null };

  const valuedDays = outputs.map(({ date, value }, i) => ({
    date,
    output: valueInUsdt(value, coin, price),
    fee: fees[i] as Amount,
  }));
  const totalValue = valueInUsdt(totalOutput, coin, price);
  return { outputs, totalOutput, totalFee, valued: { days: valuedDays, totalValue, net: totalValue - totalFee } };
}

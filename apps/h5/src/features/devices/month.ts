import { type Amount, parseAmount, valueInUsdt } from '@lode/money';
import type { FeeNetDay } from '@lode/ui';
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
  const oldestFirst = [...last30].sort((a, b) => (a.date < b.date ? -1 : 1));
  const outputs = oldestFirst.map(({ date, output }) => ({ date, value: parseAmount(output, coin) }));
  const fees = oldestFirst.map(({ fee }) => parseAmount(fee, 'USDT'));
  const totalOutput = outputs.reduce((sum, { value }) => sum + value, 0n);
  const totalFee = fees.reduce((sum, fee) => sum + fee, 0n);
  if (price === null) return { outputs, totalOutput, totalFee, valued: null };

  const days = outputs.map(({ date, value }, i) => ({
    date,
    output: valueInUsdt(value, coin, price),
    fee: fees[i] as Amount,
  }));
  const totalValue = valueInUsdt(totalOutput, coin, price);
  return { outputs, totalOutput, totalFee, valued: { days, totalValue, net: totalValue - totalFee } };
}

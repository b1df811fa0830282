import type { Data } from '@lode/contract';
import { type Amount, parseAmount } from '@lode/money';

export type Output = Data<'outputPage'>['records'][number];
export type Evidence = NonNullable<Output['evidence']>;

export interface DayGroup {
  date: string;
  outputs: Output[];
  /** Null while the date may continue on the next page. */
  total: Amount | null;
}

/** Groups a list, newest first, by date; the last date is complete only without a further page. */
export function groupByDay(outputs: readonly Output[], isWhole: boolean): DayGroup[] {
  const groups: DayGroup[] = [];
  for (const output of outputs) {
    const last = groups.at(-1);
    if (last?.date === output.date) last.outputs.push(output);
    else groups.push({ date: output.date, outputs: [output], total: null });
  }
  return groups.map((group, i) => {
    const isCut = !isWhole && i === groups.length - 1;
    return { ...group, total: isCut ? null : sumOfNet(group.outputs) };
  });
}

export function sumOfNet(outputs: readonly Output[]): Amount {
  return outputs.reduce((sum, { net, coin }) => sum + parseAmount(net, coin), 0n);
}

/** Running hours, at most one decimal, towards zero: `hoursOf(84_240) === '23.4'`. */
export function hoursOf(seconds: number): string {
  const tenths = Math.floor(seconds / 360);
  return tenths % 10 === 0 ? String(tenths / 10) : `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

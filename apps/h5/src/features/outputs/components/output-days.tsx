import { Amount, Card, GroupTitle, Phrases, weekdayOf } from '@lode/ui';
import { Fragment, type ReactNode } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import { feesOf, netOf } from '../doge-days.ts';
import type { DayGroup, Output } from '../output.ts';
import type { MachineNames } from '../use-machine-names.ts';
import { OutputRows } from './output-row.tsx';
import styles from './outputs.module.css';

interface OutputDaysProps {
  days: readonly DayGroup[];
  coin: Output['coin'];
  /** Names the coin whose machines it is the electricity of, where several are mined. */
  feeLabel: string;
  machines: MachineNames;
  /** What an amount of a date was worth, in micro-USDT; null without a price. */
  valueOf: (date: string, amount: bigint) => bigint | null;
  /** Rendered in a date's card after its outputs. */
  after?: (day: DayGroup) => ReactNode;
}

/** Outputs by date, each with its total once that is complete. */
export function OutputDays({ days, coin, feeLabel, machines, valueOf, after }: OutputDaysProps) {
  return days.map((day) => (
    <section key={day.date}>
      <GroupTitle>
        {day.date} {weekdayOf(day.date)}
      </GroupTitle>
      <Card flush>
        {day.total !== null && (
          <p className={styles.dayTotal}>
            <Phrases of={totalOf(day, day.total, { coin, feeLabel, value: valueOf(day.date, day.total) })} />
          </p>
        )}
        <OutputRows outputs={day.outputs} machines={machines} />
        {after?.(day)}
      </Card>
    </section>
  ));
}

/** A date's output, what it was worth, the electricity of those machines, and what that leaves: with all digits, so that they add up. */
function totalOf(
  day: DayGroup,
  total: bigint,
  { coin, feeLabel, value }: Pick<OutputDaysProps, 'coin' | 'feeLabel'> & { value: bigint | null },
): ReactNode[] {
  const net = netOf(value, day.outputs);
  return [
    <Fragment key="output">
      {messages.dayTotal} <Amount size="inline" value={total} coin={coin} />
    </Fragment>,
    value === null ? null : <Amount key="value" size="inline" value={value} coin="USDT" approx exact />,
    ...feesOf(day.outputs).map((fee) => (
      <Fragment key={fee.coin}>
        {feeLabel} <Amount size="inline" value={fee.amount} coin={fee.coin} exact />
      </Fragment>
    )),
    net === null ? null : (
      <Fragment key="net">
        {messages.afterFee} <Amount size="inline" value={net} coin="USDT" direction exact />
      </Fragment>
    ),
  ];
}

import { Amount, Card, Columns, GroupTitle, weekdayOf } from '@lode/ui';
import type { ComponentProps, ReactNode } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import { dayBefore } from '../date-range.ts';
import { feesOf, netOf } from '../doge-days.ts';
import type { DayGroup, Output } from '../output.ts';
import type { MachineNames } from '../use-machine-names.ts';
import { OutputRows } from './output-row.tsx';
import styles from './outputs.module.css';

interface OutputDaysProps {
  days: readonly DayGroup[];
  coin: Output['coin'];
  /** Where several coins are mined they name the one whose machines it is of. */
  labels: { fee: string; afterFee: string };
  machines: MachineNames;
  /** What an amount of a date was worth, in micro-USDT; null without a price. */
  valueOf: (date: string, amount: bigint) => bigint | null;
  /** Rendered in a date's card after its outputs. */
  after?: (day: DayGroup) => ReactNode;
}

/** Outputs by date, each with its total once that is complete. */
export function OutputDays({ days, coin, labels, machines, valueOf, after }: OutputDaysProps) {
  return days.map((day, i) => (
    <section key={day.date}>
      <GroupTitle trailing={totalOf(day, coin)}>
        {day.date} {weekdayOf(day.date)}
      </GroupTitle>
      <Card flush>
        {day.total !== null && (
          <div className={styles.dayTotal}>
            <Columns items={figuresOf(day, labels, valueOf(day.date, day.total))} />
          </div>
        )}
        <div className={styles.rowsOfDay}>
          <OutputRows outputs={day.outputs} machines={machines} />
          {after?.(day)}
        </div>
      </Card>
      <Gap after={days[i + 1]?.date} before={day.date} />
    </section>
  ));
}

/** Says of the days between two dates that they have no output. */
function Gap({ after, before }: { after: string | undefined; before: string }) {
  const [first, last] = [after && dayBefore(after, -1), dayBefore(before, 1)];
  return first && first <= last && <p className={styles.gap}>{messages.noOutputOn(first, last)}</p>;
}

/** Of several machines; one says it itself. */
function totalOf({ outputs, total }: DayGroup, coin: Output['coin']): ReactNode {
  if (total === null || outputs.length === 1) return undefined;
  return (
    <>
      {messages.dayTotal} <Amount size="inline" value={total} coin={coin} />
    </>
  );
}

/** What a date's output was worth, the electricity of those machines, and what that leaves: with all digits, so that they add up. */
function figuresOf(
  { outputs }: DayGroup,
  labels: OutputDaysProps['labels'],
  value: bigint | null,
): ComponentProps<typeof Columns>['items'] {
  const net = netOf(value, outputs);
  // The first column names it for all.
  const unit = value === null ? undefined : null;
  const inUsdt = (amount: bigint) => <Amount size="sub" value={amount} coin="USDT" unit={unit} exact />;
  return [
    ...(value === null ? [] : [{ label: messages.worth, value: inUsdt(value) }]),
    ...feesOf(outputs).map((fee) => ({
      label: labels.fee,
      value: fee.coin === 'USDT' ? inUsdt(fee.amount) : <Amount size="sub" value={fee.amount} coin={fee.coin} />,
    })),
    ...(net === null
      ? []
      : [{ label: labels.afterFee, value: <Amount size="sub" value={net} coin="USDT" unit={null} direction exact /> }]),
  ];
}

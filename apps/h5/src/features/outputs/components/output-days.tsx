import { Amount, Card, GroupTitle, KeyValues, Phrases, weekdayOf } from '@lode/ui';
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
      <GroupTitle>
        {day.date} {weekdayOf(day.date)}
      </GroupTitle>
      <Card flush>
        {day.total !== null && (
          <div className={styles.dayTotal}>
            <KeyValues small items={totalOf(day, day.total, { coin, labels, value: valueOf(day.date, day.total) })} />
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

/** A date's output, what it was worth, the electricity of those machines, and what that leaves: with all digits, so that they add up. */
function totalOf(
  day: DayGroup,
  total: bigint,
  { coin, labels, value }: Pick<OutputDaysProps, 'coin' | 'labels'> & { value: bigint | null },
): ComponentProps<typeof KeyValues>['items'] {
  const net = netOf(value, day.outputs);
  const output = <Amount key="output" size="inline" value={total} coin={coin} />;
  const worth = value !== null && <Amount key="worth" size="inline" value={value} coin="USDT" approx exact />;
  return [
    { label: messages.dayTotal, value: worth ? <Phrases of={[output, worth]} /> : output },
    ...feesOf(day.outputs).map((fee) => ({
      label: fee.coin === 'USDT' ? labels.fee : `${labels.fee} ${fee.coin}`,
      value: <Amount size="inline" value={fee.amount} coin={fee.coin} exact />,
    })),
    ...(net === null
      ? []
      : [{ label: labels.afterFee, value: <Amount size="inline" value={net} coin="USDT" direction exact /> }]),
  ];
}

import { Amount, Card, GroupTitle, weekdayOf } from '@lode/ui';
import type { ReactNode } from 'react';
import { outputMessages as messages } from '../../../locales/zh/outputs.ts';
import type { DayGroup, Output } from '../output.ts';
import type { MachineNames } from '../use-machine-names.ts';
import { OutputRow } from './output-row.tsx';

interface OutputDaysProps {
  days: readonly DayGroup[];
  coin: Output['coin'];
  machines: MachineNames;
  /** Rendered in a date's card after its outputs. */
  after?: (day: DayGroup) => ReactNode;
}

/** Outputs by date, each with its total once that is complete. */
export function OutputDays({ days, coin, machines, after }: OutputDaysProps) {
  return days.map((day) => (
    <section key={day.date}>
      <GroupTitle
        trailing={
          day.total === null ? undefined : (
            <>
              {messages.dayTotal} <Amount size="inline" value={day.total} coin={coin} />
            </>
          )
        }
      >
        {day.date} {weekdayOf(day.date)}
      </GroupTitle>
      <Card flush>
        {day.outputs.map((output) => (
          <OutputRow key={output.id} output={output} model={machines.find(output.machineId)?.model} />
        ))}
        {after?.(day)}
      </Card>
    </section>
  ));
}

import { Card, GroupTitle, weekdayOf } from '@lode/ui';
import { Fragment, type ReactNode } from 'react';

interface DayGroupsProps<Entry> {
  /** Newest first. */
  entries: readonly Entry[];
  /** The business date of an entry. */
  dayOf: (entry: Entry) => string;
  children: (entry: Entry) => ReactNode;
}

/** Groups entries by date, one card per date. */
export function DayGroups<Entry extends { id: string }>({ entries, dayOf, children }: DayGroupsProps<Entry>) {
  const days = new Map<string, Entry[]>();
  for (const entry of entries) {
    const day = dayOf(entry);
    const known = days.get(day);
    if (known) known.push(entry);
    else days.set(day, [entry]);
  }
  return [...days].map(([day, ofDay]) => (
    <Fragment key={day}>
      <GroupTitle>
        {day} {weekdayOf(day)}
      </GroupTitle>
      <Card flush>
        {ofDay.map((entry) => (
          <Fragment key={entry.id}>{children(entry)}</Fragment>
        ))}
      </Card>
    </Fragment>
  ));
}

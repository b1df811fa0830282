import type { Data } from '@lode/contract';
import { Card, Schedule, type ScheduleStep, Skeleton } from '@lode/ui';
import type { ReactNode } from 'react';
import { type QueryLike, QueryView } from '../../../components/query-view.tsx';
import styles from './form.module.css';

type Dates = Data<'coinUpDate'>;

/** Dates of an order, shown before it is confirmed. */
export function DatesCard({
  dates,
  label,
  stepsOf,
  children,
}: {
  dates: QueryLike<Dates>;
  label: string;
  stepsOf: (dates: Dates) => readonly ScheduleStep[];
  /** Note below the dates. */
  children: ReactNode;
}) {
  return (
    <Card>
      <div className={styles.schedule}>
        <QueryView query={dates} skeleton={<Skeleton height={108} />} hasOwnNote>
          {(known) => <Schedule label={label} today={known.today} steps={stepsOf(known)} />}
        </QueryView>
      </div>
      <p className={styles.note}>{children}</p>
    </Card>
  );
}

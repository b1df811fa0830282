import { startOfMiningDay } from '../../../platform/clock/clock.ts';

/** The epochs of a day as instants, for SQL. */
export interface DayEpochs {
  starts: Date[];
  ends: Date[];
  seconds: number[];
}

export function dayEpochs(date: string, epochs: readonly { seconds: number }[]): DayEpochs {
  const seconds = epochs.map((epoch) => epoch.seconds);
  const start = startOfMiningDay(date).getTime();
  const ends = seconds.map((_, i) => new Date(start + 1000 * seconds.slice(0, i + 1).reduce((a, b) => a + b, 0)));
  return { starts: [new Date(start), ...ends.slice(0, -1)], ends, seconds };
}

/**
 * How long machines ran, for the tie-out: relation `ran (machine_id, epoch_seconds)`, read from the status log epoch by
 * epoch and never from what the posting steps made of it.
 * Parameters: $1 and $2 the first and last customer, $4 to $6 the epochs.
 */
export const expectedRun = `
  share as (
    select period.machine_id, n, floor(sum(
      case when started_at <= starts and coalesce(ended_at >= ends, true) then whole
        else greatest(0, extract(epoch from least(ended_at, ends) - greatest(started_at, starts))) end))::int as seconds
    from machine
    join machine_status_period period on period.machine_id = machine.id
    cross join unnest($4::timestamptz[], $5::timestamptz[], $6::int[]) with ordinality as epoch (starts, ends, whole, n)
    where machine.customer_id between $1 and $2 and period.status = 'RUNNING'
      and started_at < ($5::timestamptz[])[cardinality($5::timestamptz[])] and coalesce(ended_at > ($4::timestamptz[])[1], true)
    group by period.machine_id, n
  ),
  ran as (
    select machine_id, array_agg(seconds order by n) as epoch_seconds, sum(seconds)::int as seconds
    from share group by machine_id having sum(seconds) > 0
  )`;

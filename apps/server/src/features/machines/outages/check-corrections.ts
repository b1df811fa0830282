import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../../platform/books/limited.ts';
import { many } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** Each correction of the status log is its audit line, kept what it replaced, and stands in the log of each of its machines. */
const differences = query(
  'machines.check-corrections',
  limited(`
  with written as (
    select machine_id, seq, correction_id, 0::bigint as superseded_by, started_at, by, reason, recorded_at from machine_status_period where correction_id is not null
    union all
    select machine_id, seq, correction_id, superseded_by, started_at, by, reason, recorded_at from superseded_status_period where correction_id is not null
  ), kept as (
    select machine_id, superseded_by, seq, started_at, from_status, lag(ended_at) over in_order as previous_end, lag(status) over in_order as previous_status,
      lag(seq) over in_order as previous_seq
    from superseded_status_period window in_order as (partition by machine_id, superseded_by order by seq)
  ), corrected as (select superseded_by as id, machine_id from superseded_status_period group by superseded_by, machine_id)
  select 'a status that was dated back is audited' as "check", concat_ws(' ', 'status correction', coalesce(correction.id::text, detail ->> 'correction')) as subject,
    coalesce(concat_ws(' ', audit_log.subject, detail ->> 'status', detail ->> 'from', detail ->> 'to', detail ->> 'machines'), 'none') as expected,
    coalesce(concat_ws(' ', coalesce('site ' || site.name, 'machine ' || machine_id), correction.status, from_at, to_at, machines), 'none') as found
  from status_correction correction
  left join site on site.id = site_id
  full join (
    select audit_log.*, 'staff:' || proposer.name as proposer, 'staff:' || approver.name as approver from audit_log
    left join staff proposer on proposer.id = staff_id left join staff approver on approver.id = approved_by where action = 'outage:record'
  ) audit_log on detail ->> 'correction' = correction.id::text
  where (audit_log.subject, detail ->> 'status', (detail ->> 'from')::timestamptz, (detail ->> 'to')::timestamptz, detail ->> 'machines', audit_log.at, audit_log.reason, proposer, approver)
    is distinct from (coalesce('site ' || site.name, 'machine ' || machine_id), correction.status, from_at, to_at, machines::text, recorded_at, correction.reason, recorded_by,
      correction.approved_by)
  union all
  select 'what a correction replaced is kept', 'status correction ' || correction.id, machines::text, count(corrected.machine_id)::text
  from status_correction correction left join corrected on corrected.id = correction.id
  group by correction.id having machines <> count(corrected.machine_id)
  union all
  select 'a log that was superseded has no gap', concat_ws(' ', 'machine', machine_id, 'status correction', superseded_by, 'period', seq),
    concat_ws(' ', previous_seq + 1, previous_status, previous_end), concat_ws(' ', seq, from_status, started_at)
  from kept where previous_seq is not null
    and (seq <> previous_seq + 1 or from_status is distinct from previous_status or started_at is distinct from previous_end)
  union all
  select 'a corrected period is of its correction', concat_ws(' ', 'machine', written.machine_id, 'period', seq, 'status correction', correction_id),
    concat_ws(' ', from_at, to_at, recorded_by, correction.reason, correction.recorded_at), concat_ws(' ', started_at, by, written.reason, written.recorded_at)
  from written left join status_correction correction on correction.id = correction_id
  where (by, written.reason, written.recorded_at) is distinct from (recorded_by, correction.reason, correction.recorded_at)
    or started_at not between from_at and coalesce(to_at, correction.recorded_at)
  union all
  select 'a log that was superseded begins as its successor does', concat_ws(' ', 'machine', machine_id, 'status correction', superseded_by, 'period', seq),
    concat_ws(' ', next_start, next_status), concat_ws(' ', started_at, status)
  from (
    select distinct on (first.machine_id, first.superseded_by) first.*, next.started_at as next_start, next.status as next_status,
      next.correction_id as next_correction
    from (select distinct on (machine_id, superseded_by) * from superseded_status_period order by machine_id, superseded_by, seq) first
    left join (
      select machine_id, seq, started_at, status, correction_id, 'infinity'::numeric as until from machine_status_period
      union all
      select machine_id, seq, started_at, status, correction_id, superseded_by from superseded_status_period
    ) next on next.machine_id = first.machine_id and next.seq = first.seq and until > first.superseded_by
    order by first.machine_id, first.superseded_by, until
  ) succeeded
  where next_start is distinct from started_at or next_status <> status and next_correction is distinct from superseded_by
  union all
  select 'a correction stands in the log of its machines', concat_ws(' ', 'machine', corrected.machine_id, 'status correction', corrected.id), 'a period', 'none'
  from corrected
  where not exists (
    select from written where written.machine_id = corrected.machine_id and correction_id = corrected.id
      and (superseded_by = 0 or superseded_by > corrected.id))`),
).as<Difference>();

export const checkCorrections: BookCheck = (db) => many(db, differences);

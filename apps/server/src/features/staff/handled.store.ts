import { actions as actionsOfTwo } from '@lode/contract/proposal-names';
import { maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { handledAlone } from './handled-actions.ts';

export interface Handled {
  /** Each action with how often, the last one first. */
  actions: { action: string; count: number; at: Date; subject: string }[];
  /** A member's newest lines did not reach back so far: there may be more. */
  isCut: boolean;
}

const walkedAtMost = 2000;

// Times are in the order of ids: two walks from the newest line, of which those of before the time are left out.
const handled = query(
  'staff.handled',
  `with walked as (
     (select at, action, subject, id, false as approves, approved_by is null as counts from audit_log
      where staff_id between $1 and $1 order by staff_id, id desc limit $4)
     union all
     (select at, action, subject, id, true, true from audit_log
      where approved_by between $1 and $1 order by approved_by, id desc limit $4)
   ), since as (
     select * from walked where at >= $2
   ), counted as (
     select action, count(*)::int as count, max(id) as newest from since where counts and action = any($3) group by action
   )
   select coalesce((select jsonb_agg(jsonb_build_object('action', counted.action, 'count', counted.count, 'at', line.at, 'subject', line.subject)
       order by counted.newest desc)
     from counted join since line on line.id = counted.newest), '[]') as actions,
     (select greatest(count(*) filter (where approves), count(*) filter (where not approves)) >= $4 from since) as "isCut"`,
).as<{ actions: { action: string; count: number; at: string; subject: string }[]; isCut: boolean }>();

const handledActions = [...handledAlone, ...actionsOfTwo];

/**
 * What a member has done and decided since a time. Of an action that a second person approved only that one's approval: who proposed it
 * in the console has a line of its own for that, at a terminal none.
 */
export async function readHandled(db: Queryable, staffId: bigint, since: Date): Promise<Handled> {
  const row = await maybeOne(db, handled, [staffId, since, handledActions, walkedAtMost]);
  const { actions, isCut } = row ?? { actions: [], isCut: false };
  return { actions: actions.map(({ at, ...one }) => ({ ...one, at: new Date(at) })), isCut };
}

import { many, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import { owesElectricity } from '../../platform/electricity-debt.ts';
import { type MachineStatus, moveReasons } from './machine-state.ts';
import { moveMachines } from './machines.store.ts';

const dueDays = query(
  'machines.days-of-due-terms',
  `select distinct effective_from as day from machine_terms
   where not applied and effective_from <= $1 and ($2::bigint[] is null or machine_id = any($2)) order by day`,
).as<{ day: string }>();

/** The mining days up to `today` that begin with versions which `machine` does not repeat yet, the oldest first. */
export async function daysOfDueTerms(
  db: Queryable,
  today: string,
  machineIds: readonly bigint[] | null,
): Promise<string[]> {
  return (await many(db, dueDays, [today, machineIds])).map(({ day }) => day);
}

interface Repeated {
  machineId: bigint;
  customerId: bigint;
  status: MachineStatus;
  hasNewOwner: boolean;
  endTime: Date | null;
  at: Date;
}

const repeat = lockingQuery(
  'machines.repeat-terms',
  `select repeated.machine_id as "machineId", customer_id as "customerId", repeated.status, has_new_owner as "hasNewOwner", repeated.at,
     terms.end_time as "endTime"
   from repeat_machine_terms($1, $2, $3) repeated
   join machine_terms terms on terms.machine_id = repeated.machine_id and effective_from = $1
   order by repeated.machine_id`,
).as<Repeated>();

/**
 * Repeats the versions that begin on a day into `machine`. A machine that stood in ARREAR for its former owner's debt leaves it
 * when the new owner owes nothing; the debt stays with the former one. Answers how many were repeated.
 */
export async function repeatTerms(
  dbTx: Transaction,
  {
    day,
    machineIds,
    limit,
    recordedAt,
    standsAgainAt,
  }: {
    day: string;
    machineIds: readonly bigint[] | null;
    limit: number;
    recordedAt: Date;
    /** Null: from its first day on. */
    standsAgainAt: Date | null;
  },
): Promise<number> {
  const repeated = await many(dbTx, repeat, [day, machineIds, limit]);
  for (const { machineId, customerId, status, hasNewOwner, endTime, ...due } of repeated) {
    if (status !== 'ARREAR' || !hasNewOwner || (await owesElectricity(dbTx, customerId))) continue;
    const at = standsAgainAt ?? due.at;
    const to = endTime !== null && endTime <= at ? 'SUSPEND' : 'RUNNING';
    await moveMachines(dbTx, [{ machineId, from: 'ARREAR', to, at }], {
      by: 'clock',
      reason: moveReasons.newOwner,
      recordedAt,
    });
  }
  return repeated.length;
}

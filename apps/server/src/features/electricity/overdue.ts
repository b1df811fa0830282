import { type Database, many, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CustomerRange } from './collect.ts';
import { lockPayingAccounts } from './pay-owed.ts';

export interface StopPort {
  /** Stops the running ones of the machines; returns their number. */
  readonly enterArrear: (
    dbTx: Transaction,
    machineIds: readonly bigint[],
    times: { at: Date; recordedAt: Date },
  ) => Promise<number>;
}

/** An owner has this long from the posting of a charge, and the notice of it, until it stops the machine. */
export const hoursOfGrace = 24;
const graceMilliseconds = hoursOfGrace * 3_600_000;

/** When a charge that is posted now stops its machine at the earliest. */
export const endOfGrace = (postedAt: Date) => new Date(postedAt.getTime() + graceMilliseconds);

/** Unpaid, of a date before one that is closed, and known to its owner for a day. $1 the closed date, $2 the latest posting. */
const isOverdue = `date < $1 and coalesce(charged_at, '-infinity') <= $2`;
/** What a former owner owes stops no machine, also when its new owner owes something that is not overdue yet. */
const ownDebts = `owed_electricity debt join machine on machine.id = machine_id and machine.customer_id = debt.customer_id`;

const overdueInRange = query(
  'electricity.overdue',
  `select distinct machine_id as "machineId" from ${ownDebts}
   where debt.customer_id between $3 and $4 and machine.customer_id between $3 and $4 and ${isOverdue}`,
).as<{ machineId: bigint }>();

/** Machines to stop with the close of the date. */
export async function readOverdue(
  db: Queryable,
  { date, range, at }: { date: string; range: CustomerRange; at: Date },
): Promise<bigint[]> {
  const values = [date, latestPosting(at), range.first, range.last];
  return (await many(db, overdueInRange, values)).map(({ machineId }) => machineId);
}

const latestPosting = (now: Date) => new Date(now.getTime() - graceMilliseconds);

const batchSize = 200;

const overdueCustomers = query(
  'electricity.overdue-customers',
  `select distinct debt.customer_id as "customerId"
   from ${ownDebts} and status = 'RUNNING' and coalesce(end_time, 'infinity') > $3
   where date < last_closed_day('mining') and coalesce(charged_at, '-infinity') <= $2 and debt.customer_id > $1
   order by debt.customer_id limit ${batchSize}`,
).as<{ customerId: bigint }>();

const overdueMachines = query(
  'electricity.overdue-machines',
  `select distinct machine_id as "machineId" from ${ownDebts}
   where debt.customer_id = any($1::bigint[]) and date < last_closed_day('mining') and coalesce(charged_at, '-infinity') <= $2`,
).as<{ machineId: bigint }>();

/**
 * Stops machines whose grace has ended since the last close: a close that runs a little earlier than the one before must not
 * give them another day. The accounts are locked first, so that no payment comes between.
 */
export async function stopOverdueMachines(database: Database, ports: StopPort, now: Date): Promise<number> {
  const latest = latestPosting(now);
  let stopped = 0;
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const customers: bigint[] = (await many(database, overdueCustomers, [after, latest, now])).map(
      (row) => row.customerId,
    );
    if (customers.length > 0) {
      stopped += await database.transaction(async (dbTx) => {
        await lockPayingAccounts(dbTx, customers);
        const machines = await many(dbTx, overdueMachines, [customers, latest]);
        return ports.enterArrear(
          dbTx,
          machines.map(({ machineId }) => machineId),
          { at: now, recordedAt: now },
        );
      });
    }
    after = customers.length === batchSize ? customers.at(-1) : undefined;
  }
  return stopped;
}

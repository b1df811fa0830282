import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { CustomerRange } from '../collect.ts';
import type { OutageWindow } from './due.store.ts';

export interface OutageCredit extends OutageWindow {
  id: bigint;
  keepsOutput: boolean;
  /** Customers read it. */
  reason: string;
  finishedAt: Date | null;
}

const columns = `id, site_id as "siteId", machine_id as "machineId", from_at as from, to_at as to, keeps_output as "keepsOutput", reason,
  finished_at as "finishedAt"`;

const siteByName = query('electricity.site-by-name', 'select id from site where name = $1').as<{ id: bigint }>();

export async function findSiteId(db: Queryable, name: string): Promise<bigint | null> {
  return (await maybeOne(db, siteByName, [name]))?.id ?? null;
}

const machineExists = query('electricity.machine-exists', 'select id from machine where id = $1').as<{ id: bigint }>();

export async function isMachine(db: Queryable, id: bigint): Promise<boolean> {
  return (await maybeOne(db, machineExists, [id])) !== null;
}

const scopeName = query(
  'electricity.outage-scope',
  `select coalesce((select name from site where id = $1), (select machine_no from machine where id = $2)) as name`,
).as<{ name: string }>();

/** The site's name, or the machine's number. */
export async function readScopeName(db: Queryable, { siteId, machineId }: OutageWindow): Promise<string> {
  return (await one(db, scopeName, [siteId, machineId])).name;
}

const sameOutage = query(
  'electricity.same-outage',
  `select ${columns} from outage_credit
   where site_id is not distinct from $1 and machine_id is not distinct from $2 and from_at = $3 and to_at = $4`,
).as<OutageCredit>();

export function findSameCredit(
  db: Queryable,
  { siteId, machineId, from, to }: OutageWindow,
): Promise<OutageCredit | null> {
  return maybeOne(db, sameOutage, [siteId, machineId, from, to]);
}

const insertCredit = query(
  'electricity.insert-outage-credit',
  `insert into outage_credit (site_id, machine_id, from_at, to_at, keeps_output, reason, proposed_by, approved_by, credited_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning id`,
).as<{ id: bigint }>();

const insertBatches = query(
  'electricity.plan-outage-credit',
  `insert into outage_credit_batch (credit_id, batch, first_customer, last_customer)
   select $1, n, first, last from unnest($2::bigint[], $3::bigint[]) with ordinality as range (first, last, n)`,
);

/** Null: the same outage is there already. */
export async function insertOutageCredit(
  dbTx: Transaction,
  credit: Omit<OutageCredit, 'id' | 'finishedAt'> & { by: string; approvedBy: string; at: Date },
  ranges: readonly CustomerRange[],
): Promise<bigint | null> {
  const { siteId, machineId, from, to, keepsOutput, reason, by, approvedBy, at } = credit;
  const row = await maybeOne(dbTx, insertCredit, [
    siteId,
    machineId,
    from,
    to,
    keepsOutput,
    reason,
    by,
    approvedBy,
    at,
  ]);
  if (row === null) return null;
  const values = [row.id, ranges.map(({ first }) => first), ranges.map(({ last }) => last)];
  await execute(dbTx, insertBatches, values);
  return row.id;
}

/** Ranges of customers with about as many machine days each; a customer is never split. */
const plan = query(
  'electricity.outage-ranges',
  `select min(customer_id) as first, max(customer_id) as last
   from (
     select customer_id, (sum(count(*)) over (order by customer_id) - count(*))::bigint / $5 as part
     from machine_terms terms
     join generate_series($3::date, $4::date, interval '1 day') day on effective_from <= day and effective_to > day
     where machine_id = $2 or site_id = $1
     group by customer_id
   ) owner
   group by part order by part`,
).as<CustomerRange>();

export function planRanges(
  db: Queryable,
  { siteId, machineId }: OutageWindow,
  { first, last, machineDays }: { first: string; last: string; machineDays: number },
): Promise<CustomerRange[]> {
  return many(db, plan, [siteId, machineId, first, last, machineDays]);
}

const openCredits = query(
  'electricity.open-outage-credits',
  `select ${columns} from outage_credit where finished_at is null order by id limit 100`,
).as<OutageCredit>();

export function readOpenCredits(db: Queryable): Promise<OutageCredit[]> {
  return many(db, openCredits);
}

const creditById = query(
  'electricity.outage-credit',
  `select ${columns} from outage_credit where id = $1`,
).as<OutageCredit>();

export function readCredit(db: Queryable, id: bigint): Promise<OutageCredit> {
  return one(db, creditById, [id]);
}

export interface CreditBatch extends CustomerRange {
  number: number;
}

const batchColumns = 'batch as number, first_customer as first, last_customer as last';
const unfinished = 'credit_id = $1 and finished_at is null';
const takeFree = lockingQuery(
  'electricity.take-outage-batch',
  `select ${batchColumns} from outage_credit_batch where ${unfinished} order by batch limit 1 for update skip locked`,
).as<CreditBatch>();
/** Of one row: going on to the next with the lock of a finished one, two that wait would wait for each other. */
const awaitTaken = lockingQuery(
  'electricity.await-outage-batch',
  `select ${batchColumns} from outage_credit_batch
   where ${unfinished} and batch = (select min(batch) from outage_credit_batch where ${unfinished}) for update`,
).as<CreditBatch>();

/** A free batch, locked; when others hold all that is left, waits for one of them. Null: none is left, or that one got done. */
export async function takeBatch(dbTx: Transaction, creditId: bigint): Promise<CreditBatch | null> {
  return (await maybeOne(dbTx, takeFree, [creditId])) ?? maybeOne(dbTx, awaitTaken, [creditId]);
}

const left = query(
  'electricity.outage-batches-left',
  `select count(*) filter (where finished_at is null)::int as left, count(*)::int as batches from outage_credit_batch where credit_id = $1`,
).as<{ left: number; batches: number }>();

export function countBatches(db: Queryable, creditId: bigint): Promise<{ left: number; batches: number }> {
  return one(db, left, [creditId]);
}

const finishOne = query(
  'electricity.finish-outage-batch',
  'update outage_credit_batch set finished_at = $3, transfer_id = $4 where credit_id = $1 and batch = $2',
);

export async function finishBatch(
  db: Queryable,
  { creditId, number, at, transferId }: { creditId: bigint; number: number; at: Date; transferId: bigint | null },
): Promise<void> {
  await execute(db, finishOne, [creditId, number, at, transferId]);
}

const finish = query(
  'electricity.finish-outage-credit',
  `update outage_credit set finished_at = $2
   where id = $1 and finished_at is null and not exists (select from outage_credit_batch where credit_id = $1 and finished_at is null)`,
);

/** When no batch is left. */
export async function finishCredit(db: Queryable, creditId: bigint, at: Date): Promise<void> {
  await execute(db, finish, [creditId, at]);
}

export interface CreditedTotal {
  adjusted: 'electricity' | 'output';
  coin: string;
  machineDays: number;
  /** Minor units, above zero given. */
  amount: bigint;
}

const totals = query(
  'electricity.outage-credit-totals',
  `select adjusted, adjusted_coin as coin, count(*)::int as "machineDays", sum(adjusted_amount)::bigint as amount
   from charge_adjustment where outage_credit_id = $1 group by adjusted, adjusted_coin order by adjusted, adjusted_coin`,
).as<CreditedTotal>();

export function readTotals(db: Queryable, creditId: bigint): Promise<CreditedTotal[]> {
  return many(db, totals, [creditId]);
}

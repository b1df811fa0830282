import { many, maybeOne, one, type Queryable, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';

/** What a correction of the status log is about: every machine of a site, or one machine. */
export interface OutageScope {
  siteId: bigint | null;
  machineId: bigint | null;
}

/** What a machine's status was instead. `ARREAR` is never dated back: it follows from what is owed. */
export const datedBackStatuses = ['REPAIR', 'SUSPEND', 'RUNNING'] as const;
export type DatedBackStatus = (typeof datedBackStatuses)[number];

export interface StatusCorrection extends OutageScope {
  from: Date;
  /** Null: it lasts. */
  to: Date | null;
  status: DatedBackStatus;
}

/** A machine whose log changed. */
export interface CorrectedMachine {
  correctionId: bigint;
  machineNo: string;
  /** Whole seconds that it ran more (above zero) or less than the log said. */
  seconds: bigint;
}

const record = lockingQuery(
  'machines.record-status-correction',
  `select correction_id as "correctionId", machine_no as "machineNo", seconds
   from record_status_correction($1, $2, $3, $4, $5, $6, $7, $8, $9) corrected join machine on machine.id = corrected.machine_id
   order by machine_no`,
).as<CorrectedMachine>();

/** The only way in which history of the log changes. Holds the mining days: no close begins until the transaction ends. */
export function recordStatusCorrection(
  dbTx: Transaction,
  { siteId, machineId, from, to, status }: StatusCorrection,
  { by, approvedBy, reason, at }: { by: string; approvedBy: string; reason: string; at: Date },
): Promise<CorrectedMachine[]> {
  return many(dbTx, record, [siteId, machineId, from, to, status, by, approvedBy, reason, at]);
}

const siteByName = query('machines.site-by-name', 'select id from site where name = $1').as<{ id: bigint }>();

export async function findSiteId(db: Queryable, name: string): Promise<bigint | null> {
  return (await maybeOne(db, siteByName, [name]))?.id ?? null;
}

export interface CorrectionRow {
  id: bigint;
  site: string | null;
  machineId: bigint | null;
  machineNo: string | null;
  from: Date;
  to: Date | null;
  status: string;
  machines: number;
  reason: string;
  recordedBy: string;
  approvedBy: string;
  recordedAt: Date;
}

export const listedAtMost = 200;

const corrections = query(
  'machines.status-corrections',
  `select correction.id, site.name as site, correction.machine_id as "machineId", machine_no as "machineNo",
     from_at as from, to_at as to, correction.status, machines, reason,
     recorded_by as "recordedBy", approved_by as "approvedBy", recorded_at as "recordedAt"
   from status_correction correction
   left join site on site.id = correction.site_id
   left join machine on machine.id = correction.machine_id
   where ($1::bigint is null or correction.site_id = $1)
     and ($2::bigint is null or correction.id in (select superseded_by from superseded_status_period kept where kept.machine_id = $2))
     and ($3::bigint is null or correction.id < $3)
   order by correction.id desc limit $4`,
).as<CorrectionRow & { site: string | null; machineNo: string | null }>();

/** The newest first; of a machine also those of its site that changed its log. */
export function readCorrections(
  db: Queryable,
  { siteId, machineId }: OutageScope,
  { after = null, limit = listedAtMost }: { after?: string | null; limit?: number } = {},
): Promise<CorrectionRow[]> {
  return many(db, corrections, [siteId, machineId, after, limit]);
}

const notRunning = query(
  'machines.count-at-site',
  `select count(distinct machine_id)::int as machines from machine_terms
   where site_id = $1 and effective_from <= ($3::timestamptz at time zone 'UTC')::date and effective_to > ($2::timestamptz at time zone 'UTC')::date`,
).as<{ machines: number }>();

/** Machines whose terms had them at the site at some time between. */
export async function countMachinesAtSite(db: Queryable, siteId: bigint, from: Date, to: Date): Promise<number> {
  return (await one(db, notRunning, [siteId, from, to])).machines;
}

import { addDays, miningDate } from '../../../platform/clock/clock.ts';
import type { Database, Transaction } from '../../../platform/db/database.ts';
import { attemptTransaction } from '../../../platform/db/rehearsal.ts';
import type { Sentence } from '../../../platform/sentence.ts';
import type { Authority, StaffPorts } from '../../../platform/staff/authority.ts';
import { noMachine, unknownSite } from '../../../platform/staff/refusals.zh.ts';
import { holdFirstOpenDay } from '../external-reads.store.ts';
import { runMachineClockNow } from '../machine-clock.ts';
import { findMachineNo } from '../terms/terms.store.ts';
import {
  type CorrectedMachine,
  countMachinesAtSite,
  type DatedBackStatus,
  findSiteId,
  recordStatusCorrection,
  type StatusCorrection,
} from './outage.store.ts';
import * as say from './sentences.zh.ts';

export interface OutageRequest {
  /** Of one machine, or by its name every machine of a site. */
  scope: { machineId: bigint } | { site: string };
  from: Date;
  /** Null: it lasts. */
  to: Date | null;
  status: DatedBackStatus;
}

export type OutageResult =
  | { outcome: 'recorded'; correctionId: bigint; machines: CorrectedMachine[]; machinesInScope: number }
  | { outcome: 'refused'; reason: Sentence };

interface Label {
  by: string;
  approvedBy: string;
  reason: string;
  at: Date;
}

/** Dates a status back within open mining days. What it replaces is kept. */
export function recordOutage(
  database: Database,
  { recordAudit }: Pick<StaffPorts, 'recordAudit'>,
  request: OutageRequest,
  { authority, reason, now }: { authority: Authority; reason: string; now: Date },
): Promise<OutageResult> {
  const approver = authority.approver?.name;
  if (approver === undefined) throw new Error('a status is dated back by two people');
  const label = { by: `staff:${authority.by.name}`, approvedBy: `staff:${approver}`, reason, at: now };
  return attempt(database, request, label, async (dbTx, { correctionId, machines }) => {
    const { scope, status, from, to } = request;
    await recordAudit(dbTx, {
      at: now,
      authority,
      action: 'outage:record',
      subject: 'site' in scope ? `site ${scope.site}` : `machine ${scope.machineId}`,
      reason,
      detail: {
        correction: String(correctionId),
        status,
        from: from.toISOString(),
        to: to?.toISOString() ?? null,
        machines: machines.length,
        seconds: String(secondsOf(machines)),
      },
    });
    return true;
  });
}

/** What `recordOutage` would do now: it is done and rolled back. */
export function previewOutage(database: Database, request: OutageRequest, now: Date): Promise<OutageResult> {
  const label = { by: 'staff:preview', approvedBy: 'staff:second', reason: 'preview', at: now };
  return attempt(database, request, label, async () => false);
}

export const secondsOf = (machines: readonly CorrectedMachine[]) =>
  machines.reduce((sum, { seconds }) => sum + seconds, 0n);

type Recorded = Extract<OutageResult, { outcome: 'recorded' }>;

async function attempt(
  database: Database,
  request: OutageRequest,
  label: Label,
  keep: (dbTx: Transaction, recorded: Recorded) => Promise<boolean>,
): Promise<OutageResult> {
  // What the clock owes comes first: the correction is made on a log that is up to date.
  await runMachineClockNow(database, label.at);
  return attemptTransaction(database, async (dbTx) => {
    const result = await record(dbTx, request, label);
    return { result, isKept: result.outcome !== 'refused' && (await keep(dbTx, result)) };
  });
}

async function record(dbTx: Transaction, request: OutageRequest, label: Label): Promise<OutageResult> {
  const refused = (reason: Sentence): OutageResult => ({ outcome: 'refused', reason });
  const { from, to, status, scope } = request;
  const firstOpenDay = await holdFirstOpenDay(dbTx);
  const reason = reasonAgainstTime(request, firstOpenDay, label.at);
  if (reason !== null) return refused(reason);
  const siteId = 'site' in scope ? await findSiteId(dbTx, scope.site) : null;
  if ('site' in scope && siteId === null) return refused(unknownSite(scope.site));
  if ('machineId' in scope && (await findMachineNo(dbTx, scope.machineId)) === null)
    return refused(noMachine(scope.machineId));
  const correction: StatusCorrection = {
    siteId,
    machineId: 'site' in scope ? null : scope.machineId,
    from,
    to,
    status,
  };
  const machines = await recordStatusCorrection(dbTx, correction, label);
  const [first] = machines;
  if (!first) return refused(status === 'RUNNING' ? say.noneStopped : say.noneRunning);
  const machinesInScope = siteId === null ? 1 : await countMachinesAtSite(dbTx, siteId, from, to ?? label.at);
  return { outcome: 'recorded', correctionId: first.correctionId, machines, machinesInScope };
}

function reasonAgainstTime(
  { from, to, status }: OutageRequest,
  firstOpenDay: string | null,
  now: Date,
): Sentence | null {
  if (status === 'RUNNING' && to === null) return say.needsEnd;
  if (to !== null && to <= from) return say.endsBefore(from, to);
  if (from >= now) return say.beginsAhead(from);
  if (to !== null && to > now) return say.endsAhead(to);
  if (firstOpenDay !== null && miningDate(from) < firstOpenDay)
    return say.dayClosed(miningDate(from), addDays(firstOpenDay, -1), firstOpenDay);
  return null;
}

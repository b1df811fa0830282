import type { Proposal } from '../../components/proposal-dialog.tsx';

export interface OutageFields {
  site?: string;
  machine?: string;
  from: string;
  /** Empty: it lasts. */
  to?: string;
  status: 'REPAIR' | 'SUSPEND' | 'RUNNING';
  keepsOutput?: boolean;
}

export interface OutagePlan {
  proposals: Proposal[];
  /** Closed days that only a credit puts right, which this member may not propose; null: none. */
  uncredited: { from: string; to: string } | null;
}

export type OutageProblem = 'order' | 'runningClosed' | 'onlyClosed';

/** Typed in Shanghai time. */
const instantOf = (local: string): Date => new Date(`${local}+08:00`);

/** What is to be proposed: a credit for the closed days of the time, a status for the open ones, and what is left; or why there is none. */
export function outageProposals(
  { site, machine, from: typedFrom, to: typedTo, status, keepsOutput = false }: OutageFields,
  { firstOpenDay, mayCredit }: { firstOpenDay: string | null; mayCredit: boolean },
): OutagePlan | OutageProblem {
  const scope: Record<string, string> = machine === undefined ? { site: site ?? '' } : { machine };
  const from = instantOf(typedFrom);
  const to = typedTo ? instantOf(typedTo) : null;
  if (to !== null && to <= from) return 'order';
  const open = firstOpenDay === null ? from : new Date(`${firstOpenDay}T00:00:00Z`);
  const record = (begin: Date): Proposal => ({
    action: 'outage:record',
    options: { ...scope, from: begin.toISOString(), to: to === null ? 'open' : to.toISOString(), status },
  });
  if (from >= open) return { proposals: [record(from)], uncredited: null };
  // A close counts what ran; that a machine ran after all is no outage.
  if (status === 'RUNNING') return 'runningClosed';
  const isAllClosed = to !== null && to <= open;
  if (!mayCredit && isAllClosed) return 'onlyClosed';
  const end = isAllClosed && to !== null ? to : open;
  const closed = { from: from.toISOString(), to: end.toISOString() };
  if (!mayCredit) return { proposals: [record(open)], uncredited: closed };
  const credit: Proposal = {
    action: 'outage:credit',
    options: {
      ...scope,
      ...closed,
      ...(keepsOutput && { 'keep-output': 'true' }),
    },
  };
  return { proposals: isAllClosed ? [credit] : [credit, record(open)], uncredited: null };
}

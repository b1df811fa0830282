import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { formatAmount } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import type { ConsolePart, StaffSession } from '../../platform/http/console/console-context.ts';
import type { NeededRoles, StaffRole } from '../../platform/staff/authority.ts';
import { maskAccounts } from '../../platform/staff/mask-accounts.ts';
import { type HousePorts, houseItems, nothing } from './house-items.ts';

type Queue = ConsoleData<'workQueue'>;
type Item = Queue['items'][number];

/** What the other slices know of what waits; each the oldest first, and no more than `limit`. */
export interface WorkQueuePorts extends HousePorts {
  database: Queryable;
  readWaitingReviews: (
    db: Queryable,
    limit: number,
  ) => Promise<
    {
      id: bigint;
      number: string;
      account: string | null;
      coin: 'BTC' | 'USDT';
      network: 'BITCOIN' | 'ERC20';
      addressKey: string;
      amount: bigint;
      proposerId: bigint | null;
      proposer: string | null;
      since: Date;
    }[]
  >;
  addressOf: (network: 'BITCOIN' | 'ERC20', addressKey: string) => string;
  readOpenProposals: (
    db: Queryable,
    limit: number,
  ) => Promise<
    { id: bigint; action: string; summaryZh: string; proposedAt: Date; staffId: bigint; staffName: string }[]
  >;
  /** Who decides on a proposal of this action; undefined where this program does not know it. */
  neededFor: (action: string) => NeededRoles | undefined;
  readOpenAlerts: (
    db: Queryable,
  ) => Promise<{ id: bigint; kind: string; subject: string; message: string; raisedAt: Date }[]>;
  readWaitingThreads: (
    db: Queryable,
    limit: number,
  ) => Promise<{ id: bigint; account: string; title: string; assignee: string | null; changedAt: Date }[]>;
}

/** Of each kind; a longer queue is cut, and the answer says so. */
export const shownAtMost = 200;

const alertRoles: readonly StaffRole[] = ['FINANCE', 'APPROVER'];

/** What waits for the staff, from all slices, as the opening page of the console shows it. */
export function workQueueSlice(ports: WorkQueuePorts): { consoleHandlers: ConsolePart<'workQueue'> } {
  return {
    consoleHandlers: {
      async workQueue({ session, now }) {
        const { database } = ports;
        const [reviews, proposals, alerts, threads, ofTheHouse] = await Promise.all([
          ports.readWaitingReviews(database, shownAtMost + 1),
          ports.readOpenProposals(database, shownAtMost + 1),
          ports.readOpenAlerts(database),
          ports.readWaitingThreads(database, shownAtMost + 1),
          houseItems(database, ports, { role: session.role, now, limit: shownAtMost + 1 }),
        ]);
        const items = [
          ...reviews.map((review) => reviewItem(review, session, ports)),
          ...proposals.map((proposal) => proposalItem(proposal, session, ports)),
          ...alerts.map((alert) => alertItem(alert, session)),
          ...threads.map((thread) => threadItem(thread, session)),
          ...ofTheHouse,
        ];
        return { ...cutItems(items), readAt: now.toISOString() };
      },
    },
  };
}

/** Sorted by age, and each kind cut to what is shown. */
export function cutItems(items: readonly Item[]): Pick<Queue, 'items' | 'cut'> {
  const counts = new Map<Item['kind'], number>();
  const cut = new Set<Item['kind']>();
  const kept = items
    .toSorted((a, b) => a.since.localeCompare(b.since))
    .filter(({ kind }) => {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count > shownAtMost) cut.add(kind);
      return count <= shownAtMost;
    });
  return { items: kept, cut: [...cut] };
}

function reviewItem(
  review: Awaited<ReturnType<WorkQueuePorts['readWaitingReviews']>>[number],
  { role, staffId }: StaffSession,
  { addressOf }: WorkQueuePorts,
): Item {
  const { id, number, account, coin, amount, proposerId, proposer, since } = review;
  const isProposed = proposerId !== null;
  return {
    ...nothing,
    kind: isProposed ? 'APPROVE_WITHDRAWAL' : 'PROPOSE_WITHDRAWAL',
    id: String(id),
    isMine: isProposed ? role === 'APPROVER' && proposerId !== staffId : role === 'FINANCE',
    title: number,
    account: account === null ? null : maskAccount(account),
    address: addressOf(review.network, review.addressKey),
    coin,
    amount: formatAmount(amount, coin),
    by: proposer,
    since: since.toISOString(),
  };
}

function proposalItem(
  {
    id,
    action,
    summaryZh,
    proposedAt,
    staffId,
    staffName,
  }: Awaited<ReturnType<WorkQueuePorts['readOpenProposals']>>[number],
  session: StaffSession,
  { neededFor }: WorkQueuePorts,
): Item {
  const approvers = neededFor(action)?.approvedBy ?? [];
  return {
    ...nothing,
    kind: 'PROPOSAL',
    id: String(id),
    isMine: approvers.includes(session.role) && staffId !== session.staffId,
    title: action,
    detail: maskAccounts(summaryZh),
    by: staffName,
    since: proposedAt.toISOString(),
  };
}

function alertItem(
  { id, kind, subject, message, raisedAt }: Awaited<ReturnType<WorkQueuePorts['readOpenAlerts']>>[number],
  { role }: StaffSession,
): Item {
  const isMine = alertRoles.includes(role);
  return {
    ...nothing,
    kind: 'ALERT',
    id: String(id),
    isMine,
    title: kind,
    detail: message,
    subject,
    since: raisedAt.toISOString(),
  };
}

function threadItem(
  { id, account, title, assignee, changedAt }: Awaited<ReturnType<WorkQueuePorts['readWaitingThreads']>>[number],
  { role, name }: StaffSession,
): Item {
  return {
    ...nothing,
    kind: 'QUESTION',
    id: String(id),
    isMine: role === 'SUPPORT' && (assignee === null || assignee === name),
    title,
    account: maskAccount(account),
    by: assignee,
    since: changedAt.toISOString(),
  };
}

import { maskAccount } from '@lode/contract';
import type { ConsoleData } from '@lode/contract/console';
import { DecimalError, formatAmount, isCoin, type MinedCoin, parseAmount, valueInUsdt } from '@lode/money';
import { businessDate, miningDate, startOfBusinessDay } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { ConsolePart, StaffSession } from '../../platform/http/console/console-context.ts';
import type { EventLog } from '../../platform/log/event-log.ts';
import type { NeededRoles } from '../../platform/staff/authority.ts';
import { maskAccounts } from '../../platform/staff/mask-accounts.ts';
import { type BlockedPorts, blockedSources } from './blocked-items.ts';
import { type UnrequestedPorts, unrequestedSources } from './unrequested-items.ts';
import {
  amountFields,
  emptyFields,
  type Item,
  itemOf,
  type QueueRequest,
  type Source,
  type UnvaluedItem,
  type WorkKind,
} from './work-item.ts';

type Queue = ConsoleData<'workQueue'>;

/** What the other slices know of what waits; each the oldest first, and no more than `limit`. */
export interface WorkQueuePorts extends UnrequestedPorts, BlockedPorts {
  database: Queryable;
  log: EventLog;
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
    {
      id: bigint;
      action: string;
      input: unknown;
      summaryZh: string;
      proposedAt: Date;
      staffId: bigint;
      staffName: string;
    }[]
  >;
  /** What a member has done and decided since a time, the last action first. */
  readHandled: (
    db: Queryable,
    staffId: bigint,
    since: Date,
  ) => Promise<{ actions: { action: string; count: number; at: Date; subject: string }[]; isCut: boolean }>;
  /** Who decides on a proposal of this action; undefined where this program does not know it. */
  neededFor: (action: string) => NeededRoles | undefined;
  readOpenAlerts: (
    db: Queryable,
  ) => Promise<{ id: bigint; kind: string; subject: string; message: string; raisedAt: Date }[]>;
  readWaitingThreads: (
    db: Queryable,
    limit: number,
  ) => Promise<{ id: bigint; account: string; title: string; assignee: string | null; changedAt: Date }[]>;
  /** The newest that are fixed, in micro-USDT for one coin. */
  newestPrices: (db: Queryable, miningDate: string) => Promise<{ coin: MinedCoin; date: string; usdt: bigint }[]>;
}

/** Of each kind; a longer queue is cut, and the answer says so. */
export const shownAtMost = 200;

/** What waits for the staff, from all slices, as the opening page of the console shows it. */
export function workQueueSlice(ports: WorkQueuePorts): { consoleHandlers: ConsolePart<'workQueue'> } {
  const { database: db, log } = ports;
  return {
    consoleHandlers: {
      async workQueue({ session, now }) {
        const request = { db, role: session.role, now, limit: shownAtMost + 1 };
        const sources = [
          ...peopleSources(ports, session, request),
          ...blockedSources(ports, request),
          ...unrequestedSources(ports, request),
        ];
        const [prices, handled, { drafts, failed }] = await Promise.all([
          ports.newestPrices(db, miningDate(now)).catch((err: unknown) => {
            log.error({ event: 'work-queue.prices-failed', err });
            return [];
          }),
          readHandledToday(ports, session, now).catch((err: unknown) => {
            log.error({ event: 'work-queue.handled-failed', err });
            return null;
          }),
          readSources(sources, log),
        ]);
        return {
          ...cutItems(drafts.map((draft) => valued(draft, prices))),
          failed,
          handled,
          prices: prices.map(({ coin, date, usdt }) => ({ coin, date, price: formatAmount(usdt, 'USDT') })),
          readAt: now.toISOString(),
        };
      },
    },
  };
}

/** Of the caller alone, since midnight in Shanghai. */
async function readHandledToday(
  { database, readHandled }: WorkQueuePorts,
  { staffId }: StaffSession,
  now: Date,
): Promise<Queue['handled']> {
  const { actions, isCut } = await readHandled(database, staffId, startOfBusinessDay(businessDate(now)));
  const [last] = actions;
  return {
    actions: actions.map(({ action, count }) => ({ action, count })),
    isCut,
    last: last ? { action: last.action, subject: maskAccounts(last.subject), at: last.at.toISOString() } : null,
  };
}

/** What one slice cannot say hides nothing of the others; throws where none can. */
export async function readSources(
  sources: readonly Source[],
  log: Pick<EventLog, 'error'>,
): Promise<{ drafts: UnvaluedItem[]; failed: WorkKind[] }> {
  const results = await Promise.allSettled(sources.map(({ read }) => read()));
  const failed = new Set<WorkKind>();
  for (const [n, result] of results.entries()) {
    if (result.status === 'fulfilled') continue;
    for (const kind of sources[n]?.kinds ?? []) failed.add(kind);
    log.error({ event: 'work-queue.read-failed', kinds: sources[n]?.kinds, err: result.reason });
  }
  const [first] = results;
  if (first?.status === 'rejected' && results.every(({ status }) => status === 'rejected')) throw first.reason;
  return { drafts: results.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])), failed: [...failed] };
}

function valued(draft: UnvaluedItem, prices: Awaited<ReturnType<WorkQueuePorts['newestPrices']>>): Item {
  const { coin, amount } = draft;
  if (coin === null || amount === null) return { ...draft, usdt: null };
  const price = coin === 'USDT' ? 0n : prices.find((one) => one.coin === coin)?.usdt;
  const value = price === undefined ? null : valueInUsdt(parseAmount(amount, coin), coin, price);
  return { ...draft, usdt: value === null ? null : formatAmount(value, 'USDT') };
}

/** Sorted by age, and each kind cut to what is shown. */
export function cutItems(items: readonly Item[]): Pick<Queue, 'items' | 'cut'> {
  const counts = new Map<WorkKind, number>();
  const cut = new Set<WorkKind>();
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

/** What a person asked for, or is asked. */
function peopleSources(ports: WorkQueuePorts, session: StaffSession, { db, role, limit }: QueueRequest): Source[] {
  return [
    {
      kinds: ['PROPOSE_WITHDRAWAL', 'APPROVE_WITHDRAWAL'],
      read: async () => (await ports.readWaitingReviews(db, limit)).map((review) => reviewItem(review, session, ports)),
    },
    {
      kinds: ['PROPOSAL'],
      read: async () =>
        (await ports.readOpenProposals(db, limit)).map((proposal) => proposalItem(proposal, session, ports)),
    },
    {
      kinds: ['ALERT'],
      read: async () =>
        (await ports.readOpenAlerts(db)).map(({ id, kind, subject, message, raisedAt: at }) =>
          itemOf(role, 'ALERT', { id: String(id), title: kind, detail: message, subject, at }),
        ),
    },
    {
      kinds: ['THREAD'],
      read: async () => (await ports.readWaitingThreads(db, limit)).map((thread) => threadItem(thread, session)),
    },
  ];
}

function reviewItem(
  review: Awaited<ReturnType<WorkQueuePorts['readWaitingReviews']>>[number],
  { role, staffId }: StaffSession,
  { addressOf }: WorkQueuePorts,
): UnvaluedItem {
  const { id, number, account, coin, amount, proposerId, proposer, since } = review;
  const isProposed = proposerId !== null;
  return {
    ...emptyFields,
    kind: isProposed ? 'APPROVE_WITHDRAWAL' : 'PROPOSE_WITHDRAWAL',
    id: String(id),
    isMine: isProposed ? role === 'APPROVER' && proposerId !== staffId : role === 'FINANCE',
    title: number,
    account: account === null ? null : maskAccount(account),
    address: addressOf(review.network, review.addressKey),
    ...amountFields(amount, coin),
    by: proposer,
    since: since.toISOString(),
  };
}

function proposalItem(
  {
    id,
    action,
    input,
    summaryZh,
    proposedAt,
    staffId,
    staffName,
  }: Awaited<ReturnType<WorkQueuePorts['readOpenProposals']>>[number],
  session: StaffSession,
  { neededFor }: WorkQueuePorts,
): UnvaluedItem {
  const approvers = neededFor(action)?.approvedBy ?? [];
  return {
    ...emptyFields,
    kind: 'PROPOSAL',
    id: String(id),
    isMine: approvers.includes(session.role) && staffId !== session.staffId,
    title: action,
    detail: maskAccounts(summaryZh),
    ...givenAmount(input),
    by: staffName,
    since: proposedAt.toISOString(),
  };
}

/** Of an action that was given an amount of a coin. */
function givenAmount(input: unknown): Partial<Pick<UnvaluedItem, 'coin' | 'amount'>> {
  const { coin, amount } = input as Record<string, unknown>;
  if (typeof coin !== 'string' || !isCoin(coin) || typeof amount !== 'string') return {};
  try {
    return amountFields(parseAmount(amount, coin), coin);
  } catch (error) {
    if (error instanceof DecimalError) return {};
    throw error;
  }
}

function threadItem(
  { id, account, title, assignee, changedAt }: Awaited<ReturnType<WorkQueuePorts['readWaitingThreads']>>[number],
  { role, name }: StaffSession,
): UnvaluedItem {
  return {
    ...emptyFields,
    kind: 'THREAD',
    id: String(id),
    isMine: role === 'SUPPORT' && (assignee === null || assignee === name),
    title,
    account: maskAccount(account),
    by: assignee,
    since: changedAt.toISOString(),
  };
}

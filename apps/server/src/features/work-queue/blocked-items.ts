import { maskAccount } from '@lode/contract';
import type { Coin } from '@lode/money';
import type { Queryable } from '../../platform/db/database.ts';
import { maskAccounts } from '../../platform/staff/mask-accounts.ts';
import { amountFields, itemOf, type QueueRequest, type Source } from './work-item.ts';

/** What does not go on by itself: deposits, payments, jobs, and books that say otherwise. Each the oldest first, and no more than `limit`. */
export interface BlockedPorts {
  readWaitingDeposits: (
    db: Queryable,
    now: Date,
    limit: number,
  ) => Promise<
    { id: bigint; account: string; coin: Coin; amount: bigint | null; cause: string; txid: string; since: Date }[]
  >;
  readStuckAt: (
    db: Queryable,
    now: Date,
    page: { after: null; limit: number },
  ) => Promise<
    {
      id: bigint;
      number: string;
      account: string | null;
      coin: Coin;
      amount: bigint;
      cause: string;
      since: Date;
    }[]
  >;
  readDifferences: (now: Date) => Promise<{ beside: 'CHAIN' | 'POOL'; coin: Coin; difference: bigint; since: Date }[]>;
  readFailedJobs: (
    db: Queryable,
    limit: number,
  ) => Promise<
    {
      id: bigint;
      task: string;
      withdrawal: bigint | null;
      attempts: number;
      failedSeconds: bigint;
      error: string;
    }[]
  >;
  readFailedOrders: (
    db: Queryable,
    limit: number,
  ) => Promise<{ id: bigint; kind: string; date: string; work: string; by: string; at: Date }[]>;
}

/** Causes that no member of the staff has a step for. */
const goesOnByItself = new Set(['SCREENING', 'REORGED']);

export function blockedSources(ports: BlockedPorts, { db, role, now, limit }: QueueRequest): Source[] {
  return [
    {
      kinds: ['DEPOSIT'],
      read: async () =>
        (await ports.readWaitingDeposits(db, now, limit)).map(({ id, account, coin, amount, cause, txid, since }) =>
          itemOf(role, 'DEPOSIT', {
            id: String(id),
            title: txid,
            // What a second node does not confirm goes on by itself once it does.
            ...(cause === 'SECOND_NODE' && { isMine: false }),
            detail: cause,
            account: maskAccount(account),
            ...(amount !== null && amountFields(amount, coin)),
            at: since,
          }),
        ),
    },
    {
      kinds: ['STUCK_PAYMENT'],
      read: async () =>
        (await ports.readStuckAt(db, now, { after: null, limit })).map(
          ({ id, number, account, coin, amount, cause, since }) =>
            itemOf(role, 'STUCK_PAYMENT', {
              id: String(id),
              // Releasing inputs is the one recovery that takes no second person.
              ...(cause === 'KEEPS_INPUTS' && { isMine: role === 'FINANCE' || role === 'APPROVER' }),
              ...(goesOnByItself.has(cause) && { isMine: false }),
              title: number,
              detail: cause,
              account: account === null ? null : maskAccount(account),
              ...amountFields(amount, coin),
              at: since,
            }),
        ),
    },
    {
      kinds: ['DIFFERENCE'],
      read: async () =>
        (await ports.readDifferences(now)).map(({ beside, coin, difference, since }) =>
          itemOf(role, 'DIFFERENCE', {
            id: `${beside}.${coin}`,
            title: coin,
            detail: beside,
            ...amountFields(difference, coin),
            at: since,
          }),
        ),
    },
    {
      kinds: ['FAILED_JOB'],
      read: async () =>
        (await ports.readFailedJobs(db, limit)).map(({ id, task, withdrawal, attempts, failedSeconds, error }) =>
          itemOf(role, 'FAILED_JOB', {
            id: String(id),
            title: task,
            detail: maskAccounts(error),
            subject: withdrawal === null ? null : `withdrawal ${withdrawal}`,
            count: attempts,
            // The queue runs by the database's clock, the product by its own.
            at: new Date(now.getTime() - Number(failedSeconds) * 1000),
          }),
        ),
    },
    {
      kinds: ['FAILED_ORDER'],
      read: async () =>
        (await ports.readFailedOrders(db, limit)).map(({ id, kind, date, work, by, at }) =>
          itemOf(role, 'FAILED_ORDER', {
            id: String(id),
            title: kind,
            detail: work,
            day: date,
            by,
            at,
          }),
        ),
    },
  ];
}

import type { Coin } from '@lode/money';
import { addDays, businessDate, miningDate } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { amountFields, itemOf, type QueueRequest, type Source } from './work-item.ts';

/** What waits without a person who asked for it: days, money, machines. Each the oldest first, and no more than `limit`. */
export interface UnrequestedPorts {
  readRefusedDays: (db: Queryable, limit: number) => Promise<{ kind: string; date: string; count: number; at: Date }[]>;
  readOwedInterest: (
    db: Queryable,
    limit: number,
  ) => Promise<{ coin: Coin; date: string; amount: bigint; since: Date }[]>;
  listArrivals: (
    db: Queryable,
    limit: number,
  ) => Promise<{ id: bigint; coin: Coin; amount: bigint; purpose: string; txid: string; since: Date }[]>;
  readArrears: (db: Queryable) => Promise<{ machines: number; customers: number; since: Date | null }>;
  readEndingContracts: (
    db: Queryable,
    until: Date,
  ) => Promise<{ machines: number; customers: number; first: Date | null }>;
  readComingPrices: (
    db: Queryable,
    after: string,
    until: string,
    limit: number,
  ) => Promise<{ siteId: bigint; site: string; tariff: string; price: string; from: string }[]>;
}

/** What changes within these days is shown before it does. */
const daysAhead = 7;

export function unrequestedSources(ports: UnrequestedPorts, { db, role, now, limit }: QueueRequest): Source[] {
  const today = miningDate(now);
  const until = new Date(now.getTime() + daysAhead * 86_400_000);
  return [
    {
      kinds: ['DAY'],
      read: async () =>
        (await ports.readRefusedDays(db, limit)).map(({ kind, date, count, at }) =>
          itemOf(role, 'DAY', { id: `${kind}.${date}`, title: kind, day: date, count, at }),
        ),
    },
    {
      kinds: ['SUSPENSE'],
      read: async () =>
        (await ports.listArrivals(db, limit)).map(({ id, coin, amount, purpose, txid, since }) =>
          itemOf(role, 'SUSPENSE', {
            id: String(id),
            title: txid,
            detail: purpose,
            ...amountFields(amount, coin),
            at: since,
          }),
        ),
    },
    {
      kinds: ['INTEREST'],
      read: async () =>
        (await ports.readOwedInterest(db, limit)).map(({ coin, date, amount, since }) =>
          itemOf(role, 'INTEREST', {
            id: `${coin}.${date}`,
            title: coin,
            day: date,
            ...amountFields(amount, coin),
            at: since,
          }),
        ),
    },
    {
      kinds: ['ARREARS'],
      async read() {
        const { machines, customers, since } = await ports.readArrears(db);
        if (since === null) return [];
        return [itemOf(role, 'ARREARS', { id: 'all', title: String(customers), count: machines, at: since })];
      },
    },
    {
      kinds: ['CONTRACTS'],
      async read() {
        const { machines, customers, first } = await ports.readEndingContracts(db, until);
        if (first === null) return [];
        const own = { id: 'all', title: String(customers), count: machines, day: businessDate(first), at: now };
        return [itemOf(role, 'CONTRACTS', own)];
      },
    },
    {
      kinds: ['PRICE'],
      read: async () =>
        (await ports.readComingPrices(db, today, addDays(today, daysAhead), limit)).map(
          ({ siteId, site, tariff, price, from }, n) =>
            itemOf(role, 'PRICE', {
              id: `${siteId}.${n}`,
              title: site,
              detail: tariff === '' ? price : `${tariff} ${price}`,
              day: from,
              at: now,
            }),
        ),
    },
  ];
}

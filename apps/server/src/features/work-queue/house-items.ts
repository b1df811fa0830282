import type { ConsoleData } from '@lode/contract/console';
import { type Coin, formatAmount } from '@lode/money';
import { addDays, businessDate, miningDate } from '../../platform/clock/clock.ts';
import type { Queryable } from '../../platform/db/database.ts';
import type { StaffRole } from '../../platform/staff/authority.ts';

type Item = ConsoleData<'workQueue'>['items'][number];

/** What waits without a person who asked for it: days, money, machines. Each the oldest first, and no more than `limit`. */
export interface HousePorts {
  readRefusedDays: (db: Queryable, limit: number) => Promise<{ kind: string; date: string; count: number; at: Date }[]>;
  readOwedInterest: (
    db: Queryable,
    limit: number,
  ) => Promise<{ coin: Coin; date: string; amount: bigint; since: Date }[]>;
  listOrigins: (
    db: Queryable,
    limit: number,
  ) => Promise<
    { origin: string; id: bigint; coin: Coin; amount: bigint; purpose: string; txid: string; since: Date }[]
  >;
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

export const nothing = {
  detail: null,
  subject: null,
  account: null,
  address: null,
  coin: null,
  amount: null,
  by: null,
  day: null,
  count: null,
};

/** Whose step each kind is. */
const stepOf: Partial<Record<Item['kind'], readonly StaffRole[]>> = {
  DAY: ['FINANCE'],
  SUSPENSE: ['FINANCE'],
  INTEREST: ['FINANCE'],
  ARREARS: ['SUPPORT'],
  PRICE: ['OPERATIONS'],
  CONTRACTS: ['OPERATIONS'],
};

export async function houseItems(
  db: Queryable,
  ports: HousePorts,
  { role, now, limit }: { role: StaffRole; now: Date; limit: number },
): Promise<Item[]> {
  const today = miningDate(now);
  const until = new Date(now.getTime() + daysAhead * 86_400_000);
  const [days, origins, interest, arrears, contracts, prices] = await Promise.all([
    ports.readRefusedDays(db, limit),
    ports.listOrigins(db, limit),
    ports.readOwedInterest(db, limit),
    ports.readArrears(db),
    ports.readEndingContracts(db, until),
    ports.readComingPrices(db, today, addDays(today, daysAhead), limit),
  ]);
  const item = (kind: Item['kind'], own: Pick<Item, 'id' | 'title'> & Partial<Item> & { at: Date }): Item => {
    const { at, ...rest } = own;
    return { ...nothing, ...rest, kind, isMine: stepOf[kind]?.includes(role) ?? false, since: at.toISOString() };
  };
  return [
    ...days.map(({ kind, date, count, at }) =>
      item('DAY', { id: `${kind}.${date}`, title: kind, day: date, count, at }),
    ),
    ...origins.map(({ origin, id, coin, amount, purpose, txid, since }) => {
      const money = { coin, amount: formatAmount(amount, coin) };
      return item('SUSPENSE', { id: `${origin}.${id}`, title: txid, detail: purpose, ...money, at: since });
    }),
    ...interest.map(({ coin, date, amount, since }) => {
      const money = { coin, amount: formatAmount(amount, coin) };
      return item('INTEREST', { id: `${coin}.${date}`, title: coin, day: date, ...money, at: since });
    }),
    ...(arrears.since === null
      ? []
      : [
          item('ARREARS', {
            id: 'all',
            title: String(arrears.customers),
            count: arrears.machines,
            at: arrears.since,
          }),
        ]),
    ...(contracts.first === null
      ? []
      : [
          item('CONTRACTS', {
            id: 'all',
            title: String(contracts.customers),
            count: contracts.machines,
            day: businessDate(contracts.first),
            at: now,
          }),
        ]),
    ...prices.map(({ siteId, site, tariff, price, from }, n) =>
      item('PRICE', {
        id: `${siteId}.${n}`,
        title: site,
        detail: tariff === '' ? price : `${tariff} ${price}`,
        day: from,
        at: now,
      }),
    ),
  ];
}

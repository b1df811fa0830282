import {
  type HashInput,
  ledgerError,
  type PostingType,
  postTransfers,
  type Transfer,
  transferCall,
  transferValues,
} from '@lode/ledger';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';
import type { Position } from './position-state.ts';
import type { SavingsCoin } from './savings-coin.ts';

const holdDay = lockingQuery('coin-up.hold-day', 'select hold_coin_up_day($1) as day').as<{ day: string }>();

/** The business day of what moves now; no run of a day begins until the caller's transaction ends. */
export async function holdCoinUpDay(dbTx: Transaction, asked: string): Promise<string> {
  return (await one(dbTx, holdDay, [asked])).day;
}

const dayNow = query('coin-up.day-now', 'select coin_up_day($1) as day').as<{ day: string }>();

/** The day that a movement would have now, for showing. */
export async function coinUpToday(db: Queryable, asked: string): Promise<string> {
  return (await one(db, dayNow, [asked])).day;
}

const positionColumns = `earning, in_transit_in as "inTransitIn", in_transit_out as "inTransitOut"`;
const lockPosition = lockingQuery(
  'coin-up.lock-position',
  `select ${positionColumns} from coin_up_position where customer_id = $1 and coin = $2 for update`,
).as<Position>();
const openPosition = query(
  'coin-up.open-position',
  'insert into coin_up_position (customer_id, coin) values ($1, $2) on conflict do nothing',
);

const openPositions = query(
  'coin-up.open-positions',
  `insert into coin_up_position (customer_id, coin)
   select customer, wanted from unnest((select $1::bigint[]), (select $2::text[])) asked (customer, wanted) order by customer, wanted
   on conflict do nothing`,
);
const lockPositions = lockingQuery(
  'coin-up.lock-positions',
  `select customer_id as "customerId" from coin_up_position
   join unnest((select $1::bigint[]), (select $2::text[])) asked (customer, wanted) on customer_id = customer and coin = wanted
   order by customer_id, coin for update of coin_up_position`,
);

/** Locks the positions, before their accounts are: the run does the same. New ones are made where there are none. */
export async function holdPositions(
  dbTx: Transaction,
  positions: readonly { customerId: bigint; coin: SavingsCoin }[],
): Promise<void> {
  const values = [positions.map(({ customerId }) => customerId), positions.map(({ coin }) => coin)];
  await Promise.all([execute(dbTx, openPositions, values), execute(dbTx, lockPositions, values)]);
}

/** The position, locked, before its accounts are: the run does the same. A new one is made where there is none. */
export async function lockedPosition(dbTx: Transaction, customerId: bigint, coin: SavingsCoin): Promise<Position> {
  const found = await maybeOne(dbTx, lockPosition, [customerId, coin]);
  if (found) return found;
  await maybeOne(dbTx, openPosition, [customerId, coin]);
  return one(dbTx, lockPosition, [customerId, coin]);
}

/** A subscription or a redemption as it is kept. */
export interface Order {
  id: bigint;
  coin: SavingsCoin;
  direction: 'IN' | 'OUT';
  state: 'INTRANSIT' | 'SUCCESS';
  account: 'COIN_UP_ACCOUNT' | 'INCOME_ACCOUNT';
  amount: bigint;
  date: string;
  arrivalDate: string;
  requestedAt: Date;
}

const orderColumns = `id, coin, direction, state, account, amount, date, arrival_date as "arrivalDate",
  requested_at as "requestedAt"`;

/** What every order is made of. */
export interface NewOrder {
  customerId: bigint;
  coin: SavingsCoin;
  amount: bigint;
  date: string;
  arrivalDate: string;
  now: Date;
}

interface WithTransfer extends NewOrder {
  key: string;
  input: HashInput;
  type: PostingType;
  from: bigint;
  to: bigint;
}

export type NewSubscription = WithTransfer;

const transferOf = (order: WithTransfer, kind: string): Transfer => {
  const { amount, date, now, key, input, type, from, to } = order;
  return { key, input, kind, businessDate: date, postedAt: now, postings: [{ from, to, type, amount, date }] };
};

const subscribe = query(
  'coin-up.subscribe',
  `with asked as (
     select * from unnest((select $1::bigint[]), (select $2::text[]), (select $3::bigint[]), (select $4::date[]), (select $5::date[]), (select $6::timestamptz[]))
       with ordinality asked (customer, wanted, units, day, arrival, at, place)
   ), moved as (
     update coin_up_position set in_transit_in = in_transit_in + sum
     from (select customer, wanted, sum_units(units) as sum from asked group by 1, 2) summed where customer_id = customer and coin = wanted
   )
   insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
   select customer, wanted, 'IN', 'COIN_UP_ACCOUNT', units, day, arrival, at, 'INTRANSIT' from asked order by place
   returning ${orderColumns}, customer_id as "customerId"`,
).as<Order & { customerId: bigint }>();

/** Takes the money and keeps the orders, in one round trip; in their order, in which their ids grow. Throws `InsufficientFunds`. */
export async function insertSubscriptions(dbTx: Transaction, orders: readonly NewSubscription[]): Promise<Order[]> {
  const [, rows] = await Promise.all([
    postTransfers(
      dbTx,
      orders.map((order) => transferOf(order, 'coin-up-subscription')),
    ),
    many(dbTx, subscribe, [
      orders.map(({ customerId }) => customerId),
      orders.map(({ coin }) => coin),
      orders.map(({ amount }) => amount),
      orders.map(({ date }) => date),
      orders.map(({ arrivalDate }) => arrivalDate),
      orders.map(({ now }) => now),
    ]),
  ]);
  const kept = [...rows].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isOf = (row: (typeof kept)[number] | undefined, { customerId, coin, amount }: NewSubscription) =>
    row !== undefined && row.customerId === customerId && row.coin === coin && row.amount === amount;
  if (kept.length !== orders.length || !orders.every((order, i) => isOf(kept[i], order)))
    throw new Error('the orders were not kept in their order');
  return kept;
}

const redeemInterest = query(
  'coin-up.redeem-interest',
  `with posted as materialized (select transfer_id from ${transferCall(7)})
   insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state, completed_at)
   select $1, $2, 'OUT', 'INCOME_ACCOUNT', $3, $4, $5, $6, 'SUCCESS', $6 from posted
   returning ${orderColumns}`,
).as<Order>();

/** Moves interest to the wallet and keeps the order. Throws `InsufficientFunds`. */
export async function insertInterestRedemption(db: Queryable, order: WithTransfer): Promise<Order> {
  const { customerId, coin, amount, date, arrivalDate, now } = order;
  const transfer = transferValues(transferOf(order, 'coin-up-interest-redemption'));
  try {
    return await one(db, redeemInterest, [customerId, coin, amount, date, arrivalDate, now, ...transfer]);
  } catch (error) {
    throw ledgerError(error);
  }
}

const redeem = query(
  'coin-up.redeem',
  `with moved as (
     update coin_up_position set earning = earning - $3, in_transit_out = in_transit_out + $3
     where customer_id = $1 and coin = $2
   ), kept as (
     insert into coin_up_order (customer_id, coin, direction, account, amount, date, arrival_date, requested_at, state)
     values ($1, $2, 'OUT', 'COIN_UP_ACCOUNT', $3, $4, $5, $6, 'INTRANSIT')
     returning ${orderColumns}
   )
   select kept.*, ledger.place_hold('coin-up:redemption:' || id, $7, $3, 'redeemed savings', $6) as held from kept`,
).as<Order>();

/** Keeps the order and holds the money where it is, until the day that it arrives. */
export async function insertRedemption(db: Queryable, order: NewOrder & { from: bigint }): Promise<Order> {
  const { customerId, coin, amount, date, arrivalDate, now, from } = order;
  try {
    return await one(db, redeem, [customerId, coin, amount, date, arrivalDate, now, from]);
  } catch (error) {
    throw ledgerError(error);
  }
}

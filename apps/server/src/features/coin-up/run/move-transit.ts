import { ledgerError } from '@lode/ledger';
import { addDays, businessDate } from '../../../platform/clock/clock.ts';
import { execute, one, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { CustomerRange } from './range.ts';

export interface TransitPorts {
  /** Pays what customers owe; to be called after a credit to the wallet. */
  readonly payOwed: (dbTx: Transaction, customerIds: readonly bigint[], at: Date) => Promise<unknown>;
}

export interface TransitMoved {
  /** Subscriptions that earn from the next day on. */
  begun: number;
  /** Redemptions that are in the wallet. */
  arrived: number;
  arrivalTransfer: bigint | null;
}

/** Orders of the range ($1, $2) that are due on a day ($3). Their set stands: what is new is dated later. */
const due = (direction: 'IN' | 'OUT') => `
  customer_id between $1 and $2 and state = 'INTRANSIT' and direction = '${direction}' and arrival_date <= $3`;

/** Positions before accounts, as in every use case. */
const lockPositions = lockingQuery(
  'coin-up.lock-due-positions',
  `select from coin_up_position position
   where customer_id between $1 and $2 and exists (
     select from coin_up_order
     where coin_up_order.customer_id = position.customer_id and coin_up_order.coin = position.coin
       and state = 'INTRANSIT' and arrival_date <= $3)
   order by customer_id, coin for update`,
);

const begin = query(
  'coin-up.begin-to-earn',
  `with begun as (
     update coin_up_order set state = 'SUCCESS', completed_day = $4, completed_at = $5 where ${due('IN')}
     returning customer_id, coin, amount
   ), summed as (
     select customer_id, coin, sum_units(amount) as amount from begun group by customer_id, coin
   ), moved as (
     update coin_up_position position set in_transit_in = in_transit_in - amount, earning = earning + amount
     from summed
     where position.customer_id = summed.customer_id and position.coin = summed.coin and position.customer_id between $1 and $2
   )
   select count(*)::int as begun from begun`,
).as<{ begun: number }>();

/** Every account that an arrival or the debts behind it may move, at once and in order. */
const lockAccounts = lockingQuery(
  'coin-up.lock-arriving-accounts',
  `with arriving as materialized (select distinct customer_id from coin_up_order where ${due('OUT')}),
   locked as (
     select count(*) from ledger.lock_balances(array(
       select ledger.account_id(customer_id, account, coin)
       from arriving
       cross join (values ('OUTPUT_ACCOUNT', 'BTC'), ('OUTPUT_ACCOUNT', 'ETH'), ('OUTPUT_ACCOUNT', 'DOGE'), ('ELE_ACCOUNT', 'USDT'),
         ('COIN_UP_ACCOUNT', 'BTC'), ('COIN_UP_ACCOUNT', 'USDT')) chart (account, coin)))
   )
   select (select array_agg(customer_id order by customer_id) from arriving) as customers from locked`,
).as<{ customers: bigint[] | null }>();

/** A hold never ends before it began, though a clock be set back in between. */
const release = query(
  'coin-up.release-arriving',
  `select count(ledger.release_hold('coin-up:redemption:' || id, greatest($4, requested_at))) from coin_up_order where ${due('OUT')}`,
);

const arrive = query(
  'coin-up.arrive',
  `with arrived as (
     update coin_up_order set state = 'SUCCESS', completed_day = $4, completed_at = $5 where ${due('OUT')}
     returning customer_id, coin, amount
   ), summed as (
     select customer_id, coin, sum_units(amount) as amount from arrived group by customer_id, coin
   ), moved as (
     update coin_up_position position set in_transit_out = in_transit_out - amount
     from summed
     where position.customer_id = summed.customer_id and position.coin = summed.coin and position.customer_id between $1 and $2
   ), line as (
     select array_agg(ledger.account_id(customer_id, 'COIN_UP_ACCOUNT', coin)) as debits,
       array_agg(ledger.account_id(customer_id, case coin when 'BTC' then 'OUTPUT_ACCOUNT' else 'ELE_ACCOUNT' end, coin)) as credits,
       array_agg(('COIN_UP_OUT_' || coin)::ledger.posting_type) as types, array_agg(amount) as amounts,
       array_agg($3::date) as dates, array_agg(null::bigint) as sources
     from arrived
   )
   select (select count(*)::int from arrived) as arrived, (
     select ledger.post_batch($6, sha256(array_send(debits) || array_send(credits) || array_send(amounts)),
       'coin-up-arrival', $7, $5, debits, credits, types, amounts, dates, sources)
     from line where amounts is not null
   ) as transfer`,
).as<{ arrived: number; transfer: bigint | null }>();

/** After the interest of a day: what begins to earn, and what arrives, on the next. */
export async function moveTransit(
  dbTx: Transaction,
  ports: TransitPorts,
  { date, range, key, now }: { date: string; range: CustomerRange; key: string; now: Date },
): Promise<TransitMoved> {
  const dueNow = [range.first, range.last, addDays(date, 1)];
  try {
    await execute(dbTx, lockPositions, dueNow);
    const { begun } = await one(dbTx, begin, [...dueNow, date, now]);
    const { customers } = await one(dbTx, lockAccounts, dueNow);
    if (customers === null) return { begun, arrived: 0, arrivalTransfer: null };
    await execute(dbTx, release, [...dueNow, now]);
    const { arrived, transfer } = await one(dbTx, arrive, [...dueNow, date, now, `${key}:arrivals`, businessDate(now)]);
    await ports.payOwed(dbTx, customers, now);
    return { begun, arrived, arrivalTransfer: transfer };
  } catch (error) {
    throw ledgerError(error);
  }
}

import type { Coin } from '@lode/money';
import { many, type Queryable, type QueryConfig } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import type { LedgerType } from '../ledger-records.store.ts';

/** Outputs and interest have lists of their own elsewhere; in a statement they stand with everything else. */
export type StatementType = LedgerType | 'MINING_OUTPUT' | 'INTEREST' | 'LEAVING';

export interface StatementRange {
  customerId: bigint;
  /** Business days, both included. */
  from: string;
  to: string;
}

/** What one account had before, got, gave, and how many lines say so. Minor units of its coin. */
export interface AccountSum {
  account: bigint;
  opening: bigint;
  taken: bigint;
  given: bigint;
  lines: number;
  /** What moved after the range, and what the account has in all. */
  later: bigint;
  posted: bigint;
}

/** One movement of one account. */
export interface StatementRow {
  transferId: bigint;
  businessDate: string;
  time: Date;
  account: bigint;
  coin: Coin;
  type: StatementType;
  amount: bigint;
  /** The record's own day: mining day of outputs and charges, the day that interest is for. */
  date: string;
  machineNo: string | null;
  runningSeconds: number | null;
  powerWatts: number | null;
  price: string | null;
  /** Micro-USDT for one coin, where electricity was paid from output. */
  rate: bigint | null;
  /** What earned the interest, and at how many millionths a year. */
  principal: bigint | null;
  ratePpm: number | null;
}

const electricityTypes = `'ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE'`;

/**
 * Every movement of a customer's accounts. Postings of outputs have no index by customer, which would double the ledger's;
 * the rows that they were posted from have one by day and customer, and the books' check proves that the two say the same.
 */
const movements = `
  select posting.transfer_id, posting.line, transfer.business_date, transfer.posted_at, side.account, posting.type, side.amount,
    posting.date, posting.source_id
  from ledger.posting
  join ledger.transfer on transfer.id = posting.transfer_id
  cross join lateral (values (posting.debit::bigint, -posting.amount::bigint), (posting.credit::bigint, posting.amount::bigint)) side (account, amount)
  where posting.customer = $1 and posting.type <> 'MINING_OUTPUT' and side.account > 0
  union all
  select transfer.id, 0, transfer.business_date, transfer.posted_at, ledger.account_id(output.customer_id, 'OUTPUT_ACCOUNT', output.coin),
    'MINING_OUTPUT', output.net, output.date, output.machine_id
  from day_close_batch batch
  cross join lateral (select * from machine_output where customer_id = $1 and date = batch.date and net > 0 offset 0) output
  join ledger.transfer on transfer.id = (batch.result ->> 'outputTransfer')::bigint
  where batch.kind = 'mining' and batch.stage = 'post' and $1 between batch.first_customer and batch.last_customer`;

/**
 * What months that are kept elsewhere moved, before the range or after it. A range that meets such a month does not add up: its rows are
 * not here.
 */
const carried = `
  select null, 0, case when last_day < $2 then last_day else first_day end, null, account, null, amount, null, null
  from ledger.carried join ledger.month_seal using (month)
  where detached_at is not null and (last_day < $2 or first_day > $3)
    and account in (select account_id from ledger.customer_balance where customer = $1)`;

const accountSums = query(
  'wallet.statement-sums',
  `with sums as (
     select account, sum_units(amount) filter (where business_date < $2) as opening,
       sum_units(-amount) filter (where business_date between $2 and $3 and amount < 0) as taken,
       sum_units(amount) filter (where business_date between $2 and $3 and amount > 0) as given,
       count(*) filter (where business_date between $2 and $3) as lines,
       sum_units(amount) filter (where business_date > $3) as later
     from (${movements} union all ${carried}) movement group by account
   )
   select account::bigint, coalesce(opening, 0) as opening, coalesce(taken, 0) as taken, coalesce(given, 0) as given,
     coalesce(lines, 0)::int as lines, coalesce(later, 0) as later, coalesce(balance.posted, 0) as posted
   from sums full join (select account_id as account, posted from ledger.customer_balance where customer = $1) balance using (account)
   order by account`,
).as<AccountSum>();

export function readAccountSums(db: Queryable, { customerId, from, to }: StatementRange): Promise<AccountSum[]> {
  return many(db, accountSums, [customerId, from, to]);
}

const rowsText = `select movement.transfer_id as "transferId", movement.business_date as "businessDate", movement.posted_at as time,
     movement.account, ledger.coin_of(movement.account) as coin, movement.type, movement.amount, movement.date,
     machine.machine_no as "machineNo", charge.running_seconds as "runningSeconds", charge.power_watts as "powerWatts",
     trim_scale(charge.price)::text as price, reference_price.usdt as rate,
     interest.principal, interest_day.rate_ppm as "ratePpm"
   from (${movements}) movement
   left join machine on machine.id = movement.source_id
     and exists (select from machine_terms terms where terms.machine_id = machine.id and terms.customer_id = $1)
   left join electricity_charge charge
     on charge.machine_id = movement.source_id and charge.date = movement.date and movement.type in (${electricityTypes})
   left join reference_price
     on reference_price.coin = ledger.coin_of(movement.account) and reference_price.date = movement.date
     and movement.type in (${electricityTypes}) and movement.type <> 'ELE_CONSUME_USDT'
   left join coin_up_interest interest
     on interest.date = movement.date and interest.customer_id = $1 and interest.coin = ledger.coin_of(movement.account)
     and movement.type = 'INTEREST'
   left join coin_up_interest_day interest_day
     on interest_day.coin = interest.coin and interest_day.date = interest.date
   where movement.business_date between $2 and $3
   order by movement.business_date, movement.transfer_id, movement.line, movement.source_id, movement.account`;

/** The oldest rows of a range. */
const firstRows = query('wallet.statement-first-rows', `${rowsText} limit 5`).as<StatementRow>();

export function readFirstRows(db: Queryable, { customerId, from, to }: StatementRange): Promise<StatementRow[]> {
  return many(db, firstRows, [customerId, from, to]);
}

/** Never run by itself: its text is what the cursor is declared for, so that its rows are described like those of any query. */
const statementRows = query('wallet.statement-rows', rowsText).as<StatementRow>();

const cursor = 'statement_rows';

/**
 * Opens the range's rows in the caller's transaction, in the order in which they add up. PostgreSQL describes neither `declare` nor
 * `fetch`, so both are raw.
 */
export async function openRows(dbTx: Queryable, { customerId, from, to }: StatementRange): Promise<void> {
  const text = `declare ${cursor} no scroll cursor for ${statementRows.text}`;
  await dbTx.query({ text, values: [customerId, from, to] });
}

const fetchRows: QueryConfig = { text: `fetch 1000 from ${cursor}` };

/** The next rows of the opened range; none: that was all. */
export async function fetchNextRows(dbTx: Queryable): Promise<StatementRow[]> {
  return (await dbTx.query<StatementRow>(fetchRows)).rows;
}

import { ledgerError } from '@lode/ledger';
import { businessDate } from '../../../platform/clock/clock.ts';
import { type Database, execute, maybeOne, one, type Transaction } from '../../../platform/db/database.ts';
import { lockingQuery, query } from '../../../platform/db/query.ts';
import type { SavingsCoin } from '../savings-coin.ts';

export interface PayDeps {
  database: Database;
  /** How many batches this process pays at once, each on a connection of its own. */
  concurrency: number;
  /** Named places at which a test ends the process; does nothing otherwise. */
  readonly failpoint: (point: string) => void;
}

interface UnpaidBatch {
  coin: SavingsCoin;
  date: string;
  batch: number;
  first: bigint;
  last: bigint;
  amount: bigint;
}

/**
 * Pays what is funded, batch by batch, concurrently with other processes; each batch is one transaction. Comes back when
 * nothing is left, so that a day that another process is paying is paid too.
 */
export async function payFunded({ database, concurrency, failpoint }: PayDeps, now: Date): Promise<void> {
  const worker = async () => {
    while (await database.transaction((dbTx) => payOne(dbTx, now, failpoint))) failpoint('pay:committed');
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  // A day without a batch would be looked for without end.
  await execute(database, markDays, [now]);
}

const columns = 'batch.coin, batch.date, batch.batch, first_customer as first, last_customer as last, batch.amount';
const unpaid = `from coin_up_interest_batch batch join coin_up_interest_day day using (coin, date)
  where batch.paid_at is null and funded_at is not null`;
const takeFree = lockingQuery(
  'coin-up.take-unpaid',
  `select ${columns} ${unpaid} order by date, coin, batch limit 1 for update of batch skip locked`,
).as<UnpaidBatch>();
/**
 * Waits for the process that has it: it is paid then, or free again because that process died. Of one row: going on to the
 * next with the lock of a paid one, two that wait would wait for each other.
 */
const awaitTaken = lockingQuery(
  'coin-up.await-unpaid',
  `select ${columns} from coin_up_interest_batch batch
   where paid_at is null and (coin, date, batch) = (select coin, date, batch.batch ${unpaid} order by date, coin, batch limit 1)
   for update`,
).as<UnpaidBatch>();
const countUnpaid = query(
  'coin-up.count-unpaid',
  `select count(*)::int as count from (select ${unpaid} limit 1) unpaid`,
).as<{ count: number }>();

/** A free batch, locked; when others hold all that is left, waits for the first of them. Null: none is left, or that one got paid. */
export async function takeUnpaid(dbTx: Transaction): Promise<UnpaidBatch | null> {
  return (await maybeOne(dbTx, takeFree)) ?? maybeOne(dbTx, awaitTaken);
}

/** False when there is nothing left to pay. */
async function payOne(dbTx: Transaction, now: Date, failpoint: (point: string) => void): Promise<boolean> {
  const batch = await takeUnpaid(dbTx);
  if (batch === null) return (await one(dbTx, countUnpaid)).count > 0;
  await payBatch(dbTx, batch, now, failpoint);
  return true;
}

export const quickPlans = lockingQuery('coin-up.quick-plans', 'set local jit = off');
const post = query(
  'coin-up.post-interest',
  `with line as (
     select array_agg(ledger.house_id('INTEREST_PAYABLE', $1)) as debits,
       array_agg(ledger.account_id(customer_id, 'INCOME_ACCOUNT', $1)) as credits,
       array_agg('INTEREST'::ledger.posting_type) as types, array_agg(amount) as amounts,
       array_agg($2::date) as dates, array_agg(null::bigint) as sources
     from coin_up_interest
     where date = $2 and coin = $1 and customer_id between $3 and $4 and amount > 0
   )
   select ledger.post_batch($5, sha256(array_send(debits) || array_send(credits) || array_send(amounts)),
     'coin-up-interest', $6, $7, debits, credits, types, amounts, dates, sources) as transfer
   from line`,
).as<{ transfer: bigint }>();
const markBatch = query(
  'coin-up.batch-is-paid',
  `update coin_up_interest_batch set transfer_id = $4, paid_at = $5
   where coin = $1 and date = $2 and batch = $3 and paid_at is null returning batch`,
);
const lockDay = lockingQuery(
  'coin-up.lock-interest-day',
  'select coin from coin_up_interest_day where coin = $1 and date = $2 for update',
);
const markDay = query(
  'coin-up.day-is-paid',
  `update coin_up_interest_day set paid_at = $3
   where coin = $1 and date = $2 and paid_at is null and not exists (
     select from coin_up_interest_batch batch where batch.coin = $1 and batch.date = $2 and batch.paid_at is null)`,
);

const markDays = query(
  'coin-up.days-left-behind',
  `update coin_up_interest_day day set paid_at = $1
   where paid_at is null and funded_at is not null and not exists (
     select from coin_up_interest_batch batch where batch.coin = day.coin and batch.date = day.date and batch.paid_at is null)`,
);

export async function payBatch(
  dbTx: Transaction,
  { coin, date, batch, first, last, amount }: UnpaidBatch,
  now: Date,
  failpoint: (point: string) => void,
): Promise<void> {
  const key = `coin-up:interest:${coin}:${date}:${batch}`;
  failpoint('pay:taken');
  await execute(dbTx, quickPlans);
  let transfer: bigint | null = null;
  try {
    if (amount > 0n) {
      ({ transfer } = await one(dbTx, post, [coin, date, first, last, key, businessDate(now), now]));
    }
  } catch (error) {
    throw ledgerError(error);
  }
  failpoint('pay:posted');
  // From here to the commit one at a time: the last batch sees that all others are paid.
  await one(dbTx, lockDay, [coin, date]);
  await one(dbTx, markBatch, [coin, date, batch, transfer, now]);
  await execute(dbTx, markDay, [coin, date, now]);
  failpoint('pay:before-commit');
}

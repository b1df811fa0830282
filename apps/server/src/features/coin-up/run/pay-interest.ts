import { ledgerError } from '@lode/ledger';
import { businessDate } from '../../../platform/clock/clock.ts';
import { type Database, execute, many, maybeOne, one, type Transaction } from '../../../platform/db/database.ts';
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
}

const unpaidCoins = query(
  'coin-up.unpaid-coins',
  `select distinct coin from coin_up_interest_day where paid_at is null and funded_at is not null order by coin`,
).as<{ coin: SavingsCoin }>();
/** One coin's fund is one row, which a batch locks until it commits: parallel workers take different coins where they can. */
const tryCoin = lockingQuery(
  'coin-up.try-paying',
  `select pg_try_advisory_xact_lock(hashtext('coin-up pays'), hashtext($1)) as taken`,
).as<{ taken: boolean }>();
const awaitCoin = lockingQuery(
  'coin-up.await-paying',
  `select pg_advisory_xact_lock(hashtext('coin-up pays'), hashtext($1))`,
);
const takeBatch = query(
  'coin-up.take-unpaid',
  `select batch.coin, batch.date, batch.batch, first_customer as first, last_customer as last, batch.amount
   from coin_up_interest_batch batch join coin_up_interest_day day using (coin, date)
   where coin = $1 and batch.paid_at is null and funded_at is not null
   order by date, batch limit 1`,
).as<UnpaidBatch>();

/** False when there is nothing left to pay. */
async function payOne(dbTx: Transaction, now: Date, failpoint: (point: string) => void): Promise<boolean> {
  const coins = (await many(dbTx, unpaidCoins)).map(({ coin }) => coin);
  const [first] = coins;
  if (first === undefined) return false;
  let mine: SavingsCoin | null = null;
  for (const coin of coins) {
    if ((await one(dbTx, tryCoin, [coin])).taken) {
      mine = coin;
      break;
    }
  }
  if (mine === null) {
    await execute(dbTx, awaitCoin, [first]);
    mine = first;
  }
  const batch = await maybeOne(dbTx, takeBatch, [mine]);
  if (batch !== null) await payBatch(dbTx, batch, now, failpoint);
  // Another worker has paid the last batch and its day; or the day was left behind, and would be looked for without end.
  else await execute(dbTx, markDaysWithoutBatch, [mine, now]);
  return true;
}

export const quickPlans = lockingQuery('coin-up.quick-plans', 'set local jit = off');
/** A hold never ends before it began, though a clock be set back in between. */
const release = query(
  'coin-up.release-batch',
  `select ledger.release_hold($1, greatest($2, funded_at)) from coin_up_interest_day where coin = $3 and date = $4`,
);

const post = query(
  'coin-up.post-interest',
  `with line as (
     select array_agg(ledger.house_id('INTEREST_FUND', $1)) as debits,
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
const markDay = query(
  'coin-up.day-is-paid',
  `update coin_up_interest_day set paid_at = $3
   where coin = $1 and date = $2 and paid_at is null and not exists (
     select from coin_up_interest_batch batch where batch.coin = $1 and batch.date = $2 and batch.paid_at is null)`,
);

const markDaysWithoutBatch = query(
  'coin-up.days-left-behind',
  `update coin_up_interest_day day set paid_at = $2
   where coin = $1 and paid_at is null and funded_at is not null and not exists (
     select from coin_up_interest_batch batch where batch.coin = $1 and batch.date = day.date and batch.paid_at is null)`,
);

async function payBatch(
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
      await execute(dbTx, release, [key, now, coin, date]);
      ({ transfer } = await one(dbTx, post, [coin, date, first, last, key, businessDate(now), now]));
    }
  } catch (error) {
    throw ledgerError(error);
  }
  failpoint('pay:posted');
  await one(dbTx, markBatch, [coin, date, batch, transfer, now]);
  await execute(dbTx, markDay, [coin, date, now]);
  failpoint('pay:before-commit');
}

import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { CountedCorrection, PoolCoin } from './pool-payments.store.ts';

/** A correction of outputs that no payment has counted. */
export interface Correction extends CountedCorrection {
  coin: PoolCoin;
  /** The mining day that was wrong. */
  day: string;
  /** The day whose payment counts it; null while no closed day is left that could. */
  countedOn: string | null;
}

/**
 * The pool pays by its own statement of a mining day: a correction is counted with the corrected day, and when that is paid already,
 * with the next closed day that is not. An outage's lines and corrections were written in one order.
 */
const corrections = query(
  'suspense.corrections',
  `with line as (
     select posting.transfer_id, posting.line, posting.date, posting.source_id, coin,
       case when debit = receivable then amount::bigint else -amount::bigint end as amount
     from unnest($1::text[]) coin
     cross join lateral (select ledger.house_id('MINING_RECEIVABLE', coin) as receivable) house
     join ledger.posting on receivable in (debit, credit)
     where type not in ('MINING_OUTPUT', 'POOL_PAYMENT')
   ), of_outage as (
     select line.transfer_id, line.line, about_date
     from (
       select line.*, row_number() over (partition by transfer_id, source_id, coin, amount order by line.line) as nth from line
       join outage_credit_batch using (transfer_id)
     ) line
     join (
       select transfer_id, machine_id, adjusted_coin, moved, about_date,
         row_number() over (partition by transfer_id, machine_id, adjusted_coin, moved order by id) as nth
       from charge_adjustment join outage_credit_batch on credit_id = outage_credit_id and customer_id between first_customer and last_customer
       where adjusted = 'output' and moved <> 0
     ) made on (made.transfer_id, machine_id, adjusted_coin, moved, made.nth) = (line.transfer_id, source_id, coin, amount, line.nth)
   ), correction as (
     select line.transfer_id, line.line, line.coin, line.amount, coalesce(alone.about_date, of_outage.about_date, line.date) as day
     from line
     join ledger.transfer on transfer.id = line.transfer_id
     left join charge_adjustment alone on concat('charge-adjust:', alone.key) = transfer.key and transfer.kind = 'charge-adjust'
     left join of_outage on (of_outage.transfer_id, of_outage.line) = (line.transfer_id, line.line)
     where not exists (
       select from pool_payment_correction c where c.transfer_id = line.transfer_id and c.line = line.line and not undone)
   ), open_day as (
     select coin, date from unnest($1::text[]) coin
     join day_close on kind = 'mining' and closed_at is not null
     where not exists (select from pool_payment_day d where d.coin = coin.coin and d.date = day_close.date and not undone)
   )
   select coin as "coin", transfer_id as "transferId", line as "line", amount as "amount", day::text as "day",
     (select min(date) from open_day where open_day.coin = correction.coin and date >= day)::text as "countedOn"
   from correction order by coin, day, transfer_id, line`,
).as<Correction>();

export function readCorrections(db: Queryable, coins: readonly PoolCoin[]): Promise<Correction[]> {
  return many(db, corrections, [coins]);
}

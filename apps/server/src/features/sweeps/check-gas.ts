import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Gas in the books is what the chain took, to the wei and rounded address by address. */
const differences = query(
  'sweeps.check-gas',
  limited(`
  with taken as (
    select coalesce(sum(fee_paid), 0) as wei from (
      select fee_paid from withdrawal_payment where network = 'ERC20' and final_at is not null
      union all select fee_paid from sweep_payment where final_at is not null
      union all select p.fee_paid from cold_payment p join cold_transfer t on t.id = p.transfer_id
        where t.network = 'ERC20' and p.final_at is not null
    ) final
  ), counted as (
    select coalesce(sum(wei_out), 0) as wei, coalesce(sum(div(wei_out, 10000000000)), 0) as units from wei_remainder
  ), posted as (
    select coalesce(sum(amount::bigint), 0) as units from ledger.posting
    where type = 'NETWORK_FEE' and debit = ledger.house_id('NETWORK_FEE_EXPENSE', 'ETH')
  )
  select 'gas is counted as the chain took it' as check, 'wei' as subject, taken.wei::text as expected, counted.wei::text as found
  from taken, counted where taken.wei <> counted.wei
  union all
  select 'gas in the books', 'ETH', counted.units::text, posted.units::text from counted, posted where counted.units <> posted.units`),
).as<Difference>();

export const checkGas: BookCheck = (db) => many(db, differences);

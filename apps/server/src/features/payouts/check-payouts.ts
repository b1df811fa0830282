import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Whole numbers stand in the stored payment as `{"int": "1"}`. */
const numberIn = (path: string) => `(built #>> '{${path},int}')::numeric`;

/** A withdrawal that is paid or in payment has one live payment, of its own amount to its own address; no other has one. */
const differences = query(
  'payouts.check',
  limited(`
  with payment as (
    select withdrawal_payment.*, unsigned::jsonb as built from withdrawal_payment
  ), counted as (
    select withdrawal_id as id, count(*) as attempts, count(*) filter (where txid is not null) as signed,
      count(*) filter (where final_at is not null) as final, count(distinct built -> 'outpoints') as inputs, max(attempt) as last
    from payment group by withdrawal_id
  ), fee_posted as (
    select transfer_id, sum(amount::bigint) as amount, min(ledger.coin_of(debit)) as coin from ledger.posting
    where type = 'NETWORK_FEE' group by transfer_id
  ), reserved as (
    select withdrawal_id as id, network, outpoint from outpoint_reservation where withdrawal_id is not null
  ), spends as (
    select withdrawal_id as id, network, outpoint from payment, jsonb_array_elements_text(built -> 'outpoints') outpoint
    where txid is not null and network = 'BITCOIN'
  )
  select 'a withdrawal has the payments that its phase asks for' as "check", 'withdrawal ' || coalesce(withdrawal.id, counted.id) as subject,
    coalesce(phase, 'a withdrawal') as expected,
    concat(coalesce(attempts, 0), ' built, ', coalesce(signed, 0), ' signed, ', coalesce(final, 0), ' final') as found
  from withdrawal full join counted using (id)
  where phase is null
    or phase = 'PAID' and (signed >= 1 and final = 1) is not true
    or phase = 'BROADCAST' and (signed >= 1 and final = 0) is not true
    or phase = 'SIGNING' and signed > 0
    or phase = 'FAILED' and signed > 0 and not exists (select from withdrawal_step where withdrawal_id = id and step = 'SIGNED')
    or phase = 'FAILED' and final > 0 and network = 'BITCOIN'
    or phase in ('AWAITING_APPROVAL', 'APPROVED', 'SCREENING', 'REJECTED', 'CANCELLED', 'OFFSET') and attempts > 0
  union all
  select 'the attempts of a payment have no gap', 'withdrawal ' || id, attempts::text, (last + 1)::text from counted where last + 1 <> attempts
  union all
  select 'a payment pays its withdrawal: network, coin, address, amount', 'withdrawal ' || withdrawal.id,
    concat_ws(' ', withdrawal.network, withdrawal.coin, address_key, amount - fee),
    concat_ws(' ', payment.network, built ->> 'coin', built ->> 'to', ${numberIn('amount')})
  from payment join withdrawal on withdrawal.id = withdrawal_id
  where (payment.network, built ->> 'coin', built ->> 'to', ${numberIn('amount')})
    is distinct from (withdrawal.network, withdrawal.coin, address_key, (amount - fee)::numeric)
  union all
  select 'the change of a payment is what was built', 'withdrawal ' || withdrawal_id, coalesce(${numberIn('change,amount')}::text, 'none'),
    coalesce(change_amount::text, 'none')
  from payment where network = 'BITCOIN' and change_amount is distinct from ${numberIn('change,amount')}::bigint
  union all
  select 'the fee of a payment is posted', concat_ws(', ', 'withdrawal ' || withdrawal.id, 'transfer ' || end_transfer_id), coalesce(fee_paid::text, 'none'), coalesce(fee_posted.amount::text, 'none')
  from withdrawal join payment on withdrawal_id = id and final_at is not null
  left join fee_posted on fee_posted.transfer_id = end_transfer_id
  where phase = 'PAID' and case payment.network
    when 'BITCOIN' then coalesce(fee_posted.amount, 0) <> fee_paid or fee_paid <> coalesce(fee_share, ${numberIn('fee,atomic')})
    else coalesce(fee_posted.amount, 0) - div(fee_paid, 10000000000) not between 0 and 1 end
  union all
  select 'the fee of a batch is what its withdrawals share', 'withdrawal ' || lead.withdrawal_id, ${numberIn('fee,atomic')}::text, sum(member.fee_share)::text
  from payment lead join withdrawal_payment member on member.lead_id = lead.withdrawal_id and member.attempt = lead.attempt
  where lead.lead_id = lead.withdrawal_id group by lead.withdrawal_id, lead.attempt, built having sum(member.fee_share) <> ${numberIn('fee,atomic')}
  union all
  select 'a withdrawal of a batch is paid by an output of its own', 'withdrawal ' || member.withdrawal_id, 'output ' || member.output_index,
    coalesce(lead.txid, 'a batch') || ' has ' || coalesce(paid ->> 'index', 'none')
  from payment member join payment lead on lead.withdrawal_id = member.lead_id and lead.attempt = member.attempt
  join withdrawal on withdrawal.id = member.withdrawal_id
  left join lateral (
    select paid from jsonb_array_elements(lead.built -> 'receivers') paid where (paid ->> 'index')::int = member.output_index) of_member on true
  where (paid ->> 'to', (paid #>> '{amount,int}')::numeric) is distinct from (address_key, (amount - fee)::numeric)
    or (lead.txid, lead.final_at is null, lead.block_hash) is distinct from (member.txid, member.final_at is null, member.block_hash)
  union all
  select 'a payment of one withdrawal is its output beside the change', 'withdrawal ' || withdrawal_id,
    case change_index when 0 then '1' else '0' end, output_index::text
  from payment where lead_id is null and output_index <> case change_index when 0 then 1 else 0 end
  union all
  select 'what a payment spends is reserved for it', 'withdrawal ' || id, outpoint, 'not reserved for it'
  from spends left join reserved using (id, network, outpoint)
  join withdrawal using (id)
  where reserved.outpoint is null and phase in ('BROADCAST', 'PAID')
  union all
  select 'what is reserved is reserved for a payment', 'withdrawal ' || reserved.id, 'a payment', concat_ws(' ', 'none for', outpoint)
  from reserved left join withdrawal using (id)
  where coalesce(phase in ('AWAITING_APPROVAL', 'APPROVED', 'SCREENING', 'REJECTED', 'CANCELLED', 'OFFSET'), true)`),
).as<Difference>();

/** Payments against the withdrawals that they pay. */
export const checkPayouts: BookCheck = (db) => many(db, differences);

import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { sourceAccount } from './source-account.ts';

/** A withdrawal with its accounts; what it took and how it ended stand in the ledger with its own customer, account, amount and day. */
const withdrawals = `asked as (
    select withdrawal.*, ${sourceAccount} as source,
      ledger.house_id('WITHDRAWAL_PENDING', coin) as pending, ledger.house_id('CUSTODY', coin) as custody,
      ledger.house_id('WITHDRAWAL_FEE_REVENUE', coin) as revenue
    from withdrawal
  )`;
const hashed = (text: string) => `sha256(convert_to(${text}, 'UTF8'))`;

const postings = query(
  'withdrawals.check-postings',
  limited(`
  with ${withdrawals}, line as (
    select transfer_id, posting.date, concat_ws(' ', debit, credit, type, amount) as words, type
    from ledger.posting where type in ('WITHDRAW', 'WITHDRAW_RETURN', 'WITHDRAW_OFFSET', 'WITHDRAWAL_PAID', 'WITHDRAWAL_FEE')
  ), moved as (
    select transfer_id, string_agg(words, ', ' order by words) as words from line group by transfer_id
  ), due as (
    select id, transfer_id, concat_ws(' ', source, pending, 'WITHDRAW', amount) as words, date, applied_at as at,
      case when customer_id is null then 'treasury-payment' else 'withdrawal' end as kind,
      ${hashed(`concat('{"amount":', amount, 'n,"coin":"', coin, case when customer_id is null then '","destinationId":' else '","customerId":' end,
        coalesce(customer_id, destination_id), 'n}')`)} as hash, null as key
    from asked
    union all
    select id, end_transfer_id,
      case phase
        when 'PAID' then (select string_agg(words, ', ' order by words) from (values
          (concat_ws(' ', pending, custody, 'WITHDRAWAL_PAID', amount - fee)),
          (case when fee > 0 then concat_ws(' ', pending, revenue, 'WITHDRAWAL_FEE', fee) end)) part (words))
        when 'OFFSET' then concat_ws(' ', pending, source, 'WITHDRAW_OFFSET', amount)
        else concat_ws(' ', pending, source, 'WITHDRAW_RETURN', amount)
      end,
      null, null, 'withdrawal-end',
      ${hashed(`concat('{"end":"', case phase when 'PAID' then 'paid' when 'OFFSET' then 'offset' else 'returned' end, '","id":', id, 'n}')`)},
      'withdrawal-end:' || id
    from asked where end_transfer_id is not null
  )
  select 'a withdrawal moved what it says, and its end gave it back or on' as "check", 'withdrawal ' || due.id as subject,
    due.words as expected, concat_ws(' ', 'transfer ' || due.transfer_id, coalesce(moved.words, 'none')) as found
  from due left join moved using (transfer_id) where moved.words is distinct from due.words
  union all
  select 'the transfer of a withdrawal is its own, of its day', 'withdrawal ' || due.id,
    concat_ws(' ', due.kind, due.key, due.date, due.at),
    concat_ws(' ', 'transfer ' || transfer.id, transfer.kind, transfer.key, transfer.business_date, transfer.posted_at)
  from due left join ledger.transfer on transfer.id = due.transfer_id
  where transfer.kind is distinct from due.kind or transfer.key <> due.key or transfer.business_date <> due.date
    or transfer.posted_at <> due.at or transfer.input_hash <> due.hash
  union all
  select 'what left a wallet or TREASURY, or came back, belongs to a withdrawal', 'transfer ' || transfer.id,
    'withdrawal ' || coalesce(substring(transfer.key from '^withdrawal-end:([0-9]+)$'), 'of this transfer'), transfer.key
  from ledger.transfer left join due on due.transfer_id = transfer.id
  where transfer.kind in ('withdrawal', 'treasury-payment', 'withdrawal-end') and due.id is null`),
).as<Difference>();

/** What a timeline must have in a phase, and what it may have besides. */
const timelines = `(values
    ('AWAITING_APPROVAL', array['APPLIED'], array[]::text[]),
    ('APPROVED', array['APPLIED', 'APPROVED'], array[]::text[]),
    ('SCREENING', array['APPLIED', 'APPROVED'], array[]::text[]),
    ('SIGNING', array['APPLIED', 'APPROVED', 'KYT'], array[]::text[]),
    ('BROADCAST', array['APPLIED', 'APPROVED', 'KYT', 'SIGNED'], array['BROADCAST']),
    ('PAID', array['APPLIED', 'APPROVED', 'KYT', 'SIGNED', 'BROADCAST', 'CONFIRMED'], array[]::text[]),
    ('FAILED', array['APPLIED', 'APPROVED', 'FAILED'], array['KYT', 'SIGNED', 'BROADCAST']),
    ('REJECTED', array['APPLIED', 'REJECTED'], array[]::text[]),
    ('CANCELLED', array['APPLIED', 'CANCELLED'], array[]::text[]),
    ('OFFSET', array['APPLIED', 'APPROVED'], array[]::text[])
  ) timeline (phase, must, may)`;

/** The chain that was decided on. Lines of before that came from the console have where they came from in its place. */
const chainOf = (detail: string) =>
  `case when ${detail} ? 'session' and not ${detail} ? 'origin' then network else ${detail} ->> 'network' end`;

const states = query(
  'withdrawals.check-states',
  limited(`
  with walked as (
    select withdrawal_id as id, array_agg(step order by step) as steps, min(at) filter (where step = 'APPLIED') as applied_at, min(at) as first_at,
      max(at) filter (where step in ('CONFIRMED', 'FAILED', 'REJECTED', 'CANCELLED')) as ended_at
    from withdrawal_step group by withdrawal_id
  ), reviewed as (
    select withdrawal_id as id, count(*) as reviews, bool_or(part = 'APPROVED') as is_approved from withdrawal_review group by withdrawal_id
  ), automatic as (select withdrawal_id as id from auto_approval where revoked_at is null)
  select 'the timeline of a withdrawal fits its phase' as "check", 'withdrawal ' || coalesce(withdrawal.id, walked.id) as subject,
    coalesce(phase, 'a withdrawal') as expected, coalesce(array_to_string(steps, ', '), 'none') as found
  from withdrawal full join walked using (id) left join ${timelines} using (phase)
  where must <@ steps is not true or steps <@ (must || may) is not true
  union all
  select 'a withdrawal that failed says how far it came', 'withdrawal ' || withdrawal.id,
    concat_ws(', ', case when built > 0 then 'KYT' end, case when signed > 0 then 'SIGNED' end, case when final > 0 then 'BROADCAST' end),
    array_to_string(steps, ', ')
  from withdrawal join walked using (id)
  left join (
    select withdrawal_id as id, count(*) as built, count(txid) as signed, count(final_at) as final from withdrawal_payment group by withdrawal_id
  ) paid using (id)
  where phase = 'FAILED' and (
    array_remove(array[case when built > 0 then 'KYT' end, case when signed > 0 then 'SIGNED' end, case when final > 0 then 'BROADCAST' end], null)
      <@ steps is not true
    or 'SIGNED' = any (steps) and not 'KYT' = any (steps) or 'BROADCAST' = any (steps) and not 'SIGNED' = any (steps))
  union all
  select 'a withdrawal is timed as its transfers', 'withdrawal ' || withdrawal.id, concat_ws(' ', withdrawal.applied_at, ended.posted_at),
    concat_ws(' ', walked.first_at, walked.applied_at, walked.ended_at)
  from withdrawal join walked using (id) left join ledger.transfer ended on ended.id = end_transfer_id
  where walked.applied_at <> withdrawal.applied_at or walked.first_at < withdrawal.applied_at
    or phase in ('PAID', 'FAILED', 'REJECTED', 'CANCELLED') and ended.posted_at <> walked.ended_at
  union all
  select 'a withdrawal is paid that two people or the policy approved, and no other is approved', 'withdrawal ' || coalesce(withdrawal.id, reviewed.id),
    coalesce(phase, 'a withdrawal'), concat(coalesce(reviews, 0), ' reviews', case when automatic.id is not null then ', policy' end)
  from withdrawal full join reviewed using (id) left join automatic using (id)
  where phase is null
    or phase in ('APPROVED', 'SCREENING', 'SIGNING', 'BROADCAST', 'PAID', 'FAILED') and (reviews = 2 or automatic.id is not null) is not true
    or phase in ('AWAITING_APPROVAL', 'REJECTED', 'CANCELLED', 'OFFSET') and is_approved
  union all
  select 'a review is audited', 'withdrawal ' || coalesce(withdrawal_id::text, substring(audit.subject from '[0-9]+')),
    coalesce(concat_ws(' ', audit.action, audit.staff_id, audit.at, audit.reason), 'none'), coalesce(concat_ws(' ', part, review.staff_id, review.at, review.reason), 'none')
  from withdrawal_review review
  full join (select * from audit_log where action in ('withdrawal:propose', 'withdrawal:approve')) audit
    on audit.subject = 'withdrawal ' || withdrawal_id and action = case part when 'PROPOSED' then 'withdrawal:propose' else 'withdrawal:approve' end
  where (audit.staff_id, audit.at, audit.reason) is distinct from (review.staff_id, review.at, review.reason)
  union all
  select 'an approval by the policy has its precedent and its time', 'withdrawal ' || auto.withdrawal_id,
    concat_ws(' ', walked.approved_at, withdrawal.customer_id, withdrawal.network, withdrawal.address_key, auto.bounds ->> 'perPayment'),
    concat_ws(' ', auto.at, earlier.customer_id, earlier.network, earlier.address_key, withdrawal.amount)
  from auto_approval auto
  left join withdrawal on withdrawal.id = auto.withdrawal_id
  left join withdrawal earlier on earlier.id = precedent_id and earlier.phase = 'PAID'
  left join (select withdrawal_id, max(at) filter (where step = 'APPROVED') as approved_at from withdrawal_step group by withdrawal_id) walked
    on walked.withdrawal_id = auto.withdrawal_id
  where (withdrawal.customer_id, withdrawal.network, withdrawal.address_key) is distinct from (earlier.customer_id, earlier.network, earlier.address_key)
    or revoked_at is null and walked.approved_at is distinct from auto.at
    or ((bounds ->> 'perPayment')::numeric * case withdrawal.coin when 'BTC' then 100000000 else 1000000 end >= withdrawal.amount) is not true
  union all
  select 'the approvals of a day by the policy add up', 'withdrawal ' || withdrawal_id, concat_ws(' ', asked_coin, total), concat_ws(' ', coin, day_total)
  from (
    select auto.*, withdrawal.coin as asked_coin, sum(amount) over (partition by withdrawal.coin, auto.date order by day_total, withdrawal_id) as total
    from auto_approval auto join withdrawal on withdrawal.id = withdrawal_id
  ) added
  where (asked_coin, total) is distinct from (coin, day_total)
  union all
  select 'a withdrawal is what the staff decided on', audit.subject,
    concat_ws(' ', detail ->> 'network', detail ->> 'coin', detail ->> 'addressKey', detail ->> 'amount', detail ->> 'fee'),
    coalesce(concat_ws(' ', network, coin, address_key, amount, fee), 'none')
  from audit_log audit left join withdrawal on audit.subject = 'withdrawal ' || withdrawal.id
  where audit.subject like 'withdrawal %' and detail ? 'addressKey'
    and (${chainOf('detail')}, detail ->> 'coin', detail ->> 'addressKey', detail ->> 'amount', detail ->> 'fee')
      is distinct from (network, coin, address_key, amount::text, fee::text)
  union all
  select 'the payment of a withdrawal is what was approved', 'withdrawal ' || withdrawal_id,
    concat_ws(' ', approval_request ->> 'destination', approval_request ->> 'amount'), concat_ws(' ', address_key, amount - fee)
  from withdrawal_review join withdrawal on withdrawal.id = withdrawal_id
  where approval_request ? 'destination' and approval_request ->> 'destination' <> address_key
  union all
  select 'the fee of a withdrawal is that of its time', 'withdrawal ' || id, terms.fixed, fee::text
  from withdrawal
  cross join lateral (select setting_at('withdraw.fee.' || coin, applied_at) #>> '{}' as fixed) terms
  where customer_id is not null and fee <> terms.fixed::numeric * case coin when 'BTC' then 100000000 else 1000000 end
  union all
  select 'a treasury payment goes to a destination that was in force', 'withdrawal ' || withdrawal.id,
    concat_ws(' ', destination.network, destination.address, destination.address_key, destination.in_force_from),
    concat_ws(' ', withdrawal.network, withdrawal.address, withdrawal.address_key, withdrawal.applied_at)
  from withdrawal join treasury_destination destination on destination.id = destination_id
  where (destination.network, destination.address, destination.address_key)
      is distinct from (withdrawal.network, withdrawal.address, withdrawal.address_key)
    or in_force_from > applied_at or removed_at < applied_at
  union all
  select 'a destination is what two people added', 'destination ' || destination.id,
    coalesce(concat_ws(' ', added.detail, added.at, removed.at), 'none'),
    concat_ws(' ', name, network, address, address_key, added_at, in_force_from, removed_at)
  from treasury_destination destination
  left join audit_log added on added.action = 'destination:add' and added.subject = 'destination ' || destination.id
  left join audit_log removed on removed.action = 'destination:remove' and removed.subject = 'destination ' || destination.id
  where (added.detail ->> 'name', ${chainOf('added.detail')}, added.detail ->> 'address', added.detail ->> 'addressKey', added.at,
      (added.detail ->> 'inForceFrom')::timestamptz, added.staff_id, added.approved_by, removed.at, removed.staff_id)
    is distinct from (name, network, address, address_key, added_at, in_force_from, added_by, destination.approved_by, removed_at, removed_by)`),
).as<Difference>();

/** Withdrawals against their postings, timelines and reviews. */
export const checkWithdrawals: BookCheck = async (db) => [...(await many(db, postings)), ...(await many(db, states))];

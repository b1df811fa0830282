-- The message centre shows that staff disabled the customer or let it back in.
create or replace function message_security_events() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into customer_message (customer_id, key, kind, event, detail, target, target_id, at, delivery)
  select customer_id, 'event:' || id, case when kind like 'WITHDRAWAL\_%' then 'WITHDRAWAL' else 'SECURITY' end, kind, detail - 'network',
    case when kind like 'WITHDRAWAL\_%' then 'WITHDRAWAL' end,
    case when kind like 'WITHDRAWAL\_%' then (detail ->> 'withdrawal')::bigint end, at, 'NEVER'
  from fresh
  where customer_id is not null
    and kind in ('SESSION_OPENED', 'SESSIONS_REVOKED', 'LOGIN_LOCKED', 'FUNDS_PASSWORD_LOCKED', 'PASSWORD_SET', 'PASSWORD_CHANGED',
      'FUNDS_PASSWORD_SET', 'ADDRESS_ADDED', 'ADDRESS_REMOVED', 'WITHDRAWAL_SUBMITTED', 'WITHDRAWAL_CANCELLED', 'WITHDRAWAL_RETURNED',
      'WITHDRAWAL_PAID', 'ACCOUNT_DISABLED', 'ACCOUNT_ENABLED', 'CONTACT_LOST', 'CONTACT_CHANGED', 'SECOND_FACTOR_SET',
      'SECOND_FACTOR_LOST', 'SECOND_FACTOR_REMOVED',
      'PASSKEY_ADDED', 'PASSKEY_REMOVED', 'RECOVERY_CODES_RENEWED', 'FROZEN', 'UNFROZEN')
    and (kind <> 'SESSION_OPENED' or not exists (
      select from (select id, device_id from session where session.customer_id = fresh.customer_id order by id desc limit 1) newest
      join session earlier on earlier.customer_id = fresh.customer_id and earlier.device_id = newest.device_id and earlier.id <> newest.id))
  on conflict (customer_id, key) do nothing;
  return null;
end $$;

-- What a taken-over process writes must end with it. A code, a lock or a count that is dated ahead would stay when the process is replaced,
-- and a time or a setting that no program reads would stop who reads it.

-- A time of the customers' calls ends soon after its call.
create function refuse_outlasting() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  given constant timestamptz := to_jsonb(new) ->> tg_argv[0];
begin
  if given > clock_timestamp() + tg_argv[1]::interval and exists (select from installation where mode = 'production') then
    raise exception '% of % may not be %', tg_argv[0], tg_table_name, given using errcode = 'check_violation';
  end if;
  return new;
end $$;
revoke execute on function refuse_outlasting() from public;

create trigger one_time_code_is_of_now before insert on one_time_code
  for each row when (is_public_login(current_user)) execute function refuse_backdating('sent_at');
create trigger one_time_code_ends before insert on one_time_code
  for each row when (is_public_login(current_user)) execute function refuse_outlasting('expires_at', '1 hour');
create trigger login_attempt_is_of_now before insert on login_attempt
  for each row when (is_public_login(current_user)) execute function refuse_backdating('at');
create trigger funds_password_attempt_is_of_now before insert on funds_password_attempt
  for each row when (is_public_login(current_user)) execute function refuse_backdating('at');
create trigger funds_password_token_ends before insert on funds_password_token
  for each row when (is_public_login(current_user)) execute function refuse_outlasting('expires_at', '1 hour');
create trigger passkey_challenge_ends before insert on passkey_challenge
  for each row when (is_public_login(current_user)) execute function refuse_outlasting('expires_at', '1 hour');
create trigger spent_challenge_ends before insert on spent_challenge
  for each row when (is_public_login(current_user)) execute function refuse_outlasting('expires_at', '1 hour');
create trigger alert_is_of_now before insert on alert
  for each row when (is_public_login(current_user)) execute function refuse_backdating('raised_at');
create trigger session_ends before insert on session
  for each row when (is_public_login(current_user)) execute function refuse_outlasting('expires_at', '400 days');

-- The codes by which the staff prove a contact are asked for and used up by the staff.
create function refuse_code_of_staff() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  raise exception 'a code of the staff may not be written by a customers'' process' using errcode = 'check_violation';
end $$;
revoke execute on function refuse_code_of_staff() from public;
create trigger one_time_code_is_of_its_part before insert or update on one_time_code
  for each row when (new.scene = 'CHANGE_CONTACT' and is_public_login(current_user)) execute function refuse_code_of_staff();

-- Requests of the staff are not counted by customers' processes, and a count ends within two days.
create function keep_count_of_requests() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if coalesce(old.key, '') like 'staff%' or coalesce(new.key, '') like 'staff%' then
    raise exception 'requests of the staff may not be counted by a customers'' process' using errcode = 'check_violation';
  end if;
  if tg_op <> 'DELETE' and (new.expire is null or new.expire > extract(epoch from clock_timestamp() + interval '2 days') * 1000)
    and exists (select from installation where mode = 'production') then
    raise exception 'a count of requests may not last longer than two days' using errcode = 'check_violation';
  end if;
  return coalesce(new, old);
end $$;
revoke execute on function keep_count_of_requests() from public;
create trigger request_count_is_of_its_part before insert or update or delete on request_count
  for each row when (is_public_login(current_user)) execute function keep_count_of_requests();

-- An event whose time has no number is never chained, nor is any after it.
alter table security_event add constraint security_event_at_is_a_time check (at > '2000-01-01Z' and at < '9999-01-01Z') not valid;

-- A value that is no text passes each comparison of texts: it is null there. The text of jsonb has one order of keys.
alter table setting add constraint setting_value_is_readable check (case
  when key = 'webview.hosts' then value::text ~ '^\[("(\*\.)?([a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}"(, (?!\]))?){0,100}\]$'
  when key = 'deposit.steps.BTC' then value::text ~ '^\[(\{"from": "\d{1,8}\.\d{8}", "confirmations": ([1-9]\d?|1[0-3]\d|14[0-3])\}(, (?!\]))?){0,10}\]$'
  when key = 'deposit.steps.USDT' then value::text ~ '^\[(\{"from": "\d{1,12}\.\d{6}", "confirmations": ([1-9]\d?|1\d\d|2[0-4]\d|25[0-5])\}(, (?!\]))?){0,10}\]$'
  when key like 'deposit.second-node.%' then jsonb_typeof(value) in ('null', 'string')
  when key ~ '^(coin-up\.(apy|min)|deposit\.min|withdraw\.(min|max|day|fee)|sweep\.(min|max-fee))\.' then jsonb_typeof(value) = 'string'
  when key = 'withdraw.rule.BTC' then value = 'null' or value::text ~
    '^\{"perDay": "\d{1,8}\.\d{8}", "knownDays": \d{1,3}, "perPayment": "\d{1,8}\.\d{8}", "perCustomerDay": "\d{1,8}\.\d{8}"\}$'
  when key = 'withdraw.rule.USDT' then value = 'null' or value::text ~
    '^\{"perDay": "\d{1,12}\.\d{6}", "knownDays": \d{1,3}, "perPayment": "\d{1,12}\.\d{6}", "perCustomerDay": "\d{1,12}\.\d{6}"\}$'
  when key like 'hot.bounds.%' then value = 'null' or value::text ~ '^\{"upper": "[\d.]+", "perDay": "[\d.]+", "target": "[\d.]+"\}$'
  else true
end);

-- A day that no Date holds ends the round of the worker, and every page that reads it.
alter table day_close add constraint day_close_date_is_a_day check (date between '2009-01-03' and '9998-12-31');
alter table network_day add constraint network_day_date_is_a_day check (date between '2009-01-03' and '9998-12-31');
alter table pool_report add constraint pool_report_date_is_a_day check (date between '2009-01-03' and '9998-12-31');
alter table reference_price add constraint reference_price_date_is_a_day check (date between '2009-01-03' and '9998-12-31');
alter table tariff add constraint tariff_begins_on_a_day check (effective_from between '2009-01-03' and '9998-12-31');
alter table setting add constraint setting_begins_at_a_time check (effective_from between '-infinity' and '9998-12-31Z');

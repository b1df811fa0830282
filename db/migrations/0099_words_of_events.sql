-- What a customers' process writes of an event becomes a text that the house sends: each field has a narrow form, and none has room for a text of its own.
-- A name of a device has neither a place for an address of the web nor for a number to call: no dot but between digits, and nine digits at most.
create or replace function check_event_of_customers() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  device constant text := '(?!([^·]*[0-9]){10})([A-Za-z0-9 _()+-]|[0-9][.](?=[0-9])){1,40}';
  wrong text;
begin
  if new.kind not in ('CODE_SENT', 'CODE_FAILED', 'LOGIN_FAILED', 'LOGIN_LOCKED', 'SESSION_OPENED', 'SESSION_ENDED', 'SESSIONS_REVOKED',
    'ACCESS_REFUSED', 'PASSWORD_SET', 'PASSWORD_CHANGED', 'FUNDS_PASSWORD_SET', 'FUNDS_PASSWORD_FAILED', 'FUNDS_PASSWORD_LOCKED',
    'ADDRESS_ADDED', 'ADDRESS_REMOVED', 'WITHDRAWAL_SUBMITTED', 'SECOND_FACTOR_SET', 'SECOND_FACTOR_FAILED', 'SECOND_FACTOR_REMOVED', 'PASSKEY_ADDED', 'PASSKEY_REMOVED',
    'RECOVERY_CODES_RENEWED', 'FROZEN') then
    raise exception 'a customers'' process announces no %', new.kind using errcode = 'check_violation';
  end if;
  select field.name into wrong from jsonb_each(new.detail) field (name, value)
    left join (values
      ('account', '[^[:space:][:cntrl:]]{1,254}'), ('addressEnd', '[0-9A-Za-z]{1,6}'), ('amount', '[0-9]{1,15}([.][0-9]{1,18})?'),
      ('browser', device), ('caller', 'stranger|known device'), ('coin', 'BTC|USDT'), ('device', '[ -~]{1,6}'), ('factor', 'password|code'),
      ('model', device), ('name', device || '( · ' || device || ')?'), ('network', '[0-9a-f.:]{1,45}/[0-9]{1,3}'), ('number', 'W[0-9A-Z-]{1,31}'),
      ('reason', '[a-z-]{1,24}'), ('remaining', '[0-9]{1,3}'), ('reported', '[0-9]{1,19}'),
      ('scene', 'LOGIN|SET_PASSWORD|FUNDS_PASSWORD|WITHDRAW|CHANGE_CONTACT|SECOND_FACTOR'), ('session', '[0-9]{1,19}'), ('sessions', '[0-9]{1,6}'),
      ('system', device), ('times', '[0-9]{1,9}'), ('withdrawal', '[0-9]{1,19}')) form (name, pattern) using (name)
    where (jsonb_typeof(field.value) = 'string' and field.value #>> '{}' ~ ('^(' || form.pattern || ')$')) is not true
    limit 1;
  if wrong is not null then
    raise exception 'a customers'' process writes no such % of %', left(wrong, 40), new.kind using errcode = 'check_violation';
  end if;
  return new;
end $$;

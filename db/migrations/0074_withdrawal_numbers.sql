-- The number by which a customer and the staff speak of a withdrawal. Its id counts all withdrawals of the house and stays inside; the number has its date and
-- fifty random bits, without letters that are read as digits.
alter table withdrawal add column number text;

-- Made by the database, so that no process chooses one.
create function number_withdrawal() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  -- Bytes of a random UUID that hold neither its version nor its variant.
  places constant integer[] := array[0, 1, 2, 3, 4, 5, 10, 11, 12, 13];
  random constant bytea := uuid_send(gen_random_uuid());
begin
  new.number := 'W' || to_char(new.date, 'YYYYMMDD') || '-'
    || (select string_agg(substr(alphabet, get_byte(random, place) % 32 + 1, 1), '' order by place) from unnest(places) place);
  return new;
end $$;
revoke all on function number_withdrawal() from public;

-- What is there gets its number once; from then on it never changes.
alter table withdrawal disable trigger user;
create trigger withdrawal_numbered_once before update on withdrawal for each row execute function number_withdrawal();
update withdrawal set number = null;
drop trigger withdrawal_numbered_once on withdrawal;
alter table withdrawal enable trigger user;

create trigger withdrawal_has_a_number before insert on withdrawal for each row execute function number_withdrawal();
create trigger withdrawal_number_stands before update on withdrawal for each row
  when (old.number is distinct from new.number) execute function refuse_rewriting('its number stands');

alter table withdrawal alter column number set not null,
  add constraint withdrawal_number_key unique (number),
  add constraint withdrawal_number_check check (number ~ '^W[0-9]{8}-[0-9A-HJKMNP-TV-Z]{10}$');

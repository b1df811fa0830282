-- The time of a changed password is this database's, not the one that a process names: holds of 24 hours count from it. A demo and the
-- tests shift the product's clock, and keep its time.
create function set_password_time() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from installation where mode = 'production') then
    if tg_argv[0] = 'password_changed_at' then
      new.password_changed_at := clock_timestamp();
    else
      new.funds_password_changed_at := clock_timestamp();
    end if;
  end if;
  return new;
end $$;
revoke all on function set_password_time() from public;

drop trigger customer_password_has_its_time on customer;
create trigger customer_password_has_its_time before update on customer for each row
  when (new.status <> 'CLOSED' and old.password_hash is not null and new.password_hash is distinct from old.password_hash
    and not is_rehash(old.password_hash, new.password_hash))
  execute function set_password_time('password_changed_at');
drop trigger customer_funds_password_has_its_time on customer;
create trigger customer_funds_password_has_its_time before update on customer for each row
  when (new.status <> 'CLOSED' and old.funds_password_hash is not null and new.funds_password_hash is distinct from old.funds_password_hash
    and not is_rehash(old.funds_password_hash, new.funds_password_hash))
  execute function set_password_time('funds_password_changed_at');

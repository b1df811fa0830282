-- Two members may have the same repair open: each change and each note makes another version of it, and who knows an older one is refused.
alter table repair_ticket add column version int not null default 1;

create or replace function check_repair_ticket() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status = 'DONE' then
    raise exception 'repair ticket % is done', old.id using errcode = 'check_violation';
  end if;
  new.version := old.version + 1;
  return new;
end $$;

-- What the serving process is not trusted with: its pepper is written down once.

-- npm run migrate founds a database without knowing the pepper; the first server writes the fingerprint down.
alter table installation alter column pepper_fingerprint drop not null;
grant update (pepper_fingerprint) on installation to lode_app;

create function keep_pepper_fingerprint() returns trigger language plpgsql as $$
begin
  if old.pepper_fingerprint is not null and new.pepper_fingerprint is distinct from old.pepper_fingerprint then
    raise exception 'the fingerprint of the pepper is written once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger keep_pepper_fingerprint before update of pepper_fingerprint on installation
  for each row execute function keep_pepper_fingerprint();

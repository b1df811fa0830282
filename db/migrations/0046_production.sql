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

-- Where the signer's journal was: each line with the HMAC that chains it to all lines before. The highest one is what the signer
-- must still hold. A line never changes and none is removed, so that the highest never falls.
create table signer_journal (
  line int primary key check (line > 0),
  head text not null check (head ~ '^[0-9a-f]{64}$'),
  seen_at timestamptz not null
);
create trigger signer_journal_is_final before update or delete or truncate on signer_journal
  for each statement execute function refuse_rewriting('where the signer''s journal was is never rewritten');
grant select, insert on signer_journal to lode_app;

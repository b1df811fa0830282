-- A stranger's wrong guesses end a code for strangers only: the device that asked for it has guesses of its own.
alter table one_time_code add column wrong_guesses_elsewhere integer not null default 0;
create index one_time_code_guessed on one_time_code (sent_at desc) where code_hash is not null and wrong_guesses + wrong_guesses_elsewhere > 0;
grant update (wrong_guesses_elsewhere) on one_time_code to lode_public, lode_staff;

-- Changes of a password use up no notice that is about money.
alter table security_notice drop constraint security_notice_budget_check,
  add constraint security_notice_budget_check check (budget in ('STRANGERS', 'SESSIONS', 'PASSWORDS', 'MONEY', 'HOUSE'));

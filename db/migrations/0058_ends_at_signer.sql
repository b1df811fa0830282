-- A withdrawal that a customer cancels: the worker has the signer end its payment, and then returns the amount. A process that serves
-- customers asks for it and moves no withdrawal itself, so that what it returned could not be signed and paid as well.
create table withdrawal_cancellation (
  withdrawal_id bigint primary key references withdrawal,
  -- Of the call that asked: only its repetitions are answered as done.
  request_id text,
  asked_at timestamptz not null
);
grant select, insert on withdrawal_cancellation to lode_public;
grant select, delete on withdrawal_cancellation to lode_worker;
grant select on withdrawal_cancellation to lode_staff;

drop trigger withdrawal_is_only_cancelled on withdrawal;
drop function refuse_foreign_phase();
revoke update (phase, remark, end_transfer_id) on withdrawal from lode_public;

drop trigger withdrawal_step_is_of_its_part on withdrawal_step;
create trigger withdrawal_step_is_of_its_part before insert on withdrawal_step for each row
  when (new.step <> 'APPLIED' and is_public_login(current_user)) execute function refuse_foreign_step();

-- What the customer cancels is not approved, whatever the program believes.
create function refuse_approval_of_cancelled() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from withdrawal_cancellation where withdrawal_id = new.id) then
    raise exception 'withdrawal % is being cancelled by its customer', new.id using errcode = 'check_violation';
  end if;
  return new;
end $$;

create trigger withdrawal_is_not_being_cancelled before update on withdrawal for each row
  when (old.phase = 'AWAITING_APPROVAL' and new.phase = 'APPROVED') execute function refuse_approval_of_cancelled();

-- A process for customers starts the job that does what it asked for.
do $$
declare
  text constant text := pg_get_functiondef('add_job'::regproc);
  names constant text := $old$'withdrawal-auto-approval')$old$;
begin
  if strpos(text, names) = 0 then raise exception 'add_job is not as this file knows it'; end if;
  execute replace(text, names, $new$'withdrawal-auto-approval', 'withdrawal-cancel')$new$);
end $$;

revoke all on function refuse_approval_of_cancelled() from public;

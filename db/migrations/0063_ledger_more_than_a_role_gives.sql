-- Two ways by which a taken-over process had more than its role gives it.

-- A correction of statuses worked in a temporary table, and took one of that name that was there: a caller's own, with the caller's triggers. They
-- ran with the rights of the function's owner, which owns everything. Now the table is always its own; a foreign one is refused by PostgreSQL.
do $$
declare
  text constant text := pg_get_functiondef('record_status_correction'::regproc);
  old_table constant text := 'create temporary table if not exists status_segment (';
  emptied constant text := E'\n  delete from status_segment;\n';
begin
  if strpos(text, old_table) = 0 or strpos(text, emptied) = 0 then
    raise exception 'record_status_correction is not as this file knows it';
  end if;
  execute replace(replace(text, old_table,
    E'-- Never one that the caller made: its triggers would run as the owner of this function. A foreign one cannot be dropped.\n'
    '  if to_regclass(''pg_temp.status_segment'') is not null then drop table pg_temp.status_segment; end if;\n'
    '  create temporary table status_segment ('), emptied, E'\n');
end $$;

-- A process for customers posts what customers' own calls post, whatever the type. Lines of type WITHDRAW_RETURN were passed over since the days
-- when a cancelled withdrawal was returned by that process itself: under a key of another call, and between any two accounts. It returns
-- nothing any more; the worker does.
create or replace function ledger.check_posted(posted bigint) returns bigint language plpgsql as $$
declare
  line ledger.posting;
begin
  if public.is_public_login(session_user) then
    for line in select * from posting where transfer_id = posted loop
      perform check_line_of_customer(line);
    end loop;
    return posted;
  elsif public.is_bound_login() then
    if not check_shapes(posted) then return posted; end if;
  end if;
  for line in
    select * from posting where transfer_id = posted and debit < 0 and credit > 0 and debit not between -44 and -41 and debit not between -144 and -141
  loop
    perform check_credit(posted, line.debit, line.credit, line.amount);
  end loop;
  if exists (select from posting where transfer_id = posted and (debit between -144 and -141 or credit between -144 and -141)) then
    perform check_interest(posted);
  end if;
  return posted;
end $$;

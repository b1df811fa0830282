-- Tables of all months have statistics of their own, which autovacuum never makes: it looks at the months alone. Without them a join over all
-- months is planned by guesses. Once a week after a close, by the worker.

-- Only the table of all months is analysed where PostgreSQL can do that; older ones read its months again too. Waits for no lock.
create function analyse_months(of_kind text) returns void language plpgsql security definer
set search_path = public, pg_temp set lock_timeout = '500ms' as $$
declare
  parent regclass;
begin
  foreach parent in array case of_kind
    when 'mining' then array['machine_output', 'electricity_charge', 'ledger.posting', 'ledger.transfer']
    else array['coin_up_interest', 'ledger.posting', 'ledger.transfer'] end::regclass[]
  loop
    if coalesce(pg_stat_get_last_analyze_time(parent), '-infinity') < now() - interval '7 days' then
      execute format(case when current_setting('server_version_num')::int >= 180000 then 'analyze only %s' else 'analyze %s' end, parent);
    end if;
  end loop;
exception when lock_not_available then
  return;
end $$;

revoke execute on function analyse_months(text) from public;
grant execute on function analyse_months(text) to lode_worker;

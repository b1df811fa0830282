-- A trigger runs with the search path of whoever writes, and every role may make temporary tables, which come first in it: a process
-- that was taken over could lay a table of its own over the one that a guard reads. Each guard names the schema that it reads.
do $$
declare
  guard regprocedure;
begin
  for guard in
    select p.oid from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype
      and not exists (select from unnest(p.proconfig) setting where setting like 'search\_path=%')
  loop
    execute format('alter function %s set search_path = public, pg_temp', guard);
  end loop;
end $$;

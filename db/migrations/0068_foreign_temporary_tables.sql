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

-- Lists of a group are read by their order to judge it and by their subscripts to write it. A caller may number a list from elsewhere than one: then a
-- transfer was judged and another written, of a customer whose balance was not looked at.
do $$
declare
  text constant text := pg_get_functiondef('ledger.post_group'::regproc);
  first_line constant text := E'  -- All accounts are locked here, in the order of all callers';
begin
  if strpos(text, first_line) = 0 then raise exception 'ledger.post_group is not as this file knows it'; end if;
  execute replace(text, first_line, E'  -- Lists are read by order and by subscript: both must be the same.\n'
    '  if array_dims(keys) is distinct from format(''[1:%s]'', cardinality(keys))\n'
    '    or (array_dims(hashes), array_dims(kinds), array_dims(sources), array_dims(days), array_dims(times), array_dims(debits), array_dims(credits),\n'
    '        array_dims(types), array_dims(amounts), array_dims(dates), array_dims(source_ids), array_dims(given_answers))\n'
    '      is distinct from (array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys),\n'
    '        array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys), array_dims(keys)) then\n'
    '    raise exception ''a group needs at least one transfer, and every list of it one value each, numbered from one'' using errcode = ''LD003'';\n'
    '  end if;\n\n' || first_line);
end $$;

-- An event (a deposit by its number) is known once a day. A customers' process posts none: with a withdrawal that took a deposit's place, that deposit was not
-- credited any more.
do $$
declare
  text constant text := pg_get_functiondef('ledger.check_key'::regproc);
  of_key constant text := E'    elsif new.key like ''withdrawal-end:%'' then';
begin
  if strpos(text, of_key) = 0 then raise exception 'ledger.check_key is not as this file knows it'; end if;
  execute replace(text, of_key, E'    elsif new.source_id is not null then\n'
    '      raise exception ''permission denied to post the event % %'', new.kind, new.source_id using errcode = ''insufficient_privilege'';\n' || of_key);
end $$;

-- Tables of months are made for days that a close can be of. In any number they would cost every reader a lock each, and a worker cannot remove them.
do $$
declare
  text constant text := pg_get_functiondef('keep_months'::regproc);
  first_line constant text := E'  foreach parent in array case of_kind';
begin
  if strpos(text, first_line) = 0 then raise exception 'keep_months is not as this file knows it'; end if;
  execute replace(text, first_line, E'  if exists (select from installation where mode = ''production'')\n'
    '    and (day between clock_timestamp() - interval ''2 years'' and clock_timestamp() + interval ''1 day'') is not true then\n'
    '    return;\n'
    '  end if;\n' || first_line);
end $$;

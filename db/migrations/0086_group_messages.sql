-- A message of the staff goes to all customers, to those of a site, of a model or with a tag, or to one of them; each text once.
drop function post_maintenance(text, text, timestamptz);

create function maintenance_audience(of_site text, of_model text, of_tag text, of_customer bigint) returns setof bigint
  language sql stable security definer set search_path = public, pg_temp as $$
  select customer.id from customer
  where status = 'ACTIVE' and (of_customer is null or customer.id = of_customer) and (of_tag is null or tags @> array[of_tag])
    and (of_site is null or exists (
      select from machine join site on site.id = site_id where customer_id = customer.id and site.name = of_site and not contract_ended))
    and (of_model is null or exists (
      select from machine join machine_model model on model.id = model_id
      where customer_id = customer.id and model.name = of_model and not contract_ended))
$$;
revoke all on function maintenance_audience(text, text, text, bigint) from public;
grant execute on function maintenance_audience(text, text, text, bigint) to lode_staff;

-- The key is also what its messages are found by.
create function post_maintenance(body text, of_site text, of_model text, of_tag text, of_customer bigint, posted_at timestamptz)
  returns table (key text, reached int) language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- As before there were models and tags, so that an older text is known.
  key := 'maintenance:' || md5(coalesce(of_site, '') || ' ' || body
    || coalesce(chr(10) || 'model ' || of_model, '') || coalesce(chr(10) || 'tag ' || of_tag, '') || coalesce(chr(10) || 'customer ' || of_customer, ''));
  insert into customer_message (customer_id, key, kind, event, detail, at, delivery)
  select audience, post_maintenance.key, 'MAINTENANCE', 'NOTICE', jsonb_build_object('text', body), posted_at, 'CHOSEN'
  from maintenance_audience(of_site, of_model, of_tag, of_customer) audience order by audience
  on conflict on constraint customer_message_customer_id_key_key do nothing;
  get diagnostics reached = row_count;
  return next;
end $$;
revoke all on function post_maintenance(text, text, text, text, bigint, timestamptz) from public;
grant execute on function post_maintenance(text, text, text, text, bigint, timestamptz) to lode_staff;

create index customer_message_of_group on customer_message (key) where kind = 'MAINTENANCE';

-- How many would get SMS or mail is counted before a message is proposed.
grant select on message_channel to lode_staff;

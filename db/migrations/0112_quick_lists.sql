-- Lists of the console by what few rows have: each walks an index in the order of its cursor, whatever stands before.

-- Nearly all customers are active.
create index customer_not_active on customer (status, id desc) where status <> 'ACTIVE';
create index customer_not_active_account on customer (status, account) where status <> 'ACTIVE';

-- Who has a tag, in the order of the list: a GIN index has none. Kept by triggers alone; customer.tags is what holds.
create table customer_tag (
  tag text not null,
  customer_id bigint not null references customer (id),
  primary key (tag, customer_id)
);
insert into customer_tag (tag, customer_id)
  select distinct tag, id from customer cross join unnest(tags) tag where tag is not null;

create function keep_customer_tags() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    delete from customer_tag where customer_id = new.id and tag = any (old.tags) and tag = any (new.tags) is not true;
  end if;
  insert into customer_tag (tag, customer_id)
    select distinct tag, new.id from unnest(new.tags) tag where tag is not null on conflict do nothing;
  return null;
end $$;
revoke execute on function keep_customer_tags() from public;
create trigger tags_of_new_customer after insert on customer for each row when (new.tags <> '{}') execute function keep_customer_tags();
create trigger tags_of_customer after update of tags on customer for each row when (old.tags is distinct from new.tags)
  execute function keep_customer_tags();
grant select on customer_tag to lode_staff;

create index audit_log_staff_action on audit_log (staff_id, action, id desc);
create index audit_log_subject_action on audit_log (subject, action, id desc);

-- Those that are open are few, those of an assignee with one status stand together.
create index repair_ticket_open_newest on repair_ticket (id desc) where status <> 'DONE';
create index repair_ticket_of_assignee on repair_ticket (assignee, status, id desc) where assignee is not null;

-- Finds the newest of a site, a model and a status as well as it counts them. All are counted in an index of few pages.
drop index machine_counts;
create index machine_counts on machine (site_id, model_id, status, id desc);
create index machine_count on machine (status);

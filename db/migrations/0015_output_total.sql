-- What a customer has mined in all, kept as outputs are written: the home page does not add up years at each visit.

-- No output is written between the first sum and the trigger.
lock table machine_output in share row exclusive mode;

create table output_total (
  customer_id bigint not null,
  coin text not null,
  net bigint not null check (net >= 0),         -- of sealed days and of the one that is being closed
  primary key (customer_id, coin)
);

insert into output_total (customer_id, coin, net)
  select customer_id, coin, sum_units(net) from machine_output group by customer_id, coin;

create function add_to_output_total() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into output_total as total (customer_id, coin, net)
    select customer_id, coin, sum_units(net) from fresh group by customer_id, coin
    on conflict (customer_id, coin) do update set net = total.net + excluded.net;
  return null;
end $$;

-- Once per statement: a batch of the day close is one.
create trigger machine_output_adds_up after insert on machine_output referencing new table as fresh
  for each statement execute function add_to_output_total();

grant select on output_total to lode_app;

-- What the pools pay, matched to the mining days that it is for.

create table pool_payment (
  id bigint generated always as identity primary key,
  coin text not null check (coin in ('BTC', 'ETH', 'DOGE')),
  from_date date not null,
  to_date date not null check (to_date >= from_date),
  arrival_id bigint unique references house_arrival (id),   -- null: taken by hand
  paid bigint not null check (paid > 0),
  expected bigint not null check (expected > 0),            -- outputs of the days, with the corrections
  variance_reason text check (length(variance_reason) between 1 and 500),
  transfer_id bigint not null unique,
  paid_at timestamptz not null,
  unique (id, coin),
  check ((variance_reason is null) = (paid = expected))
);
create trigger pool_payment_stands before update or delete on pool_payment
  for each row execute function refuse_rewriting('it is posted');
create trigger pool_payment_kept before truncate on pool_payment
  for each statement execute function refuse_rewriting('it is posted');

-- A day of a coin is paid once: the key is what refuses periods that overlap.
create table pool_payment_day (
  coin text not null,
  date date not null,
  payment_id bigint not null,
  expected bigint not null check (expected >= 0),
  primary key (coin, date),
  foreign key (payment_id, coin) references pool_payment (id, coin)
);
create function refuse_pool_payment_day() returns trigger language plpgsql as $$
begin
  if not exists (select from pool_payment where id = new.payment_id and new.date between from_date and to_date) then
    raise exception '% is no day of pool payment %', new.date, new.payment_id using errcode = 'check_violation';
  elsif new.date > last_closed_day('mining') then
    raise exception 'the mining day % is not closed', new.date using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger pool_payment_day_is_allowed before insert on pool_payment_day
  for each row execute function refuse_pool_payment_day();
create trigger pool_payment_day_stands before update or delete on pool_payment_day
  for each row execute function refuse_rewriting('it is paid');
create trigger pool_payment_day_kept before truncate on pool_payment_day
  for each statement execute function refuse_rewriting('it is paid');

-- Corrections of outputs that a payment counts: each once, also when its day was paid before.
create table pool_payment_correction (
  transfer_id bigint not null,
  line int not null,
  payment_id bigint not null references pool_payment (id),
  amount bigint not null check (amount <> 0),   -- above zero: the customer was given more, and the pool owes more
  primary key (transfer_id, line)
);
create trigger pool_payment_correction_stands before update or delete on pool_payment_correction
  for each row execute function refuse_rewriting('it is counted');
create trigger pool_payment_correction_kept before truncate on pool_payment_correction
  for each statement execute function refuse_rewriting('it is counted');

grant select, insert on pool_payment, pool_payment_day, pool_payment_correction to lode_app;

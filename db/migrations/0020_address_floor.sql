-- After a restore: numbers of deposit addresses that may have been given out and are not known any more are never given to anybody else.

create table deposit_address_floor (
  network text not null check (network in ('BITCOIN', 'ERC20')),
  number int not null check (number > 0),       -- the lowest that may be given out from then on
  set_at timestamptz not null,
  primary key (network, number)
);
grant select, insert on deposit_address_floor to lode_app;

-- A charge that was too high and is still owed is put right by taking the difference off what is owed: `waived`. The
-- correction's own row in charge_adjustment is the other side of it: what it gave and did not move as money.

alter table electricity_charge
  add column waived bigint not null default 0 check (waived >= 0),
  drop constraint electricity_charge_check,
  add constraint electricity_charge_adds_up check (amount = paid_prepaid + paid_output_usdt + waived + owed);
alter table charge_adjustment
  add column waived bigint not null default 0 check (waived >= 0),
  drop constraint charge_adjustment_check3,
  add constraint charge_adjustment_adds_up check (amount = paid_prepaid + paid_output_usdt + waived + owed);

create or replace trigger electricity_charge_is_only_paid before update on electricity_charge
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_output < old.paid_output or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');
create or replace trigger charge_adjustment_is_only_paid before update on charge_adjustment
  for each row when (new.owed > old.owed or new.paid_prepaid < old.paid_prepaid or new.paid_output < old.paid_output or new.waived < old.waived)
  execute function refuse_rewriting('a charge can only be paid');

create index charge_adjustment_about on charge_adjustment (machine_id, about_date);

grant update (waived) on electricity_charge, charge_adjustment to lode_app;

-- A final payment that has neither paid nor provably failed stops its coin: its own row says so, which only what pays may write. The alert
-- that said so until now may be raised by any process.
alter table withdrawal_payment
  add column unproven_since timestamptz,
  add column unproven_reason text check (length(unproven_reason) between 1 and 1000),
  add constraint withdrawal_payment_unproven check ((unproven_since is null) = (unproven_reason is null)),
  add constraint withdrawal_payment_unproven_signed check (unproven_since is null or txid is not null);

update withdrawal_payment p set unproven_since = a.raised_at, unproven_reason = a.message
from alert a join withdrawal w on 'withdrawal ' || w.id = a.subject
where a.kind = 'payment-unproven' and a.resolved_at is null and p.withdrawal_id = w.id and w.phase = 'BROADCAST' and p.txid is not null
  and p.attempt = (select max(newest.attempt) from withdrawal_payment newest where newest.withdrawal_id = w.id and newest.txid is not null);

grant update (unproven_since, unproven_reason) on withdrawal_payment to lode_worker, lode_staff;

create index withdrawal_payment_unproven on withdrawal_payment (withdrawal_id) where unproven_since is not null;

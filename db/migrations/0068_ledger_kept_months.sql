-- Months that are over are sealed, may be kept elsewhere, and come back only as they were. See docs/adr/0057-months-of-the-ledger.md.

create schema archive;

-- A month that is over, as it was: what its rows hash to, and the seal of this, of what is carried forward and of the seal before.
create table ledger.month_seal (
  month date primary key references ledger.month,
  first_transfer bigint not null,
  beyond bigint not null,                       -- the first id of the month after it
  first_day date,                               -- of the business dates of its transfers; null: there are none
  last_day date,
  transfers bigint not null,
  postings bigint not null,
  digest ledger.digest not null,
  previous ledger.digest,                       -- seal of the month before; null of the first
  seal ledger.digest not null,
  sealed_at timestamptz not null,
  detached_at timestamptz                       -- since when its rows are kept elsewhere; null: they are here
);

-- What a sealed month moved on each account, and the balance after its last line; null for an account that keeps none.
create table ledger.carried (
  month date not null,
  account bigint not null,
  amount bigint not null,
  balance_after bigint,
  primary key (month, account)
);
grant select on ledger.month_seal, ledger.carried to lode_public, lode_worker, lode_staff;

create trigger not_deleted before delete or truncate on ledger.month_seal for each statement execute function ledger.refuse();
create trigger only_by_function before insert or update on ledger.month_seal for each statement execute function ledger.refuse_direct_write();
create trigger append_only before update or delete or truncate on ledger.carried for each statement execute function ledger.refuse();
create trigger only_by_function before insert on ledger.carried for each statement execute function ledger.refuse_direct_write();

-- Of a month that is kept elsewhere one entry an account stands for all of its own: sums of entries, and balances from entry to entry, are the same as
-- with them.
create or replace view ledger.entry as
  select transfer_id, line, debit as account, -amount as amount, debit_after as balance_after, type, date from ledger.posting
  union all
  select transfer_id, line, credit, amount, credit_after, type, date from ledger.posting
  union all
  select seal.beyond - 1, 0, carried.account::ledger.side, carried.amount, carried.balance_after::ledger.remainder, null::ledger.posting_type, seal.month
  from ledger.carried join ledger.month_seal seal using (month) where seal.detached_at is not null;

-- What rows of a range hash to. Thousands of rows are hashed to one value, then thousands of these: no text grows with the month.
create function ledger.month_digest(transfers regclass, postings regclass, first bigint, beyond bigint) returns bytea language plpgsql stable
set search_path = ledger, pg_temp set timezone = 'UTC' set datestyle = 'ISO' set bytea_output = 'hex' set jit = off as $$
declare
  of_transfers bytea;
  of_postings bytea;
begin
  execute format($sql$
    select sha256(coalesce(string_agg(part, '' order by place), '')) from (
      select place / 10000 as place, sha256(string_agg(sha256(convert_to(line, 'UTF8')), '' order by place)) as part from (
        select row_number() over (order by id) - 1 as place,
          row(id, key, input_hash, kind, source_id, business_date, posted_at, corrects, answer::text)::text as line
        from %s where id >= $1 and id < $2
      ) lines group by place / 10000
    ) parts$sql$, transfers) into of_transfers using first, beyond;
  execute format($sql$
    select sha256(coalesce(string_agg(part, '' order by place), '')) from (
      select place / 10000 as place, sha256(string_agg(sha256(convert_to(line, 'UTF8')), '' order by place)) as part from (
        select row_number() over (order by transfer_id, line) - 1 as place,
          row(transfer_id, line, debit, credit, customer, type, amount, debit_after, credit_after, date, source_id)::text as line
        from %s where transfer_id >= $1 and transfer_id < $2
      ) lines group by place / 10000
    ) parts$sql$, postings) into of_postings using first, beyond;
  return sha256(of_transfers || of_postings);
end $$;

create function ledger.carried_digest(of_month date) returns bytea language sql stable set search_path = ledger, pg_temp as $$
  select sha256(convert_to(coalesce(string_agg(concat(account, ' ', amount, ' ', balance_after), ';' order by account), ''), 'UTF8'))
  from carried where month = of_month;
$$;

create function ledger.seal_of(sealed ledger.month_seal) returns bytea language sql stable set search_path = ledger, pg_temp set datestyle = 'ISO' as $$
  select sha256(convert_to(concat_ws(' ', sealed.month, sealed.first_transfer, sealed.beyond,
    coalesce(sealed.first_day::text, 'none'), coalesce(sealed.last_day::text, 'none'), sealed.transfers, sealed.postings,
    encode(sealed.digest, 'hex'), encode(carried_digest(sealed.month), 'hex'), coalesce(encode(sealed.previous, 'hex'), 'first')), 'UTF8'));
$$;

-- Seals a month that is over, after those before it. Its own rows are no longer written: ids went on.
create function ledger.seal_month(wanted date, at timestamptz) returns bytea language plpgsql set search_path = ledger, pg_temp as $$
declare
  sealed month_seal;
  before month_seal;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal_month', 0));
  if exists (select from month_seal where month = wanted) then raise exception '% is sealed', wanted using errcode = 'LD005'; end if;
  select m.month, m.first_transfer, (select min(first_transfer) from month n where n.month > m.month) into sealed.month, sealed.first_transfer, sealed.beyond
    from month m where m.month = wanted;
  if not found then raise exception 'there is no month % in the ledger', wanted using errcode = 'LD005'; end if;
  if sealed.beyond is null then raise exception '% is not over', wanted using errcode = 'LD005'; end if;
  select s.* into before from month m left join month_seal s using (month) where m.month < wanted order by m.month desc limit 1;
  if found and before.seal is null then raise exception 'the month before % is not sealed', wanted using errcode = 'LD005'; end if;

  insert into carried (month, account, amount, balance_after)
    select wanted, account, amount, balance_after
    from (
      select account, total(amount) as amount from entry where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond group by account
    ) sums left join (
      select distinct on (account) account, balance_after::bigint from entry
      where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond and account > 0 order by account, transfer_id desc, line desc
    ) last using (account);
  select count(*), min(business_date), max(business_date) into sealed.transfers, sealed.first_day, sealed.last_day from transfer where id >= sealed.first_transfer and id < sealed.beyond;
  select count(*) into sealed.postings from posting where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond;
  sealed.digest := month_digest('ledger.transfer', 'ledger.posting', sealed.first_transfer, sealed.beyond);
  sealed.previous := before.seal;
  sealed.sealed_at := at;
  sealed.seal := seal_of(sealed);
  insert into month_seal select (sealed).*;
  return sealed.seal;
end $$;

create function ledger.name_of_month(month date) returns text language sql immutable return
  case when isfinite(month) then to_char(month, 'YYYY_MM') else 'first' end;

-- Out of the ledger, into the schema `archive`, from where it can be written to a file and dropped. Its keys stay known and its sums are carried
-- forward. Readers and writers of the ledger wait for a moment; where that moment does not come within two seconds, nothing has happened.
create function ledger.detach_month(wanted date, at timestamptz) returns void language plpgsql
set search_path = ledger, pg_temp set lock_timeout = '2s' as $$
declare
  sealed month_seal;
  parent text;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal_month', 0));
  select * into sealed from month_seal where month = wanted;
  if not found then raise exception '% is not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is not null then raise exception '% is kept elsewhere', wanted using errcode = 'LD005'; end if;
  if sealed.seal <> seal_of(sealed) or sealed.digest <> month_digest('ledger.transfer', 'ledger.posting', sealed.first_transfer, sealed.beyond) then
    raise exception '% is not as it was sealed', wanted using errcode = 'LD005';
  end if;
  foreach parent in array array['posting', 'transfer'] loop
    execute format('alter table ledger.%1$I detach partition ledger.%2$I', parent, parent || '_' || name_of_month(wanted));
    execute format('alter table ledger.%I set schema archive', parent || '_' || name_of_month(wanted));
  end loop;
  update month_seal set detached_at = at where month = wanted;
end $$;

-- Back into the ledger, if the rows are those that were sealed.
create function ledger.attach_month(wanted date) returns void language plpgsql set search_path = ledger, pg_temp set lock_timeout = '2s' as $$
declare
  sealed month_seal;
  parent text;
  part text;
  definition text;
begin
  perform pg_advisory_xact_lock(hashtextextended('ledger.seal_month', 0));
  select * into sealed from month_seal where month = wanted;
  if not found then raise exception '% is not sealed', wanted using errcode = 'LD005'; end if;
  if sealed.detached_at is null then raise exception '% is here', wanted using errcode = 'LD005'; end if;
  foreach parent in array array['transfer', 'posting'] loop
    part := parent || '_' || name_of_month(wanted);
    if to_regclass(format('archive.%I', part)) is null then
      raise exception 'there is no table archive.% to attach', part using errcode = 'LD005';
    end if;
    -- What is compared is what is attached.
    execute format('lock table archive.%I in access exclusive mode', part);
  end loop;
  if sealed.seal <> seal_of(sealed) or sealed.digest <> month_digest(
      format('archive.%I', 'transfer_' || name_of_month(wanted))::regclass, format('archive.%I', 'posting_' || name_of_month(wanted))::regclass,
      sealed.first_transfer, sealed.beyond) then
    raise exception '% is not as it was sealed', wanted using errcode = 'LD005';
  end if;
  foreach parent in array array['transfer', 'posting'] loop
    part := parent || '_' || name_of_month(wanted);
    execute format('alter table archive.%I set schema ledger', part);
    -- Rights and triggers as a partition has them, whatever it came back with.
    execute format('revoke all on ledger.%I from public, lode_app, lode_public, lode_worker, lode_staff', part);
    for definition in select format('drop trigger %I on ledger.%I', tgname, part) from pg_trigger
      where tgrelid = format('ledger.%I', part)::regclass and not tgisinternal
    loop
      execute definition;
    end loop;
    for definition in select pg_get_triggerdef(oid) from pg_trigger
      where tgrelid = format('ledger.%I', parent)::regclass and not tgisinternal and tgtype & 1 = 0
    loop
      execute replace(definition, format(' ON ledger.%I ', parent), format(' ON ledger.%I ', part));
    end loop;
    execute format('alter table ledger.%I attach partition ledger.%I for values from (%s) to (%L)', parent, part,
      case when exists (select from month where month < wanted) then quote_literal(sealed.first_transfer) else 'minvalue' end, sealed.beyond);
  end loop;
  update month_seal set detached_at = null where month = wanted;
end $$;

-- For the check of the books: one row per seal that does not fit, and per key that is not that of its transfer.
create function ledger.check_months() returns table (check_name text, subject text, expected text, found text, coin text)
language sql stable set search_path = ledger, pg_temp as $$
  select 'a seal fits what it seals', sealed.month::text, encode(sealed.seal, 'hex'), encode(seal_of(sealed), 'hex'), null::text
    from month_seal sealed where sealed.seal <> seal_of(sealed)
  union all
  select 'a seal follows the one before', later.month::text, coalesce(encode(later.before, 'hex'), 'none'), coalesce(encode(later.previous, 'hex'), 'none'), null
    from (select month, previous, (select s.seal from month m left join month_seal s using (month) where m.month < sealed.month order by m.month desc limit 1) as before
          from month_seal sealed) later
    where later.previous is distinct from later.before
  union all
  select 'a sealed month is as it was', compared.month::text, encode(compared.digest, 'hex'), encode(compared.now, 'hex'), null
    from (select month, digest, month_digest('ledger.transfer', 'ledger.posting', first_transfer, beyond) as now
          from month_seal where detached_at is null offset 0) compared
    where compared.digest <> compared.now
  union all
  select 'a month that is kept elsewhere has no rows here', sealed.month::text, 'none', 'some', null
    from month_seal sealed where sealed.detached_at is not null and (
      exists (select from transfer where id >= sealed.first_transfer and id < sealed.beyond)
      or exists (select from posting where transfer_id >= sealed.first_transfer and transfer_id < sealed.beyond))
  union all
  (select 'a transfer has its key', coalesce(t.id, k.transfer_id)::text, concat_ws(' ', k.key, k.business_date, k.kind, k.source_id),
     concat_ws(' ', t.key, t.business_date, t.kind, t.source_id), null
   from transfer t full join transfer_key k on k.transfer_id = t.id
   where (k.key::text, k.business_date, k.kind, k.source_id) is distinct from (t.key::text, case when t.source_id is not null then t.business_date end,
       case when t.source_id is not null then t.kind end, t.source_id)
     and not (t.id is null and exists (
       select from month_seal s where s.detached_at is not null and k.transfer_id >= s.first_transfer and k.transfer_id < s.beyond))
   limit 20);
$$;

-- As it was, but a key of a month that is kept elsewhere is known all the same: its answer is not here.
create or replace function ledger.replay(transfer_key text, hash bytea, out transfer_id bigint, out answer json) language plpgsql as $$
declare
  known_hash bytea;
begin
  select k.transfer_id, t.answer, t.input_hash into transfer_id, answer, known_hash
    from ledger.transfer_key k left join transfer t on t.id = k.transfer_id where k.key = replay.transfer_key;
  if transfer_id is not null and known_hash is null then
    raise exception 'key % was used before, in a month that is kept elsewhere', transfer_key using errcode = 'LD002';
  elsif known_hash <> hash then
    raise exception 'key % was used before with other input', transfer_key using errcode = 'LD002';
  end if;
end $$;

revoke all on function ledger.month_digest(regclass, regclass, bigint, bigint), ledger.carried_digest(date), ledger.seal_of(ledger.month_seal),
  ledger.seal_month(date, timestamptz), ledger.name_of_month(date), ledger.detach_month(date, timestamptz), ledger.attach_month(date),
  ledger.check_months() from public;
grant execute on function ledger.check_months(), ledger.month_digest(regclass, regclass, bigint, bigint), ledger.carried_digest(date),
  ledger.seal_of(ledger.month_seal) to lode_worker;

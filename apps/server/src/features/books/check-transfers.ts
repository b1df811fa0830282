import type { BookCheck, Difference } from '@lode/ledger';
import { limited } from '../../platform/books/limited.ts';
import { many } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { transferRules } from './transfer-rules.ts';

const rules = `rule as materialized (
    select * from jsonb_to_recordset($1::jsonb) as rule(kind text, key text, corrects text, lines jsonb, day text, "hasMachine" boolean,
      "mayBeAhead" boolean, "hasSource" boolean, hash text)
  )`;

/** Each transfer is of a kind that is known, and its key, its date and what it corrects are those of its kind. */
const headers = query(
  'books.check-transfers',
  limited(`
  with ${rules}, header as (
    select transfer.id, transfer.kind, transfer.key, transfer.source_id, business_date, posted_at, transfer.corrects,
      rule.kind as known, rule.key as form, rule.corrects as must_correct, coalesce("mayBeAhead", false) as may_be_ahead,
      coalesce("hasSource", false) as has_source, (posted_at at time zone 'Asia/Shanghai')::date as posted_on
    from ledger.transfer left join rule using (kind)
  )
  select 'a transfer is of the kind that its key says' as "check", 'transfer ' || id as subject,
    coalesce(form, 'a known kind') as expected, concat_ws(' ', kind, key) as found
  from header where known is null or key !~ concat('^', form, '$')
  union all
  select 'the date of a transfer is that of its posting', 'transfer ' || id, posted_on::text, business_date::text
  from header where business_date <> posted_on and not (may_be_ahead and business_date > posted_on)
  union all
  select 'a transfer corrects what its kind corrects', 'transfer ' || id, must_correct, coalesce(corrects::text, 'none')
  from header where must_correct = 'always' and corrects is null or must_correct = 'never' and corrects is not null
  union all
  select 'the source of a transfer is in its key', 'transfer ' || id, case when has_source then substring(key from '[0-9]+') else 'none' end,
    coalesce(source_id, 'none')
  from header where source_id is distinct from case when has_source then substring(key from '[0-9]+') end`),
).as<Difference>();

/** Each line moves what its transfer's kind moves, in the coin that its type says, on the day that is the transfer's. */
const lines = query(
  'books.check-lines',
  limited(`
  with ${rules}, allowed as materialized (
    select kind, day, coalesce("hasMachine", false) as has_machine, line->>0 as type, line->>1 as debit, line->>2 as credit
    from rule, jsonb_array_elements(lines) line
  ), line as (
    select posting.transfer_id, posting.line, posting.type::text, posting.date, posting.source_id, posting.debit, posting.credit,
      transfer.id, transfer.kind, transfer.key, business_date, allowed.day, has_machine
    from ledger.posting
    left join ledger.transfer on transfer.id = posting.transfer_id
    left join allowed on allowed.kind = transfer.kind and allowed.type = posting.type::text
      and allowed.debit = ledger.name_of(posting.debit) and allowed.credit = ledger.name_of(posting.credit)
  )
  select 'a line moves what its kind of transfer moves' as "check", 'transfer ' || transfer_id as subject,
    coalesce('a line of ' || kind, 'a transfer') as expected,
    concat('line ', line, ' ', type, ' ', ledger.name_of(debit), ' to ', ledger.name_of(credit)) as found
  from line where day is null
  union all
  select 'a line is in the coin of its type', 'transfer ' || transfer_id, substring(type from '(BTC|USDT|ETH|DOGE)$'),
    concat('line ', line, ' ', ledger.coin_of(debit))
  from line where type ~ '_(BTC|USDT|ETH|DOGE)$' and right(type, length(ledger.coin_of(debit))) <> ledger.coin_of(debit)
  union all
  select 'the date of a line is that of its transfer', 'transfer ' || transfer_id, dated.expected::text, concat('line ', line, ' ', date)
  from line
  cross join lateral (
    select case day when 'business' then business_date
      when 'key' then substring(key from '[0-9]{4}-[0-9]{2}-[0-9]{2}')::date
      when 'day after key' then substring(key from '[0-9]{4}-[0-9]{2}-[0-9]{2}')::date + 1 end as expected
  ) dated
  where date <> dated.expected
  union all
  select 'a line names a machine where its kind does', 'transfer ' || transfer_id, case when has_machine then 'a machine' else 'none' end,
    concat('line ', line, ' ', coalesce(source_id::text, 'none'))
  from line where has_machine <> (source_id is not null)`),
).as<Difference>();

/** The lines of a transfer are numbered without a gap; those of a batch make its input hash, as it was taken when it was posted. */
const hashes = query(
  'books.check-hashes',
  limited(`
  with ${rules}, batch as (
    select transfer_id, min(line) as first, max(line) as last, count(*) as lines,
      array_send(array_agg(debit::bigint order by line)) || array_send(array_agg(credit::bigint order by line))
        || array_send(array_agg(amount::bigint order by line)) as moved,
      array_send(array_agg(source_id order by line)) as machines
    from ledger.posting group by transfer_id
  )
  select 'the lines of a batch are those that were posted' as "check", 'transfer ' || transfer_id as subject,
    encode(input_hash, 'hex') as expected, encode(sha256(case hash when 'with machines' then moved || machines else moved end), 'hex') as found
  from batch join ledger.transfer on transfer.id = transfer_id join rule using (kind)
  where hash is not null and input_hash <> sha256(case hash when 'with machines' then moved || machines else moved end)
  union all
  select 'the lines of a transfer have no gap', 'transfer ' || transfer_id, concat(lines, ' lines from ', first), concat('the last is ', last)
  from batch where last - first + 1 <> lines or first not in (0, 1)`),
).as<Difference>();

/** Transfers against what their kinds are, line by line. */
export const checkTransfers: BookCheck = async (db) => {
  const given = [JSON.stringify(transferRules)];
  return [...(await many(db, headers, given)), ...(await many(db, lines, given)), ...(await many(db, hashes, given))];
};

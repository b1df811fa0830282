import { many, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';

/** Which transfers are wanted; null: any. */
export interface TransferFilter {
  /** Null only where nothing is asked of the lines. */
  kinds: readonly string[] | null;
  coin: string | null;
  account: string | null;
  /** Of a line: in units of eight decimals, and in those of six. */
  amount: { of8: bigint; of6: bigint } | null;
  /** Business dates, both included. */
  from: string | null;
  to: string | null;
}

/** Behind which id the list goes on, and how far. */
export interface TransferPlace {
  after: bigint | null;
  limit: number;
}

export interface ListedTransfer {
  id: bigint;
  kind: string;
  key: string;
  businessDate: string;
  postedAt: Date;
  lines: number;
  amounts: { coin: string; amount: string }[];
}

/** A part of a list: what was found from its beginning down to `reached`. */
export interface FoundTransfers {
  transfers: ListedTransfer[];
  /** Null: to the end. */
  reached: bigint | null;
}

/**
 * How far one call looks, so that a filter that fits almost nothing does not read the whole ledger: transfers of one rare kind,
 * whose lines may be thousands each; transfers of any kind; lines of one customer; batches of outputs.
 */
const looksAt = { ofKind: 200, ofAll: 20_000, linesOfCustomer: 20_000, batches: 100 } as const;

/** Those that the index `transfer_of_kind` leaves out. */
const frequent = `('withdrawal', 'withdrawal-end', 'coin-up-subscription', 'coin-up-interest-redemption', 'deposit')`;

const within = `within as materialized (
    select first_transfer as lo, least(last_transfer, $2::bigint - 1) as hi from ledger.transfers_of($3::date, $4::date))`;

/** A line that the filter wants, of a transfer `found.id`. */
const matches = `($5::text is null or ledger.coin_of(p.debit) = $5)
  and ($6::text is null or $6 in (ledger.name_of(p.debit), ledger.name_of(p.credit)))
  and ($7::bigint is null or p.amount = case ledger.coin_of(p.debit) when 'USDT' then $8::bigint else $7::bigint end)`;

/** `found (id, kind, date)` holds all candidates from the list's place down to `reached (id)`, and `isOf` is true for the lines that count. */
const listed = (isOf: string) => `
  , picked as (
    select found.id from (
      select id from found
      where id >= (select id from reached) and ($1::text[] is null or kind = any($1::text[]))
        and ($3::date is null or date >= $3) and ($4::date is null or date <= $4) order by id desc) found
    cross join lateral (select from ledger.posting p where p.transfer_id = found.id and ${isOf} and ${matches} limit 1) line
    order by found.id desc limit $9
  ), page as (
    select t.id, t.kind::text as kind, t.key::text as key, t.business_date::text as "businessDate", t.posted_at as "postedAt", sums.lines, sums.amounts
    from picked join ledger.transfer t using (id)
    cross join lateral (
      select sum(lines)::int as lines, jsonb_agg(jsonb_build_object('coin', coin, 'amount', amount::text) order by coin) as amounts
      from (
        select ledger.coin_of(p.debit) as coin, count(*) as lines,
          sum(case when $6 is null then p.amount::bigint else 0 end)
            + coalesce(sum(p.amount::bigint) filter (where ledger.name_of(p.credit) = $6), 0)
            - coalesce(sum(p.amount::bigint) filter (where ledger.name_of(p.debit) = $6), 0) as amount
        from ledger.posting p
        where p.transfer_id = t.id and ${isOf} and ($5::text is null or ledger.coin_of(p.debit) = $5)
          and ($6::text is null or $6 in (ledger.name_of(p.debit), ledger.name_of(p.credit)))
        group by 1) by_coin
    ) sums
  )
  select nullif(reached.id, 0) as reached, page.* from reached left join page on true order by page.id desc`;

type Row = { reached: bigint | null } & { [Column in keyof ListedTransfer]: ListedTransfer[Column] | null };

const ofAll = query(
  'books.transfers',
  `with ${within}, of_kind as (
    select part.id, wanted.kind, part.date
    from within cross join unnest($1::text[]) wanted (kind)
    cross join lateral (
      select t.id, t.business_date as date from ledger.transfer t
      where t.kind = wanted.kind and t.kind not in ${frequent} and t.id >= lo and t.id <= hi order by t.id desc limit ${looksAt.ofKind}) part
  ), of_all as (
    select t.id, t.kind, t.business_date as date from within cross join lateral (
      select * from ledger.transfer where id >= lo and id <= hi and ($1::text[] is null or $1::text[] && array[${frequent.slice(1, -1)}])
      order by id desc limit ${looksAt.ofAll}) t
  ), reached as (
    select coalesce(max(ended.id), 0) as id from (
      select min(id) as id from of_kind group by kind having count(*) = ${looksAt.ofKind}
      union all
      select min(id) from of_all having count(*) = ${looksAt.ofAll}
    ) ended
  ), found as (
    select id, kind, date from of_kind union all select id, kind, date from of_all where $1::text[] is null or kind in ${frequent}
  ) ${listed('true')}`,
).as<Row>();

/** Outputs are lines of a batch without an index by customer: which batches hold one's follows from the days on which one mined. */
const ofCustomer = query(
  'books.transfers-of-customer',
  `with ${within}, line as (
    select p.transfer_id as id from within cross join lateral (
      select transfer_id from ledger.posting
      where customer = $10::bigint and type <> 'MINING_OUTPUT' and transfer_id >= lo and transfer_id <= hi
      order by transfer_id desc, posting.line desc limit ${looksAt.linesOfCustomer}) p
  ), batch as (
    select b.id from within cross join lateral (
      select k.transfer_id as id from day_close_batch d
      join ledger.transfer_key k on k.key = concat('day-close:mining:', d.date, ':', d.batch, ':outputs')
      where d.kind = 'mining' and d.stage = 'post' and $10::bigint between d.first_customer and d.last_customer
        and k.transfer_id >= lo and k.transfer_id <= hi and ($1::text[] is null or 'machine-output' = any($1::text[]))
        and exists (select from machine_output o where o.date = d.date and o.customer_id = $10::bigint)
      order by d.date desc, d.batch desc limit ${looksAt.batches}) b
  ), reached as (
    select coalesce(max(ended.id), 0) as id from (
      select min(id) as id from line having count(*) = ${looksAt.linesOfCustomer}
      union all
      select min(id) from batch having count(*) = ${looksAt.batches}
    ) ended
  ), found as (
    select t.id, t.kind, t.business_date as date
    from (select id from line union select id from batch) any_of join ledger.transfer t using (id)
  ) ${listed('p.customer = $10::bigint')}`,
).as<Row>();

const beyondAll = 2n ** 63n - 1n;
const valuesOf = (
  { kinds, coin, account, amount, from, to }: TransferFilter,
  { after, limit }: TransferPlace,
): unknown[] => [kinds, after ?? beyondAll, from, to, coin, account, amount?.of8 ?? null, amount?.of6 ?? null, limit];

/** The newest first. */
export async function readTransfers(
  db: Queryable,
  filter: TransferFilter,
  place: TransferPlace,
): Promise<FoundTransfers> {
  return foundOf(await many(db, ofAll, valuesOf(filter, place)));
}

/** Those with lines of one customer, whose other lines do not count. */
export async function readTransfersOf(
  db: Queryable,
  customerId: bigint,
  filter: TransferFilter,
  place: TransferPlace,
): Promise<FoundTransfers> {
  return foundOf(await many(db, ofCustomer, [...valuesOf(filter, place), customerId]));
}

function foundOf(rows: readonly Row[]): FoundTransfers {
  const transfers = rows.flatMap(({ reached: _, ...row }) => (row.id === null ? [] : [row as ListedTransfer]));
  return { transfers, reached: rows[0]?.reached ?? null };
}

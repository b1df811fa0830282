import type { Data } from '@lode/contract';
import type { Coin } from '@lode/money';
import { many, one, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import type { Evidence } from './ledger-records.store.ts';

export type BillType = Data<'billPage'>['records'][number]['type'];

/** One movement of a customer's accounts: a posting, or what a machine mined on a day. */
export interface BillRow extends Evidence {
  transferId: bigint;
  /** 0 of an output. */
  line: bigint;
  /** Of an output: its place in its transfer. 0 of a posting. */
  place: bigint;
  type: BillType;
  /** Null of an output: the house mined it. */
  debit: bigint | null;
  credit: bigint;
  amount: bigint;
  time: Date;
  withdrawalId: bigint | null;
  depositId: bigint | null;
}

/** The first moment of a month in Shanghai and that of the next one; its first day. */
export interface BillMonth {
  firstDay: string;
  from: string;
  to: string;
}

/** What of the month is asked for; null: all. */
export interface BillFilter {
  type: BillType | null;
  search: BillSearch | null;
}

/** Either transfers of any month, or movements of these machines, of this amount, or of lines that show it as the sum of machines. */
export type BillSearch =
  | { transfers: readonly bigint[] }
  | { machines: readonly bigint[]; amount: bigint | null; microUsdt: bigint | null; lines: readonly MachinesLine[] };

/** What the bill shows as one line: movements of one type and coin of several machines, for one date, on one day of Shanghai. */
export interface MachinesLine {
  type: string;
  coin: string;
  date: string;
  day: string;
}

/**
 * Ids of transfers grow with time, and those of a month begin where its first close opened it: the tail of a month lies before. So the
 * walk along the index begins with the next month, and ends two months back at the latest.
 */
const beyondMonth =
  'coalesce((select min(first_transfer) from ledger.month where month > $2::date), 9223372036854775807)';
const beforeMonth =
  'coalesce((select first_transfer from ledger.month where month < $2::date order by month desc offset 1 limit 1), 0)';

/**
 * What was mined, as the close posted it. Its postings have no index by customer, which would double the ledger's: the rows that they
 * were posted from have one. A close that was late by up to two months is found.
 */
const minedInMonth = `
  select (batch.result ->> 'outputTransfer')::bigint as transfer_id, transfer.posted_at, output.*,
    output.machine_id * 10 + array_position(array['BTC', 'ETH', 'DOGE'], output.coin) as place
  from day_close_batch batch
  join ledger.transfer on transfer.id = (batch.result ->> 'outputTransfer')::bigint
  cross join lateral (select * from machine_output where customer_id = $1 and date = batch.date and net > 0 offset 0) output
  where batch.kind = 'mining' and batch.stage = 'post' and $1 between batch.first_customer and batch.last_customer
    and batch.date > $2::date - 64 and batch.date < $2::date + 32 and transfer.posted_at >= $3 and transfer.posted_at < $4`;

/** On which day of Shanghai it stands in the bill. */
const shownOn = `(posted_at at time zone 'Asia/Shanghai')::date`;

const electricityTypes = `'ELE_CONSUME_USDT', 'ELE_CONSUME_BTC', 'ELE_CONSUME_ETH', 'ELE_CONSUME_DOGE'`;

const linesWanted = `select type, coin, date, day from jsonb_to_recordset($15::jsonb) as line (type text, coin text, date date, day date)`;

/** Ordered by id, which is by time. Conditions that may be absent only pass over rows of the month: none of them decides how it is walked. */
const page = query(
  'wallet.bill-page',
  `with page as (
     (select transfer_id, line::bigint as line, 0::bigint as place, type::text as type, debit::bigint as debit, credit::bigint as credit,
        amount::bigint as amount, date, posting.source_id, posted_at
      from ledger.posting
      join ledger.transfer on transfer.id = posting.transfer_id
      where customer = $1 and type <> 'MINING_OUTPUT'
        and transfer_id >= coalesce((select min(id) from unnest($14::bigint[]) id), ${beforeMonth})
        and transfer_id < coalesce((select max(id) + 1 from unnest($14::bigint[]) id), ${beyondMonth})
        and (transfer_id, line) < ($5::bigint, $6::bigint) and posted_at >= $3 and posted_at < $4
        and ($10::text is null or type::text = $10) and ($14::bigint[] is null or transfer_id = any($14))
        and ($11::bigint[] is null or posting.source_id = any($11)
          or amount = case when ledger.coin_of(debit) = 'USDT' then $13::bigint else $12::bigint end
          or posting.source_id is not null and (type::text, ledger.coin_of(debit), date, ${shownOn}) in (${linesWanted}))
      order by transfer_id desc, line desc limit $8::int + $9::int)
     union all
     (select transfer_id, 0, place, 'MINING_OUTPUT', null, ledger.account_id($1, 'OUTPUT_ACCOUNT', coin), net, date, machine_id, posted_at
      from (${minedInMonth}) mined
      where (transfer_id, 0, place) < ($5::bigint, $6::bigint, $7::bigint)
        and ($10::text is null or $10 = 'MINING_OUTPUT') and $14::bigint[] is null
        and ($11::bigint[] is null or machine_id = any($11) or net = $12::bigint
          or ('MINING_OUTPUT', coin, date, ${shownOn}) in (${linesWanted}))
      order by transfer_id desc, place desc limit $8::int + $9::int)
     order by transfer_id desc, line desc, place desc limit $8::int offset $9::int
   )
   select page.transfer_id as "transferId", page.line, page.place, page.type, page.debit, page.credit, page.amount, page.date,
     page.posted_at as time, machine.id as "machineId", machine.machine_no as "machineNo",
     charge.running_seconds as "runningSeconds", charge.power_watts as "powerWatts", trim_scale(charge.price)::text as price,
     reference_price.usdt as rate, outage_credit.reason, withdrawal.id as "withdrawalId", deposit.id as "depositId"
   from page
   left join machine on machine.id = page.source_id
     and exists (select from machine_terms terms where terms.machine_id = machine.id and terms.customer_id = $1)
   left join electricity_charge charge
     on charge.machine_id = page.source_id and charge.date = page.date and page.type in (${electricityTypes})
   left join outage_credit_batch on outage_credit_batch.transfer_id = page.transfer_id
   left join outage_credit on outage_credit.id = credit_id
   left join reference_price
     on reference_price.coin = ledger.coin_of(page.debit) and reference_price.date = page.date
     and page.type in (${electricityTypes}) and page.type <> 'ELE_CONSUME_USDT'
   left join withdrawal
     on withdrawal.customer_id = $1 and page.type like 'WITHDRAW%' and page.transfer_id in (withdrawal.transfer_id, withdrawal.end_transfer_id)
   left join deposit
     on deposit.customer_id = $1 and page.type in ('ELE_RECHARGE', 'RECHARGE_BTC') and deposit.transfer_id = page.transfer_id
   order by page.transfer_id desc, page.line desc, page.place desc`,
).as<BillRow>();

export interface BillPlace {
  after: readonly [transferId: string, line: string, place: string] | null;
  limit: number;
  offset: number;
}

const beyondAll = ['9223372036854775807', '0', '0'] as const;

export function readBill(
  db: Queryable,
  customerId: bigint,
  month: BillMonth,
  { type, search }: BillFilter,
  { after, limit, offset }: BillPlace,
): Promise<BillRow[]> {
  const named = search !== null && 'transfers' in search;
  const moments = named ? ['-infinity', 'infinity'] : [month.from, month.to];
  const condition = named
    ? [null, null, null, search.transfers, null]
    : [
        search?.machines ?? null,
        search?.amount ?? null,
        search?.microUsdt ?? null,
        null,
        JSON.stringify(search?.lines ?? []),
      ];
  const place = [...(after ?? beyondAll), limit, offset];
  return many(db, page, [customerId, month.firstDay, ...moments, ...place, type, ...condition]);
}

/** What came from outside the customer's accounts in a month, and what went there. */
export interface BillSum {
  coin: Coin;
  came: bigint;
  went: bigint;
}

const sums = query(
  'wallet.bill-sums',
  `with movement as (
     select ledger.coin_of(debit) as coin, case when debit < 0 then amount::bigint else 0 end as came,
       case when credit < 0 then amount::bigint else 0 end as went
     from ledger.posting
     join ledger.transfer on transfer.id = posting.transfer_id
     where customer = $1 and type <> 'MINING_OUTPUT' and transfer_id >= ${beforeMonth} and transfer_id < ${beyondMonth}
       and posted_at >= $3 and posted_at < $4 and (debit < 0 or credit < 0)
     union all
     select coin, net, 0 from (${minedInMonth}) mined
   )
   select coin, sum_units(came) as came, sum_units(went) as went from movement group by coin
   order by array_position(array['USDT', 'BTC', 'ETH', 'DOGE'], coin)`,
).as<BillSum>();

export function readBillSums(db: Queryable, customerId: bigint, month: BillMonth): Promise<BillSum[]> {
  return many(db, sums, [customerId, month.firstDay, month.from, month.to]);
}

const linesOfSum = query(
  'wallet.bill-lines',
  `with movement as (
     select type::text as type, ledger.coin_of(debit) as coin, date, ${shownOn} as day, posting.source_id as machine_id, amount::bigint as amount
     from ledger.posting
     join ledger.transfer on transfer.id = posting.transfer_id
     where customer = $1 and type = any(array[${electricityTypes}, 'HOSTING_FEE']::ledger.posting_type[])
       and transfer_id >= ${beforeMonth} and transfer_id < ${beyondMonth} and posted_at >= $3 and posted_at < $4
     union all
     select 'MINING_OUTPUT', coin, date, ${shownOn}, machine_id, net from (${minedInMonth}) mined
   )
   select type, coin, date, day from movement
   where machine_id in (select terms.machine_id from machine_terms terms where terms.customer_id = $1)
   group by type, coin, date, day
   having count(*) > 1 and sum_units(amount) = case when coin = 'USDT' then $6::bigint else $5::bigint end`,
).as<MachinesLine>();

/** The lines of a month whose machines add up to an amount: it costs what the month's sums do. */
export const findLines = (
  db: Queryable,
  customerId: bigint,
  month: BillMonth,
  { amount, microUsdt }: { amount: bigint; microUsdt: bigint | null },
): Promise<MachinesLine[]> =>
  many(db, linesOfSum, [customerId, month.firstDay, month.from, month.to, amount, microUsdt]);

/** Since when there is something, and whether the ledger's month of it is kept elsewhere with movements of the customer. */
export interface BillBounds {
  since: Date;
  isArchived: boolean;
}

const bounds = query(
  'wallet.bill-bounds',
  `select created_at as since, exists (
     select from ledger.month_seal join ledger.carried using (month)
     where detached_at is not null and first_day < $2::date + interval '1 month' and last_day >= $2::date
       and account in (select account_id from ledger.customer_balance where customer = $1)) as "isArchived"
   from customer where id = $1`,
).as<BillBounds>();

export const readBillBounds = (db: Queryable, customerId: bigint, month: BillMonth): Promise<BillBounds> =>
  one(db, bounds, [customerId, month.firstDay]);

const machinesNamed = query(
  'wallet.bill-machines',
  `select distinct machine.id from machine_terms terms join machine on machine.id = terms.machine_id
   where terms.customer_id = $1 and strpos(upper(machine_no), upper($2)) > 0 limit 1000`,
).as<{ id: bigint }>();

/** The customer's machines, past ones too, whose number has this part. */
export async function findMachines(db: Queryable, customerId: bigint, part: string): Promise<bigint[]> {
  return (await many(db, machinesNamed, [customerId, part])).map(({ id }) => id);
}

const ofNumber = query(
  'wallet.bill-of-number',
  `select transfer_id as "transferId", end_transfer_id as "endTransferId" from withdrawal
   where customer_id = $1 and starts_with(number, $2) order by id desc limit 500`,
).as<{ transferId: bigint; endTransferId: bigint | null }>();
const ofTxid = query(
  'wallet.bill-of-txid',
  `select transfer_id as "transferId", null::bigint as "endTransferId" from deposit
   where customer_id = $1 and network = any(array['BITCOIN', 'ERC20']) and txid = any($2) and transfer_id is not null
   union
   select withdrawal.transfer_id, end_transfer_id from withdrawal
   where customer_id = $1 and exists (select from withdrawal_payment where withdrawal_id = withdrawal.id and txid = any($2))`,
).as<{ transferId: bigint; endTransferId: bigint | null }>();
/** The newest ones of a page of results each. */
const ofAddress = query(
  'wallet.bill-of-address',
  `(select transfer_id as "transferId", end_transfer_id as "endTransferId" from withdrawal
   where customer_id = $1 and (starts_with(lower(address), $2) and right(lower(address), length($3)) = $3 or exists (
     select from withdrawal_payment payment
     where withdrawal_id = withdrawal.id and starts_with(payment.txid, $2) and right(payment.txid, length($3)) = $3))
    order by id desc limit 500)
   union all
   (select transfer_id, null from deposit
    where customer_id = $1 and transfer_id is not null and starts_with(txid, $2) and right(txid, length($3)) = $3
    order by id desc limit 500)
   limit 1000`,
).as<{ transferId: bigint; endTransferId: bigint | null }>();

/** Either end of an address or of a transaction's id, in lower case; an empty one fits all. */
export interface AddressEnds {
  start: string;
  end: string;
}

/**
 * The transfers of withdrawals by their number or its start, of everything with an address or a transaction's id of these ends, or of
 * everything of the customer that a chain's transaction moved.
 */
export async function findTransfers(
  db: Queryable,
  customerId: bigint,
  named: { number: string } | { txid: string } | AddressEnds,
): Promise<bigint[]> {
  let rows: { transferId: bigint; endTransferId: bigint | null }[];
  if ('number' in named) rows = await many(db, ofNumber, [customerId, named.number]);
  else if ('txid' in named) rows = await many(db, ofTxid, [customerId, [named.txid, `0x${named.txid}`]]);
  else rows = await many(db, ofAddress, [customerId, named.start, named.end]);
  return rows.flatMap(({ transferId, endTransferId }) => [transferId, endTransferId]).filter((id) => id !== null);
}

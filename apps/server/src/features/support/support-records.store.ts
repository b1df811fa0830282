import { isCalendarDate } from '../../platform/clock/clock.ts';
import { maybeOne, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';
import { rowId } from '../../platform/http/page.ts';
import type { RecordDetail, SupportSubject } from './texts.zh.ts';

interface Found {
  detail: RecordDetail | null;
}

const withdrawal = query(
  'support.withdrawal',
  `select jsonb_build_object('coin', coin, 'amount', amount::text, 'number', number) as detail from withdrawal
   where customer_id = $1 and id = $2`,
).as<Found>();
const deposit = query(
  'support.deposit',
  `select jsonb_build_object('coin', coin, 'amount', amount::text) as detail from deposit where customer_id = $1 and id = $2`,
).as<Found>();
const machine = query(
  'support.machine',
  `select jsonb_build_object('machineNo', machine_no) as detail from machine where customer_id = $1 and id = $2`,
).as<Found>();
const coinUpOrder = query(
  'support.coin-up-order',
  `select jsonb_build_object('coin', coin, 'amount', amount::text, 'direction', direction) as detail
   from coin_up_order where customer_id = $1 and id = $2`,
).as<Found>();
const interest = query(
  'support.interest',
  `select jsonb_build_object('coin', coin, 'amount', interest.amount::text, 'direction', 'INCOMES', 'date', date) as detail
   from coin_up_interest interest join coin_up_interest_day using (coin, date)
   where customer_id = $1 and coin = $2 and date = $3::date and paid_at is not null`,
).as<Found>();
const charge = query(
  'support.charge',
  `select jsonb_strip_nulls(jsonb_build_object('coin', ledger.coin_of(debit), 'amount', amount::text, 'date', date,
     'machineNo', machine_no)) as detail
   from ledger.posting
   left join machine on machine.id = source_id
     and exists (select from machine_terms terms where terms.machine_id = machine.id and terms.customer_id = $1)
   where customer = $1 and transfer_id = $2 and line = $3`,
).as<Found>();

/** What the customer's record is called by; null for one that the customer does not have. */
export async function findRecord(
  db: Queryable,
  customerId: bigint,
  about: Exclude<SupportSubject, 'GENERAL'>,
  id: string,
): Promise<RecordDetail | null> {
  if (about === 'CHARGE') {
    const [, transfer = '', line = ''] = /^(\d{1,18})-(\d{1,6})$/.exec(id) ?? [];
    const found = transfer === '' ? null : await maybeOne(db, charge, [customerId, transfer, line]);
    return found?.detail ?? null;
  }
  const [, coin, date = ''] = /^interest-(BTC|USDT)-(\d{4}-\d{2}-\d{2})$/.exec(id) ?? [];
  if (about === 'COIN_UP' && coin !== undefined && isCalendarDate(date)) {
    return (await maybeOne(db, interest, [customerId, coin, date]))?.detail ?? null;
  }
  const row = rowId(id);
  if (row === null) return null;
  const queries = { WITHDRAWAL: withdrawal, DEPOSIT: deposit, MACHINE: machine, COIN_UP: coinUpOrder };
  return (await maybeOne(db, queries[about], [customerId, row]))?.detail ?? null;
}

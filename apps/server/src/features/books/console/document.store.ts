import { maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { type Query, query } from '../../../platform/db/query.ts';

/** The record that a transfer was posted for. */
export interface DocumentRow {
  id: bigint | null;
  title: string;
  state: string | null;
  customerId: bigint | null;
  machineId: bigint | null;
  date: string | null;
  reason: string | null;
}

const none = 'null::bigint as "machineId", null::date::text as date, null::text as reason';

const withdrawal = query(
  'books.document-withdrawal',
  `select id, number as title, phase as state, customer_id as "customerId", null::bigint as "machineId", date::text as date, remark as reason
   from withdrawal where transfer_id = $1 or end_transfer_id = $1`,
).as<DocumentRow>();

const deposit = query(
  'books.document-deposit',
  `select id, txid as title, status as state, customer_id as "customerId", ${none} from deposit where id = $1`,
).as<DocumentRow>();

const order = query(
  'books.document-order',
  `select o.id, concat_ws(' ', direction, coin) as title, state, customer_id as "customerId", null::bigint as "machineId",
     o.date::text as date, null::text as reason
   from coin_up_order o
   where customer_id = $1 and requested_at = $2
     and exists (select from ledger.posting p where p.transfer_id = $3 and p.amount = o.amount and ledger.coin_of(p.debit) = o.coin)
   order by o.id limit 1`,
).as<DocumentRow>();

const adjustment = query(
  'books.document-adjustment',
  `select id, machine_no as title, null::text as state, customer_id as "customerId", machine_id as "machineId", about_date::text as date, reason
   from charge_adjustment where key = $1 order by id limit 1`,
).as<DocumentRow>();

const outage = query(
  'books.document-outage',
  `select outage_credit.id, coalesce(site.name, machine.machine_no) as title, null::text as state, null::bigint as "customerId",
     machine_id as "machineId", null::date::text as date, reason
   from outage_credit left join site on site.id = site_id left join machine on machine.id = machine_id where outage_credit.id = $1`,
).as<DocumentRow>();

const arrival = query(
  'books.document-arrival',
  `select id, txid as title, status as state, null::bigint as "customerId", ${none} from house_arrival where id = $1`,
).as<DocumentRow>();

const poolPayment = query(
  'books.document-pool-payment',
  `select id, concat(coin, ' ', from_date, ' – ', to_date) as title, case when undone_transfer_id is not null then 'UNDONE' end as state,
     null::bigint as "customerId", null::bigint as "machineId", to_date::text as date, variance_reason as reason
   from pool_payment where transfer_id = $1 or undone_transfer_id = $1`,
).as<DocumentRow>();

const departure = query(
  'books.document-departure',
  `select null::bigint as id, concat('customer ', customer_id) as title, null::text as state, customer_id as "customerId", ${none}
   from customer_departure where transfer_id = $1`,
).as<DocumentRow>();

const read = (text: Query<DocumentRow>) => (db: Queryable, values: unknown[]) => maybeOne(db, text, values);

export const documents = {
  withdrawal: read(withdrawal),
  deposit: read(deposit),
  order: read(order),
  adjustment: read(adjustment),
  outage: read(outage),
  arrival: read(arrival),
  poolPayment: read(poolPayment),
  departure: read(departure),
};

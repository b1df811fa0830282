import type { CustomerAccount } from '@lode/ledger';
import type { Coin } from '@lode/money';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export type OutstandingKind =
  | 'BALANCE'
  | 'WITHDRAWAL'
  | 'DEPOSIT'
  | 'REMOVED_DEPOSIT'
  | 'FREEZE'
  | 'ORDER'
  | 'INTEREST_OWED'
  | 'FEE_OWED'
  | 'MACHINE'
  | 'HOSTING'
  | 'OUTAGE_CREDIT'
  | 'PROPOSAL';

/**
 * Something of a customer that is not settled. `subject`: the account of a BALANCE, machine and mining day of the charge of HOSTING, the id or
 * number of anything else.
 */
export interface Outstanding {
  what: OutstandingKind;
  subject: string;
  coin: Coin | null;
  amount: bigint | null;
}

/** A longer list is cut: one row is enough to refuse. */
export const outstandingAtMost = 500;

const outstanding = query(
  'leaving.outstanding',
  `select what, subject, coin, amount from customer_outstanding($1) order by what, subject, coin limit ${outstandingAtMost}`,
).as<{ what: string | null; subject: string | null; coin: string | null; amount: bigint | null }>();

export async function readOutstanding(db: Queryable, customerId: bigint): Promise<Outstanding[]> {
  return (await many(db, outstanding, [customerId])) as Outstanding[];
}

export interface Leaver {
  id: bigint;
  account: string;
  nickname: string;
  isClosed: boolean;
}

const columns = `id, account, nickname, status = 'CLOSED' as "isClosed"`;
const read = query('leaving.customer', `select ${columns} from customer where id = $1`).as<Leaver>();
const lock = lockingQuery(
  'leaving.lock-customer',
  `select ${columns} from customer where id = $1 for update`,
).as<Leaver>();

export function readLeaver(db: Queryable, id: bigint): Promise<Leaver> {
  return one(db, read, [id]);
}

/** Locked until the transaction ends: nothing begins for this customer meanwhile. */
export function lockLeaver(dbTx: Transaction, id: bigint): Promise<Leaver> {
  return one(dbTx, lock, [id]);
}

const promotion = query(
  'leaving.promotion',
  'select promo_remaining as remaining from electricity_account where customer_id = $1',
).as<{ remaining: bigint }>();

/** Micro-USDT of ELE that were never the customer's own. */
export async function readPromotion(db: Queryable, customerId: bigint): Promise<bigint> {
  return (await maybeOne(db, promotion, [customerId]))?.remaining ?? 0n;
}

/** What an account still has when its customer leaves. */
export interface Rest {
  account: Extract<CustomerAccount, 'OUTPUT_ACCOUNT' | 'ELE_ACCOUNT'>;
  coin: Coin;
  kind: 'OWN' | 'PROMOTION';
  amount: bigint;
}

export interface Departure {
  customerId: bigint;
  contact: string;
  at: Date;
  staffId: bigint;
  approvedBy: bigint;
  transferId: bigint | null;
  receipt: string | null;
  rests: readonly Rest[];
}

const insert = query(
  'leaving.departure',
  `insert into customer_departure (customer_id, contact, left_at, staff_id, approved_by, transfer_id, receipt)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);
const insertRests = query(
  'leaving.rests',
  `insert into customer_departure_rest (customer_id, account, coin, kind, amount)
   select $1::bigint, rest.* from unnest($2::text[], $3::text[], $4::text[], $5::bigint[]) rest`,
);

/** The trigger of the table closes the customer, or refuses while anything is outstanding. */
export async function insertDeparture(dbTx: Transaction, departure: Departure): Promise<void> {
  const { customerId, contact, at, staffId, approvedBy, transferId, receipt, rests } = departure;
  await execute(dbTx, insert, [customerId, contact, at, staffId, approvedBy, transferId, receipt]);
  const column = <Key extends keyof Rest>(key: Key) => rests.map((rest) => rest[key]);
  await execute(dbTx, insertRests, [customerId, column('account'), column('coin'), column('kind'), column('amount')]);
}

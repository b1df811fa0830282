import type { CustomerStatus } from '@lode/contract/record-states';
import { execute, many, maybeOne, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

export interface Customer {
  id: bigint;
  account: string;
  nickname: string;
  tags: string[];
  /** CLOSED: the customer has left for good. */
  status: CustomerStatus;
  passwordHash: string | null;
  hasFundsPassword: boolean;
}

const columns = `id, account, nickname, tags, status, password_hash as "passwordHash",
  funds_password_hash is not null as "hasFundsPassword"`;

const byAccount = query('customer.by-account', `select ${columns} from customer where account = $1`).as<Customer>();

export function findCustomer(db: Queryable, account: string): Promise<Customer | null> {
  return maybeOne(db, byAccount, [account]);
}

const heldByAccount = lockingQuery(
  'customer.hold-by-account',
  `select ${columns} from customer where account = $1 for share`,
).as<Customer>();

/** As it is until the transaction ends: a new password, a new contact and a leaving wait for that, or are waited for. */
export function holdCustomer(dbTx: Transaction, account: string): Promise<Customer | null> {
  return maybeOne(dbTx, heldByAccount, [account]);
}

const byId = query('customer.by-id', `select ${columns} from customer where id = $1`).as<Customer>();

export function findCustomerById(db: Queryable, id: bigint): Promise<Customer | null> {
  return maybeOne(db, byId, [id]);
}

/** The customer of a live session: there is no session without one. */
export function readCustomer(db: Queryable, id: bigint): Promise<Customer> {
  return one(db, byId, [id]);
}

const byAccounts = query(
  'customer.by-accounts',
  `select ${columns} from customer where account = any($1::text[])`,
).as<Customer>();

export function findCustomers(db: Queryable, accounts: string[]): Promise<Customer[]> {
  return many(db, byAccounts, [accounts]);
}

const insert = query(
  'customer.insert',
  `insert into customer (account, nickname, tags, created_at) values ($1, $2, $3, $4)
   on conflict (account) do nothing
   returning id`,
).as<{ id: bigint }>();

/** Null when the account exists already. */
export async function insertCustomer(
  db: Queryable,
  { account, nickname, tags }: { account: string; nickname: string; tags: string[] },
  now: Date,
): Promise<bigint | null> {
  return (await maybeOne(db, insert, [account, nickname, tags, now]))?.id ?? null;
}

const replacePassword = query(
  'customer.replace-password',
  `update customer
   set password_hash = $3, password_changed_at = case when password_hash is null then password_changed_at else $4 end
   where id = $1 and password_hash is not distinct from $2
   returning id`,
).as<{ id: bigint }>();

const rehash = query(
  'customer.rehash-password',
  'update customer set password_hash = $3 where id = $1 and password_hash = $2',
);

/** The same password under the present pepper: no change that anything is held for. Nothing where it was changed since. */
export async function rehashPassword(
  db: Queryable,
  { customerId, from, to }: { customerId: bigint; from: string; to: string },
): Promise<void> {
  await execute(db, rehash, [customerId, from, to]);
}

/** False when the password is no longer the one that was checked: two changes at once must not both succeed. */
export async function changePasswordHash(
  db: Queryable,
  { customerId, from, to, now }: { customerId: bigint; from: string | null; to: string; now: Date },
): Promise<boolean> {
  return (await maybeOne(db, replacePassword, [customerId, from, to, now])) !== null;
}

const replaceFundsPassword = query(
  'customer.replace-funds-password',
  `update customer
   set funds_password_hash = $2,
     funds_password_changed_at = case when funds_password_hash is null then funds_password_changed_at else $3 end
   where id = $1
   returning id`,
).as<{ id: bigint }>();

/** A first setting is no change and leaves the time of the last one as it is. */
export async function changeFundsPasswordHash(db: Queryable, customerId: bigint, to: string, now: Date): Promise<void> {
  await one(db, replaceFundsPassword, [customerId, to, now]);
}

const rehashFunds = query(
  'customer.rehash-funds-password',
  `update customer set funds_password_hash = $3 where id = $1 and funds_password_hash = $2 returning id`,
).as<{ id: bigint }>();

/** The same password under the present pepper: no change that anything is held for. False when it was reset since. */
export async function rehashFundsPassword(
  db: Queryable,
  { customerId, from, to }: { customerId: bigint; from: string; to: string },
): Promise<boolean> {
  return (await maybeOne(db, rehashFunds, [customerId, from, to])) !== null;
}

type Details = Pick<Customer, 'account' | 'nickname' | 'tags'>;

const details = lockingQuery(
  'customer.lock-details',
  'select account, nickname, tags from customer where id = $1 for no key update',
).as<Details>();

/** What is about to change, locked: two changes at once add up. */
export function lockDetails(dbTx: Transaction, id: bigint): Promise<Details> {
  return one(dbTx, details, [id]);
}

const setDetails = query('customer.set-details', 'update customer set nickname = $2, tags = $3::text[] where id = $1');

export async function changeDetailsRow(
  db: Queryable,
  id: bigint,
  { nickname, tags }: Pick<Details, 'nickname' | 'tags'>,
): Promise<void> {
  await execute(db, setDetails, [id, nickname, tags]);
}

const setStatus = query(
  'customer.set-status',
  `update customer set status = $2 where id = $1 and status not in ($2, 'CLOSED') returning id`,
).as<{ id: bigint }>();

/** False when the customer has that status already, or has left. */
export async function changeCustomerStatus(db: Queryable, id: bigint, status: 'ACTIVE' | 'DISABLED'): Promise<boolean> {
  return (await maybeOne(db, setStatus, [id, status])) !== null;
}

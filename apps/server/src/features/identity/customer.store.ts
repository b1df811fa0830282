import { type DbTx, many, maybeOne, one, statement } from '../../platform/db/database.ts';

export interface Customer {
  id: bigint;
  account: string;
  nickname: string;
  tags: string[];
  status: 'ACTIVE' | 'DISABLED';
  passwordHash: string | null;
  hasFundsPassword: boolean;
}

const columns = `id, account, nickname, tags, status, password_hash as "passwordHash",
  funds_password_hash is not null as "hasFundsPassword"`;

const byAccount = statement<Customer>('customer.by-account', `select ${columns} from customer where account = $1`);

export function findCustomer(dbTx: DbTx, account: string): Promise<Customer | null> {
  return maybeOne(dbTx, byAccount, [account]);
}

const byId = statement<Customer>('customer.by-id', `select ${columns} from customer where id = $1`);

export function findCustomerById(dbTx: DbTx, id: bigint): Promise<Customer | null> {
  return maybeOne(dbTx, byId, [id]);
}

/** The customer of a live session: there is no session without one. */
export function readCustomer(dbTx: DbTx, id: bigint): Promise<Customer> {
  return one(dbTx, byId, [id]);
}

const byAccounts = statement<Customer>(
  'customer.by-accounts',
  `select ${columns} from customer where account = any($1::text[])`,
);

export function findCustomers(dbTx: DbTx, accounts: string[]): Promise<Customer[]> {
  return many(dbTx, byAccounts, [accounts]);
}

const insert = statement<{ id: bigint }>(
  'customer.insert',
  `insert into customer (account, nickname, tags, created_at) values ($1, $2, $3, $4)
   on conflict (account) do nothing
   returning id`,
);

/** Null when the account exists already. */
export async function insertCustomer(
  dbTx: DbTx,
  { account, nickname, tags }: { account: string; nickname: string; tags: string[] },
  now: Date,
): Promise<bigint | null> {
  return (await maybeOne(dbTx, insert, [account, nickname, tags, now]))?.id ?? null;
}

const replacePassword = statement<{ id: bigint }>(
  'customer.replace-password',
  `update customer
   set password_hash = $3, password_changed_at = case when password_hash is null then password_changed_at else $4 end
   where id = $1 and password_hash is not distinct from $2
   returning id`,
);

/** False when the password is no longer the one that was judged: two changes at once must not both succeed. */
export async function changePasswordHash(
  dbTx: DbTx,
  { customerId, from, to, now }: { customerId: bigint; from: string | null; to: string; now: Date },
): Promise<boolean> {
  return (await maybeOne(dbTx, replacePassword, [customerId, from, to, now])) !== null;
}

const replaceFundsPassword = statement<{ id: bigint }>(
  'customer.replace-funds-password',
  `update customer
   set funds_password_hash = $2,
     funds_password_changed_at = case when funds_password_hash is null then funds_password_changed_at else $3 end
   where id = $1
   returning id`,
);

/** A first setting is no change and leaves the time of the last one as it is. */
export async function changeFundsPasswordHash(dbTx: DbTx, customerId: bigint, to: string, now: Date): Promise<void> {
  await one(dbTx, replaceFundsPassword, [customerId, to, now]);
}

const setStatus = statement<{ id: bigint }>(
  'customer.set-status',
  'update customer set status = $2 where id = $1 and status <> $2 returning id',
);

/** False when the customer has that status already. */
export async function changeCustomerStatus(dbTx: DbTx, id: bigint, status: Customer['status']): Promise<boolean> {
  return (await maybeOne(dbTx, setStatus, [id, status])) !== null;
}

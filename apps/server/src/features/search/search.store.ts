import type { AddressKey, Network } from '@lode/chain';
import type { Coin } from '@lode/money';
import { many, type Queryable } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Whose record it is. */
interface Owner {
  customerId: bigint;
  account: string;
}

export interface CustomerHit extends Owner {
  nickname: string;
  status: string;
}

const customerColumns = `customer.id as "customerId", account, nickname, status`;

const byName = query(
  'search.customers',
  `select ${customerColumns} from customer where account = $1
   union all
   select ${customerColumns} from customer where customer.id = $2
   union all
   select ${customerColumns} from customer_second_contact second join customer on customer.id = second.customer_id
   where second.contact = $1 and not exists (
     select from customer_second_contact later where later.customer_id = second.customer_id and later.id > second.id)
   limit $3`,
).as<CustomerHit>();

export function findByName(
  db: Queryable,
  { account, id }: { account: string | null; id: bigint | null },
  limit: number,
): Promise<CustomerHit[]> {
  return many(db, byName, [account, id, limit]);
}

const byPhoneEnd = query(
  'search.phone-end',
  `select ${customerColumns} from customer
   where reverse(account) collate "C" >= $1 and reverse(account) collate "C" < $1 || ':'
   order by reverse(account) collate "C" limit $2`,
).as<CustomerHit>();

/** Customers whose phone number has these digits at its end, given from the last one back. No e-mail address ends with four digits. */
export function findByPhoneEnd(db: Queryable, reversedEnd: string, limit: number): Promise<CustomerHit[]> {
  return many(db, byPhoneEnd, [reversedEnd, limit]);
}

export interface MachineHit extends Owner {
  id: bigint;
  machineNo: string;
  status: string;
  isExact: boolean;
}

const byMachineNo = query(
  'search.machines',
  `select machine.id, machine_no as "machineNo", machine.status, machine.customer_id as "customerId", account,
     upper(machine_no) = upper($1) as "isExact"
   from machine join customer on customer.id = machine.customer_id
   where upper(machine_no) collate "C" >= upper($1) collate "C" and upper(machine_no) collate "C" <= upper($1) || $2
   order by upper(machine_no) collate "C" limit $3`,
).as<MachineHit>();

/** Behind every text that begins likewise. */
const beyond = '\u{10ffff}';

export function findMachines(
  db: Queryable,
  { machineNo, isBeginning }: { machineNo: string; isBeginning: boolean },
  limit: number,
): Promise<MachineHit[]> {
  return many(db, byMachineNo, [machineNo, isBeginning ? beyond : '', limit]);
}

export interface AddressHit extends Owner {
  kind: 'DEPOSIT_ADDRESS' | 'BOOK_ADDRESS';
  at: Date;
}

const byAddress = query(
  'search.addresses',
  `select found.kind, found.customer_id as "customerId", account, found.at
   from (
     (select 'DEPOSIT_ADDRESS' as kind, customer_id, given_at as at from deposit_address where network = $1 and key = $2)
     union all
     (select 'BOOK_ADDRESS', customer_id, added_at from withdrawal_address where network = $1 and address_key = $2 limit $3)
   ) found join customer on customer.id = found.customer_id`,
).as<AddressHit>();

export interface ChainAddress {
  network: Network;
  key: AddressKey;
}

export function findAddresses(db: Queryable, { network, key }: ChainAddress, limit: number): Promise<AddressHit[]> {
  return many(db, byAddress, [network, key, limit]);
}

export interface MoneyHit extends Owner {
  id: bigint;
  /** A withdrawal's number, a deposit's txid. */
  title: string;
  status: string;
  coin: Coin;
  amount: bigint;
  at: Date;
}

const withdrawals = (condition: string) => `
  select withdrawal.id, number as title, phase as status, coin, amount, applied_at as at, customer_id as "customerId", account
  from withdrawal join customer on customer.id = customer_id where ${condition} order by withdrawal.id desc limit $1`;

const byNumber = query('search.withdrawals', withdrawals('number = $2')).as<MoneyHit>();
const byTarget = query(
  'search.withdrawals.1',
  withdrawals('withdrawal.network = $2 and address_key = $3'),
).as<MoneyHit>();
const byPaidAmount = query('search.withdrawals.2', withdrawals('coin = $2 and amount = $3')).as<MoneyHit>();
/** As an array: the planner would else walk all payments in the order of the answer. */
const byPayment = query(
  'search.withdrawals.3',
  withdrawals('withdrawal.id = any(array(select withdrawal_id from withdrawal_payment where txid = any($2::text[])))'),
).as<MoneyHit>();

export const findWithdrawal = (db: Queryable, number: string, limit: number): Promise<MoneyHit[]> =>
  many(db, byNumber, [limit, number]);
export const findPaidTo = (db: Queryable, { network, key }: ChainAddress, limit: number): Promise<MoneyHit[]> =>
  many(db, byTarget, [limit, network, key]);
export const findWithdrawn = (db: Queryable, { coin, units }: CoinUnits, limit: number): Promise<MoneyHit[]> =>
  many(db, byPaidAmount, [limit, coin, units]);
export const findPaidBy = (db: Queryable, txids: readonly string[], limit: number): Promise<MoneyHit[]> =>
  many(db, byPayment, [limit, txids]);

interface CoinUnits {
  coin: Coin;
  units: bigint;
}

const deposits = (condition: string) => `
  select deposit.id, txid as title, deposit.status, coin, amount, seen_at as at, customer_id as "customerId", account
  from deposit join customer on customer.id = customer_id where ${condition} order by deposit.id desc limit $1`;

const byTxid = query(
  'search.deposits',
  deposits(`network in ('BITCOIN', 'ERC20') and txid = any($2::text[])`),
).as<MoneyHit>();
const byReceivedAmount = query('search.deposits.1', deposits('coin = $2 and amount = $3')).as<MoneyHit>();

export const findReceivedIn = (db: Queryable, txids: readonly string[], limit: number): Promise<MoneyHit[]> =>
  many(db, byTxid, [limit, txids]);
export const findReceived = (db: Queryable, { coin, units }: CoinUnits, limit: number): Promise<MoneyHit[]> =>
  many(db, byReceivedAmount, [limit, coin, units]);

export interface PostingHit extends Owner {
  transferId: bigint;
  line: number;
  type: string;
  debit: bigint;
  amount: bigint;
  at: Date;
}

const byTransfer = query(
  'search.transfers',
  `select transfer.id as "transferId", line, type::text as type, debit, amount, posted_at as at, customer.id as "customerId", account
   from ledger.transfer
   join ledger.posting on posting.transfer_id = transfer.id
   join customer on customer.id = posting.customer
   where transfer.id = $1 and posting.transfer_id = $1 order by line limit $2`,
).as<PostingHit>();

/** The postings of a transfer that are a customer's. */
export function findPostings(db: Queryable, transferId: bigint, limit: number): Promise<PostingHit[]> {
  return many(db, byTransfer, [transferId, limit]);
}

export interface HouseTransferHit {
  transferId: bigint;
  kind: string;
  /** Of its first line; null where it has none. */
  debit: bigint | null;
  amount: bigint | null;
  at: Date;
}

const houseTransfer = query(
  'search.house-transfers',
  `select transfer.id as "transferId", kind::text as kind, debit, amount, posted_at as at
   from ledger.transfer left join ledger.posting on posting.transfer_id = transfer.id and posting.transfer_id = $1
   where transfer.id = $1
     and not exists (select from ledger.posting where transfer_id = $1 and customer is not null)
   order by line limit 1`,
).as<HouseTransferHit>();

/** A transfer that moves nothing of a customer's. */
export function findHouseTransfer(db: Queryable, transferId: bigint): Promise<HouseTransferHit[]> {
  return many(db, houseTransfer, [transferId]);
}

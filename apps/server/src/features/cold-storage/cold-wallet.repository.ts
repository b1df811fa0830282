import type { Network } from '@lode/chain';
import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { lockingQuery, query } from '../../platform/db/query.ts';

/** One version of a network's cold wallet; the newest receives. */
export interface ColdWallet {
  id: bigint;
  network: Network;
  version: number;
  /** Of three holders' keys on BITCOIN; an address on ERC20. */
  descriptor: string;
  addedAt: Date;
}

export interface StoredColdAddress {
  walletId: bigint;
  number: number;
  address: string;
  key: string;
}

const list = query(
  'cold-storage.wallets',
  `select id, network, version, descriptor, added_at as "addedAt" from cold_wallet where network = $1 order by version desc`,
).as<ColdWallet>();

/** The newest first. */
export function readWallets(db: Queryable, network: Network): Promise<ColdWallet[]> {
  return many(db, list, [network]);
}

const lock = lockingQuery('cold-storage.lock', `select pg_advisory_xact_lock(hashtextextended('cold_wallet', 0))`);

/** Changes of a cold wallet, and the choice of its next address, wait for each other. */
export async function lockWallets(dbTx: Transaction): Promise<void> {
  await execute(dbTx, lock);
}

const insert = query(
  'cold-storage.insert-wallet',
  `insert into cold_wallet (network, version, descriptor, added_at, added_by, approved_by)
   values ($1, (select coalesce(max(version), 0) + 1 from cold_wallet where network = $1), $2, $3, $4, $5)
   returning id, network, version, descriptor, added_at as "addedAt"`,
).as<ColdWallet>();

export function insertWallet(
  db: Queryable,
  wallet: { network: Network; descriptor: string; addedAt: Date; addedBy: bigint; approvedBy: bigint },
): Promise<ColdWallet> {
  const { network, descriptor, addedAt, addedBy, approvedBy } = wallet;
  return one(db, insert, [network, descriptor, addedAt, addedBy, approvedBy]);
}

const addresses = query(
  'cold-storage.addresses',
  `select wallet_id as "walletId", number, address, key from cold_address where network = $1 order by wallet_id, number`,
).as<StoredColdAddress>();

export function readAddresses(db: Queryable, network: Network): Promise<StoredColdAddress[]> {
  return many(db, addresses, [network]);
}

const keep = query(
  'cold-storage.keep-addresses',
  `insert into cold_address (wallet_id, number, network, address, key)
   select $1, a.number, $2, a.address, a.key from unnest($3::int[], $4::text[], $5::text[]) a (number, address, key)
   on conflict (wallet_id, number) do nothing`,
);

export async function keepAddresses(
  db: Queryable,
  { id, network }: Pick<ColdWallet, 'id' | 'network'>,
  derived: readonly Omit<StoredColdAddress, 'walletId'>[],
): Promise<void> {
  const column = <Key extends keyof (typeof derived)[number]>(key: Key) => derived.map((one) => one[key]);
  if (derived.length > 0) await execute(db, keep, [id, network, column('number'), column('address'), column('key')]);
}

const next = query(
  'cold-storage.next-number',
  `select coalesce((select min(number) from cold_address where wallet_id = $1 and number > used.last), used.last + 1) as number
   from (select coalesce(max(a.number), -1) as last from cold_address a
     where a.wallet_id = $1 and (exists (select from house_arrival h where h.network = a.network and h.address_key = a.key)
       or exists (select from cold_transfer t where (t.wallet_id, t.cold_number) = (a.wallet_id, a.number) and t.is_paid is not false))) used`,
).as<{ number: number }>();

/** The first recorded number of a wallet above all that coins were sent to; on ERC20 a wallet has one address. */
export async function readNextNumber(
  db: Queryable,
  { id, network }: Pick<ColdWallet, 'id' | 'network'>,
): Promise<number> {
  return network === 'ERC20' ? 0 : (await one(db, next, [id])).number;
}

/** Whether a transfer that is about to be recorded pays the newest wallet at its next address. Under `lockWallets`. */
export async function isNextAddress(dbTx: Transaction, wallet: ColdWallet, coldNumber: number): Promise<boolean> {
  const [newest] = await readWallets(dbTx, wallet.network);
  return newest?.id === wallet.id && (await readNextNumber(dbTx, wallet)) === coldNumber;
}

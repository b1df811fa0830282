import type { Network, OwnOutput, Unsigned } from '@lode/chain';
import { execute, many, one, type Queryable, type Transaction } from '../../platform/db/database.ts';
import { query } from '../../platform/db/query.ts';

/** Who holds the nonce of a withdrawal's payment. */
export const nonceHolderOf = (withdrawalId: bigint): string => `withdrawal:${withdrawalId}`;

const reserve = query(
  'payments.reserve-outpoints',
  `insert into outpoint_reservation (network, outpoint, withdrawal_id) select $1, outpoint, $2 from unnest($3::text[]) outpoint on conflict do nothing`,
);

/** Reserves what a transaction in a block has spent, where no other payment did. */
export async function reserveOutpoints(
  db: Queryable,
  { network, withdrawalId, unsigned }: { network: Network; withdrawalId: bigint; unsigned: Unsigned },
): Promise<void> {
  await execute(db, reserve, [network, withdrawalId, unsigned.outpoints]);
}

const reserveForCold = query(
  'payments.reserve-for-cold',
  `insert into outpoint_reservation (network, outpoint, cold_transfer_id) select 'BITCOIN', outpoint, $1 from unnest($2::text[]) outpoint`,
);
const spendForCold = query(
  'payments.spend-for-cold',
  `insert into outpoint_reservation (network, outpoint, cold_transfer_id) select 'BITCOIN', outpoint, $1 from unnest($2::text[]) outpoint
   on conflict do nothing`,
);
const reservedForCold = query(
  'payments.reserved-for-cold',
  `select outpoint from outpoint_reservation where cold_transfer_id = $1 order by outpoint`,
).as<{ outpoint: string }>();
const releaseNamedOfCold = query(
  'payments.release-named-of-cold',
  'delete from outpoint_reservation where cold_transfer_id = $1 and outpoint = any($2::text[])',
);
const releaseOfCold = query('payments.release-of-cold', 'delete from outpoint_reservation where cold_transfer_id = $1');

/** Inputs of transfers into cold storage and back stand in one table with those of payments: no two can spend one. */
export const coldReservations = {
  readSpendableOutputs,
  readEarlierOutputs,
  /** Throws (23505) when another one has reserved one of them. */
  reserve: (dbTx: Transaction, transferId: bigint, outpoints: readonly string[]) =>
    execute(dbTx, reserveForCold, [transferId, outpoints]),
  /** Of a transaction in a block, where no other one has them. */
  spend: (dbTx: Transaction, transferId: bigint, outpoints: readonly string[]) =>
    execute(dbTx, spendForCold, [transferId, outpoints]),
  release: (dbTx: Transaction, transferId: bigint) => execute(dbTx, releaseOfCold, [transferId]),
  readReserved: async (db: Queryable, transferId: bigint) =>
    (await many(db, reservedForCold, [transferId])).map(({ outpoint }) => outpoint),
  releaseNamed: (dbTx: Transaction, transferId: bigint, outpoints: readonly string[]) =>
    execute(dbTx, releaseNamedOfCold, [transferId, outpoints]),
};

const reserved = query(
  'payments.reserved-outpoints',
  `select outpoint from outpoint_reservation where withdrawal_id = $1 and network = 'BITCOIN' order by outpoint`,
).as<{ outpoint: string }>();

/** Outpoints on Bitcoin that only this withdrawal may spend. */
export async function readReservations(db: Queryable, withdrawalId: bigint): Promise<string[]> {
  return (await many(db, reserved, [withdrawalId])).map(({ outpoint }) => outpoint);
}

/** Reservations that the confirmed payment did not spend: another attempt or export would have. */
export function unusedReservations(
  outpoints: readonly string[],
  confirmed: { unsigned: Unsigned } | undefined,
): string[] {
  return outpoints.filter((outpoint) => confirmed?.unsigned.outpoints.includes(outpoint) !== true);
}

const releaseNamed = query(
  'payments.release-outpoints',
  `delete from outpoint_reservation where withdrawal_id = $1 and network = 'BITCOIN' and outpoint = any($2::text[])`,
);

export async function releaseOutpoints(
  db: Queryable,
  withdrawalId: bigint,
  outpoints: readonly string[],
): Promise<void> {
  await execute(db, releaseNamed, [withdrawalId, outpoints]);
}

const outputs = query(
  'payments.outputs',
  'select branch, number, txid, index, amount from spendable_output order by amount desc, txid, index limit 1000',
).as<{
  branch: 'customer' | 'house';
  number: number;
  txid: string;
  index: number;
  amount: bigint;
}>();

/** What a payment on Bitcoin may spend, the largest first. */
export async function readSpendableOutputs(
  db: Queryable,
  ownerOf: (branch: 'customer' | 'house', index: number) => OwnOutput['owner'],
): Promise<OwnOutput[]> {
  const rows = await many(db, outputs);
  return rows.map(({ branch, number, ...output }) => ({ ...output, owner: ownerOf(branch, number) }));
}

const earlierOutputs = query(
  'payments.earlier-outputs',
  'select branch, number, txid, index, amount from spendable_output where number < $1 order by amount desc, txid, index limit 1000',
).as<{ branch: 'customer' | 'house'; number: number; txid: string; index: number; amount: bigint }>();

/** What lies at addresses of earlier generations of the seed, whose numbers are below `below`, the largest first. */
export async function readEarlierOutputs(
  db: Queryable,
  below: number,
  ownerOf: (branch: 'customer' | 'house', index: number) => OwnOutput['owner'],
): Promise<OwnOutput[]> {
  const rows = await many(db, earlierOutputs, [below]);
  return rows.map(({ branch, number, ...output }) => ({ ...output, owner: ownerOf(branch, number) }));
}

const spendable = query(
  'payments.is-spendable',
  `select not exists (
     select from unnest($2::text[]) outpoint where not exists (
       select from own_output o where o.txid = split_part(outpoint, ':', 1) and o.index = split_part(outpoint, ':', 2)::int)
     or exists (select from outpoint_reservation s where s.network = 'BITCOIN' and s.outpoint = outpoint.outpoint and s.withdrawal_id is distinct from $1)
   ) as "isSpendable"`,
).as<{ isSpendable: boolean }>();

/** Each of them is a final output of the product's, and not reserved by another withdrawal. */
export async function isSpendable(db: Queryable, withdrawalId: bigint, outpoints: readonly string[]): Promise<boolean> {
  return (await one(db, spendable, [withdrawalId, outpoints])).isSpendable;
}

import type { OwnOutput, Unsigned } from '@lode/chain';
import { readUnsigned, writeUnsigned } from '../../../platform/chains/stored-unsigned.ts';
import { execute, many, one, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { type SentTransaction, toFind } from '../payment.repository.ts';

/** A payment exported as a file: it may be signed and broadcast without this server's knowledge. */
export interface ExportedPayment {
  withdrawalId: bigint;
  txid: string;
  unsigned: Unsigned;
  sinceHeight: number;
  /** Two people have ended the withdrawal; other payments may spend its inputs. */
  isAbandoned: boolean;
  exportedAt: Date;
}

type StoredExport = Omit<ExportedPayment, 'unsigned'> & { unsigned: string };

const insert = query(
  'exports.insert',
  `insert into withdrawal_export (withdrawal_id, txid, unsigned, outpoints, since_height, exported_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);

/** Stored before the file is written, and never deleted. */
export async function storeExport(
  db: Queryable,
  {
    withdrawalId,
    txid,
    unsigned,
    sinceHeight,
    now,
  }: Omit<ExportedPayment, 'isAbandoned' | 'exportedAt'> & { now: Date },
): Promise<void> {
  await execute(db, insert, [withdrawalId, txid, writeUnsigned(unsigned), unsigned.outpoints, sinceHeight, now]);
}

const columns = `e.withdrawal_id as "withdrawalId", e.txid, e.unsigned, e.since_height as "sinceHeight", e.abandoned_at is not null as "isAbandoned", e.exported_at as "exportedAt"`;
const list = query(
  'exports.list',
  `select ${columns} from withdrawal_export e where e.withdrawal_id = $1 order by e.exported_at desc, e.txid`,
).as<StoredExport>();
const unposted = query(
  'exports.unposted',
  `select ${columns} from withdrawal_export e join withdrawal w on w.id = e.withdrawal_id
   where w.end_transfer_id is null and not exists (select from withdrawal_payment p where p.txid = e.txid) order by 1, 2`,
).as<StoredExport>();
const read = (row: StoredExport): ExportedPayment => ({ ...row, unsigned: readUnsigned(row.unsigned) });

/** The newest first. */
export async function readExports(db: Queryable, withdrawalId: bigint): Promise<ExportedPayment[]> {
  return (await many(db, list, [withdrawalId])).map(read);
}

/** Exports of open withdrawals without an imported signature: each may be in a block all the same. */
export async function readUnpostedExports(db: Queryable): Promise<ExportedPayment[]> {
  return (await many(db, unposted)).map(read);
}

const abandon = query(
  'exports.abandon',
  'update withdrawal_export set abandoned_at = $2 where withdrawal_id = $1 and abandoned_at is null',
);

export async function abandonExports(db: Queryable, withdrawalId: bigint, now: Date): Promise<void> {
  await execute(db, abandon, [withdrawalId, now]);
}

interface OutputRow {
  branch: 'customer' | 'house';
  number: number;
  txid: string;
  index: number;
  amount: bigint;
}

const outputs = query(
  'exports.outputs',
  `select branch, number, txid, index, amount from own_output o where txid || ':' || index = any($2::text[])
     and not exists (select from outpoint_reservation s where s.network = 'BITCOIN' and s.outpoint = o.txid || ':' || o.index and s.withdrawal_id is distinct from $1)
   order by txid, index`,
).as<OutputRow>();

type OwnerOf = (branch: 'customer' | 'house', index: number) => OwnOutput['owner'];

/** Those of the named outputs that no other withdrawal has reserved. */
export async function readNamedOutputs(
  db: Queryable,
  withdrawalId: bigint,
  outpoints: readonly string[],
  ownerOf: OwnerOf,
): Promise<OwnOutput[]> {
  const rows = await many(db, outputs, [withdrawalId, outpoints]);
  return rows.map(({ branch, number, ...output }) => ({ ...output, owner: ownerOf(branch, number) }));
}

const abandoned = query(
  'exports.abandoned',
  `select e.txid, e.outpoints from withdrawal_export e join withdrawal w on w.id = e.withdrawal_id
   where e.abandoned_at is not null and w.end_transfer_id is null
     and not exists (select from outpoint_reservation s where s.network = 'BITCOIN' and s.outpoint = any(e.outpoints))
   order by e.abandoned_at, e.txid limit 200`,
).as<{ txid: string; outpoints: string[] }>();

/** Abandoned exports that can still be mined, the oldest first: a payment that spends an input of one rules it out. */
export function readAbandonedExports(db: Queryable): Promise<{ txid: string; outpoints: string[] }[]> {
  return many(db, abandoned);
}

const ofAnother = query(
  'exports.of-another',
  'select exists (select from withdrawal_export where txid = $1 and withdrawal_id <> $2) as "isExportedForAnother"',
).as<{ isExportedForAnother: boolean }>();

export async function isExportOfAnother(db: Queryable, txid: string, withdrawalId: bigint): Promise<boolean> {
  return (await one(db, ofAnother, [txid, withdrawalId])).isExportedForAnother;
}

/** What the chain needs to report its status. */
export function sentExport({ txid, unsigned, sinceHeight, exportedAt }: ExportedPayment): SentTransaction {
  return { txid, sinceHeight, builtAt: exportedAt, ...toFind(unsigned) };
}

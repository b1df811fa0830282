import type { OwnOutput, SentPayment, Unsigned } from '@lode/chain';
import { readUnsigned, writeUnsigned } from '../../../platform/chains/stored-unsigned.ts';
import { type DbTx, many, one, statement } from '../../../platform/db/database.ts';

/** A payment that left the house as a file: whoever carries it may have it signed and sent, and tell nobody. */
export interface ExportedPayment {
  withdrawalId: bigint;
  txid: string;
  unsigned: Unsigned;
  sinceHeight: number;
  /** Two people end the withdrawal, and what it would spend is for others. */
  isGivenUp: boolean;
}

type StoredExport = Omit<ExportedPayment, 'unsigned'> & { unsigned: string };

const insert = statement(
  'exports.insert',
  `insert into withdrawal_export (withdrawal_id, txid, unsigned, spends, since_height, exported_at)
   values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
);

/** Kept before the file is written, and for ever. */
export async function keepExport(
  dbTx: DbTx,
  { withdrawalId, txid, unsigned, sinceHeight, now }: Omit<ExportedPayment, 'isGivenUp'> & { now: Date },
): Promise<void> {
  await many(dbTx, insert, [withdrawalId, txid, writeUnsigned(unsigned), unsigned.outpoints, sinceHeight, now]);
}

const columns = `e.withdrawal_id as "withdrawalId", e.txid, e.unsigned, e.since_height as "sinceHeight", e.given_up_at is not null as "isGivenUp"`;
const list = statement<StoredExport>(
  'exports.list',
  `select ${columns} from withdrawal_export e where e.withdrawal_id = $1 order by e.exported_at desc, e.txid`,
);
const unsettled = statement<StoredExport>(
  'exports.unsettled',
  `select ${columns} from withdrawal_export e join withdrawal w on w.id = e.withdrawal_id
   where w.end_transfer_id is null and not exists (select from withdrawal_payment p where p.txid = e.txid) order by 1, 2`,
);
const read = (row: StoredExport): ExportedPayment => ({ ...row, unsigned: readUnsigned(row.unsigned) });

/** The newest first. */
export async function readExports(dbTx: DbTx, withdrawalId: bigint): Promise<ExportedPayment[]> {
  return (await many(dbTx, list, [withdrawalId])).map(read);
}

/** Of withdrawals that are under way, those that nobody has brought back: each may be in a block all the same. */
export async function readUnsettledExports(dbTx: DbTx): Promise<ExportedPayment[]> {
  return (await many(dbTx, unsettled)).map(read);
}

const giveUp = statement(
  'exports.give-up',
  'update withdrawal_export set given_up_at = $2 where withdrawal_id = $1 and given_up_at is null',
);

export async function giveUpExports(dbTx: DbTx, withdrawalId: bigint, now: Date): Promise<void> {
  await many(dbTx, giveUp, [withdrawalId, now]);
}

interface OutputRow {
  branch: 'customer' | 'house';
  number: number;
  txid: string;
  index: number;
  amount: bigint;
}

const outputs = statement<OutputRow>(
  'exports.outputs',
  `select branch, number, txid, index, amount from own_output o where txid || ':' || index = any($2::text[])
     and not exists (select from withdrawal_spend s where s.network = 'BITCOIN' and s.spend = o.txid || ':' || o.index and s.withdrawal_id <> $1)
   order by txid, index`,
);

type OwnerOf = (branch: 'customer' | 'house', index: number) => OwnOutput['owner'];

/** Those of some outputs of ours that no other withdrawal has. */
export async function readNamedOutputs(
  dbTx: DbTx,
  withdrawalId: bigint,
  spends: readonly string[],
  ownerOf: OwnerOf,
): Promise<OwnOutput[]> {
  const rows = await many(dbTx, outputs, [withdrawalId, spends]);
  return rows.map(({ branch, number, ...output }) => ({ ...output, owner: ownerOf(branch, number) }));
}

const givenUp = statement<{ txid: string; spends: string[] }>(
  'exports.given-up',
  `select e.txid, e.spends from withdrawal_export e join withdrawal w on w.id = e.withdrawal_id
   where e.given_up_at is not null and w.end_transfer_id is null
     and not exists (select from withdrawal_spend s where s.network = 'BITCOIN' and s.spend = any(e.spends))
   order by e.given_up_at, e.txid limit 200`,
);

/** What was given up after it was exported, and can still be: once another payment has spent something of it, it never can. The oldest first. */
export function readGivenUpExports(dbTx: DbTx): Promise<{ txid: string; spends: string[] }[]> {
  return many(dbTx, givenUp);
}

const ofAnother = statement<{ isOfAnother: boolean }>(
  'exports.of-another',
  'select exists (select from withdrawal_export where txid = $1 and withdrawal_id <> $2) as "isOfAnother"',
);

export async function isExportOfAnother(dbTx: DbTx, txid: string, withdrawalId: bigint): Promise<boolean> {
  return (await one(dbTx, ofAnother, [txid, withdrawalId])).isOfAnother;
}

/** How the chain is asked about it. */
export function sentExport({ txid, unsigned, sinceHeight }: ExportedPayment): SentPayment {
  const { outpoints, to, coin, amount } = unsigned;
  return { txid, outpoints, to, coin, amount, sinceHeight };
}

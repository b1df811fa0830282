import type { AddressCheck, Network } from '@lode/chain';
import { importColumns } from '@lode/contract/import-columns';
import { columnOf } from '../../../platform/csv-words.zh.ts';
import { type Database, many, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import {
  type ImportPreview,
  type ImportResult,
  importFacts,
  previewOf,
  type RawLine,
  readFacts,
} from '../../../platform/imports.ts';
import { LineReader } from '../../../platform/line-reader.ts';
import { hasUnsafeCharacter } from '../../../platform/unsafe-text.ts';
import type { ScreeningResult, Withdrawal } from '../payout-ports.ts';
import * as say from './sentences.zh.ts';

export const denyListColumns = importColumns.DENY_LIST.required;
type Column = (typeof denyListColumns)[number];

export interface Denied {
  network: Network;
  addressKey: string;
  note: string;
}

const networks = ['BITCOIN', 'ERC20'] as const satisfies readonly Network[];

/** Brings in a file whole or not at all. An address that is on the list already stays as it is. */
export async function importDenyList(
  database: Database,
  checkAddress: (network: Network, text: string) => Promise<AddressCheck>,
  rawLines: readonly RawLine<Column>[],
  now: Date,
): Promise<ImportResult> {
  return importFacts(database, await readDenied(checkAddress, rawLines), {
    insert: (dbTx, denied) => insertDenied(dbTx, denied, now),
    contradictions: async () => [],
  });
}

/** What is new of a file that was found right. */
export async function previewDenyList(
  checkAddress: (network: Network, text: string) => Promise<AddressCheck>,
  rawLines: readonly RawLine<Column>[],
  newLines: readonly number[],
): Promise<ImportPreview> {
  const { facts } = await readDenied(checkAddress, rawLines);
  return previewOf(denyListColumns, facts, newLines, ({ network, addressKey, note }) => ({
    network,
    address: addressKey,
    note,
  }));
}

async function readDenied(
  checkAddress: (network: Network, text: string) => Promise<AddressCheck>,
  rawLines: readonly RawLine<Column>[],
) {
  const checks = new Map<number, AddressCheck>();
  for (const { line, values } of rawLines) {
    const network = networks.find((one) => one === values.network);
    if (network) checks.set(line, await checkAddress(network, values.address ?? ''));
  }
  return readFacts(rawLines, (raw) => readLine(raw, checks.get(raw.line)));
}

function readLine(raw: RawLine<Column>, check: AddressCheck | undefined) {
  const reader = new LineReader(raw, columnOf);
  const network = reader.choice('network', networks);
  const addressKey = check?.valid ? check.key : '';
  if (check && !check.valid) reader.wrong('address', say.addressOf(network));
  const note = reader.text('note');
  if (note.length < 1 || note.length > 200) reader.wrong('note', say.note);
  else if (hasUnsafeCharacter(note)) reader.wrong('note', say.safeNote);
  const fact: Denied = { network, addressKey, note };
  const [named, address] = [reader.text('network'), addressKey || reader.text('address')];
  return { fact, key: `${named} ${address}`, keyName: say.denied(named, address), reasons: reader.reasons };
}

const insert = query(
  'payouts.deny',
  `insert into deny_list (network, address_key, note, added_at)
   select network, address_key, note, $4 from unnest($1::text[], $2::text[], $3::text[]) line (network, address_key, note)
   on conflict do nothing returning network, address_key as "addressKey"`,
).as<Pick<Denied, 'network' | 'addressKey'>>();

/** Answers those that were new. */
export async function insertDenied<One extends Denied>(
  db: Queryable,
  denied: readonly One[],
  now: Date,
): Promise<One[]> {
  const [ofNetworks, keys, notes] = [
    denied.map(({ network }) => network),
    denied.map(({ addressKey }) => addressKey),
    denied.map(({ note }) => note),
  ];
  const stored = await many(db, insert, [ofNetworks, keys, notes, now]);
  const isNew = new Set(stored.map(({ network, addressKey }) => `${network} ${addressKey}`));
  return denied.filter(({ network, addressKey }) => isNew.has(`${network} ${addressKey}`));
}

const denied = query('payouts.denied', 'select note from deny_list where network = $1 and address_key = $2').as<{
  note: string;
}>();

/** The built-in screening: the operator's own list. */
export async function denyListScreening(
  db: Queryable,
  { network, addressKey }: Pick<Withdrawal, 'network' | 'addressKey'>,
): Promise<ScreeningResult> {
  const row = await maybeOne(db, denied, [network, addressKey]);
  return row === null ? { isClear: true } : { isClear: false, reason: `the deny list has it: ${row.note}` };
}

import type { AddressCheck, Network } from '@lode/chain';
import type { Command } from '../../../platform/commands/command.ts';
import { importCommand } from '../../../platform/commands/import-command.ts';
import { execute, maybeOne, type Queryable } from '../../../platform/db/database.ts';
import { query } from '../../../platform/db/query.ts';
import { importFacts, type RawLine, readFacts } from '../../../platform/imports.ts';
import { hasUnsafeCharacter } from '../../../platform/unsafe-text.ts';
import type { ScreeningResult, Withdrawal } from '../payout-ports.ts';

const columns = { required: ['network', 'address', 'note'] } as const;
type Column = (typeof columns.required)[number];

export interface Denied {
  network: Network;
  addressKey: string;
  note: string;
}

/** An address that is on the list already stays as it is. */
export function importDenyListCommand(
  checkAddress: (network: Network, text: string) => Promise<AddressCheck>,
): Command {
  return importCommand({
    summary: 'Adds addresses that are never paid',
    example: 'deny-list.csv',
    columns,
    options: {},
    async run(lines, _input, { database, clock }) {
      const checks = new Map<number, AddressCheck>();
      for (const { line, values } of lines) {
        const network = networkNamed(values.network);
        if (network) checks.set(line, await checkAddress(network, values.address?.trim() ?? ''));
      }
      const now = clock.now();
      return importFacts(
        database,
        readFacts(lines, (raw) => readLine(raw, checks.get(raw.line))),
        {
          insert: (dbTx, denied) => insertDenied(dbTx, denied, now),
          contradictions: async () => [],
        },
      );
    },
  });
}

function networkNamed(text: string | undefined): Network | null {
  return text === 'BITCOIN' || text === 'ERC20' ? text : null;
}

function readLine({ values }: RawLine<Column>, check: AddressCheck | undefined) {
  const network = networkNamed(values.network);
  const note = values.note?.trim() ?? '';
  const addressKey = check?.valid ? check.key : '';
  const reasons = [
    ...(network ? [] : ['network is BITCOIN or ERC20']),
    ...(network && addressKey === '' ? [`${values.address ?? ''} is no address of ${network}`] : []),
    ...(note.length >= 1 && note.length <= 200 ? [] : ['note is 1 to 200 characters']),
    ...(hasUnsafeCharacter(note) ? ['note has a control character or a mark of direction in it'] : []),
  ];
  const fact: Denied = { network: network ?? 'BITCOIN', addressKey, note };
  return { fact, key: `${values.network} ${addressKey || values.address}`, reasons };
}

const insert = query(
  'payouts.deny',
  `insert into deny_list (network, address_key, note, added_at)
   select network, address_key, note, $4 from unnest($1::text[], $2::text[], $3::text[]) line (network, address_key, note)
   on conflict do nothing returning address_key as key`,
).as<{ key: string }>();

/** How many were new. */
export async function insertDenied(db: Queryable, denied: readonly Denied[], now: Date): Promise<number> {
  const [networks, keys, notes] = [
    denied.map(({ network }) => network),
    denied.map(({ addressKey }) => addressKey),
    denied.map(({ note }) => note),
  ];
  return await execute(db, insert, [networks, keys, notes, now]);
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

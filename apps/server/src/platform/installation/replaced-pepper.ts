import { many, one, type Queryable, type Transaction } from '../db/database.ts';
import { lockingQuery, query } from '../db/query.ts';

const lock = lockingQuery(
  'installation.lock-pepper',
  'select pepper_fingerprint as present, previous_pepper_fingerprint as previous from installation for update',
).as<{ present: Buffer | null; previous: Buffer | null }>();

/** The fingerprints that are written down; replacements take turns. */
export function lockPepper(dbTx: Transaction): Promise<{ present: Buffer | null; previous: Buffer | null }> {
  return one(dbTx, lock);
}

const write = query(
  'installation.replace-pepper',
  'update installation set pepper_fingerprint = $1, previous_pepper_fingerprint = $2 returning only_row',
);

export async function writeReplacedPepper(
  owner: Queryable,
  { present, previous }: { present: Buffer; previous: Buffer },
): Promise<void> {
  await one(owner, write, [present, previous]);
}

const under = query('installation.under-previous-pepper', 'select kind, rows from under_previous_pepper()').as<{
  kind: string;
  rows: bigint;
}>();

/** How many rows of each kind only the previous pepper opens; nothing where none was ever replaced. */
export function readUnderPreviousPepper(db: Queryable): Promise<{ kind: string; rows: bigint }[]> {
  return many(db, under);
}

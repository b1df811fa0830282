import { type BookCheck, checkBooks, type Difference, describeDifference } from '@lode/ledger';
import { openAsAdmin } from '../../apps/server/src/testing/harness.ts';
import { chooseBy, type WrongRow } from './alterations.ts';

export interface Outcome extends Pick<WrongRow, 'table' | 'name'> {
  /** What names the row that was altered. */
  row: string;
  /** The first difference that names it; null when none does. */
  foundBy: Difference | null;
  /** What was found instead. */
  others: readonly Difference[];
}

/** Puts each wrong row into the database, one after the other, and looks for it until a check names it; nothing stays. */
export async function findWrongRows(
  url: string,
  checks: readonly BookCheck[],
  kinds: readonly WrongRow[],
  seed: number,
): Promise<Outcome[]> {
  const admin = await openAsAdmin(url);
  const undo = new Error('undo');
  const outcomes: Outcome[] = [];
  try {
    const keys = new Map(
      (await admin.query<{ table: string; key: string }>(primaryKeys)).rows.map((row) => [row.table, row.key]),
    );
    const chosen = chooseBy(seed, keys);
    for (const kind of kinds) {
      await admin
        .transaction(async (dbTx) => {
          // No trigger, no foreign key, and no compiled plan for a few rows.
          await dbTx.query({ text: 'set local session_replication_role = replica; set local jit = off' });
          const [altered] = (await dbTx.query<{ row: string }>({ text: kind.sql(chosen) })).rows;
          if (!altered) throw new Error('there is no such row');
          const { table, name } = kind;
          outcomes.push({ table, name, row: altered.row, ...(await find(dbTx, [checkBooks, ...checks], altered.row)) });
          throw undo;
        })
        .catch((error: unknown) => {
          if (error !== undo) throw new Error(`${kind.table}, ${kind.name} did not run`, { cause: error });
        });
    }
  } finally {
    await admin.end();
  }
  return outcomes;
}

const primaryKeys = {
  text: `select indrelid::regclass::text as table, string_agg(quote_ident(attname), ', ' order by attnum) as key
    from pg_index join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisprimary group by indrelid`,
};

async function find(
  db: Parameters<BookCheck>[0],
  checks: readonly BookCheck[],
  row: string,
): Promise<Pick<Outcome, 'foundBy' | 'others'>> {
  const others: Difference[] = [];
  for (const check of checks) {
    const found = await check(db);
    const foundBy = found.find((difference) => isNamed(describeDifference(difference), row));
    if (foundBy) return { foundBy, others };
    others.push(...found);
  }
  return { foundBy: null, others };
}

function isNamed(line: string, row: string): boolean {
  return row.split(' or ').some((way) => way.split('|').every((word) => hasWord(line, word)));
}

function hasWord(line: string, word: string): boolean {
  const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(^|[^0-9A-Za-z])${escaped}($|[^0-9A-Za-z])`).test(line);
}

/** The kinds of wrong rows that a bug or an intruder could leave behind, one for each column that money depends on. */

export interface WrongRow {
  /** What was done: `amount + 1`. */
  name: string;
  table: string;
  /** What it alters of a row; none where a row is added or dropped. */
  columns: readonly string[];
  /**
   * Alters one row and returns as `row` what names it: words that one difference must have, joined by `|`.
   * Several ways to name it are joined by ` or `.
   */
  sql: (chosen: ChosenRow) => string;
}

/** The condition that is true for one row of the table only, among those for which `where` is. */
export type ChosenRow = (table: string, where: string) => string;

export const changed =
  (table: string, row: string) =>
  (name: string, set: string, where = 'true'): WrongRow => ({
    name,
    table,
    columns: columnsOf(set),
    sql: (chosen) => `update ${table} set ${set} where ${chosen(table, where)} returning ${row} as row`,
  });
export const dropped = (table: string, row: string, where = 'true'): WrongRow => ({
  name: 'dropped',
  table,
  columns: [],
  sql: (chosen) => `delete from ${table} where ${chosen(table, where)} returning ${row} as row`,
});

/** A row by the seed and its primary key, so that a run with the same seed alters the same rows. */
export const chooseBy =
  (seed: number, keys: ReadonlyMap<string, string>): ChosenRow =>
  (table, where) => {
    const key = keys.get(table);
    if (key === undefined) throw new Error(`${table} has no primary key`);
    return `(${key}) = (select ${key} from ${table} where (${where}) and ${isOfProduct[table] ?? 'true'}
      order by md5(concat_ws('|', ${seed}::int, ${key})) limit 1)`;
  };

/** Money that the demo gives itself has no document that it could be held against. */
const isOfProduct: Record<string, string> = {
  'ledger.posting': `transfer_id not in (select id from ledger.transfer where kind = 'demo-treasury')`,
  'ledger.transfer': `kind <> 'demo-treasury'`,
};
/** A copy of one row with other values. */
export const added = (
  name: string,
  table: string,
  columns: string,
  values: string,
  row: string,
  where = 'true',
): WrongRow => ({
  name,
  table,
  columns: [],
  sql: (chosen) =>
    `insert into ${table} (${columns}) select ${values} from ${table} where ${chosen(table, where)} returning ${row} as row`,
});

export const other = (column: string) => `${column} = (select min(id) from customer where id <> ${column})`;

/** The columns that the `set` of an update names, in order. */
export function columnsOf(set: string): string[] {
  let text = set.replace(/'[^']*'/g, '');
  for (let inner = ''; inner !== text; ) {
    inner = text;
    text = text.replace(/\([^()]*\)/g, '');
  }
  return text.split(',').map((part) => /^\s*(\w+)/.exec(part)?.[1] ?? '');
}

/** The kinds of wrong rows that a bug or an intruder could leave behind, one for each column that money depends on. */

export interface WrongRow {
  /** What was done: `amount + 1`. */
  name: string;
  table: string;
  /**
   * Alters one row, chosen by $1, and returns as `row` what names it: words that one difference must have, joined by `|`.
   * Several ways to name it are joined by ` or `.
   */
  sql: string;
}

export const changed =
  (table: string, row: string) =>
  (name: string, set: string, where = 'true'): WrongRow => ({
    name,
    table,
    sql: `update ${table} set ${set} where ctid = (${one(table, where)}) returning ${row} as row`,
  });
export const dropped = (table: string, row: string, where = 'true'): WrongRow => ({
  name: 'dropped',
  table,
  sql: `delete from ${table} where ctid = (${one(table, where)}) returning ${row} as row`,
});
export const one = (table: string, where: string) =>
  `select ctid from ${table} where ${where} and ${isOfProduct[table] ?? 'true'} order by md5(ctid::text || $1::text) limit 1`;

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
  sql: `insert into ${table} (${columns}) select ${values} from ${table} where ctid = (${one(table, where)}) returning ${row} as row`,
});

export const other = (column: string) => `${column} = (select min(id) from customer where id <> ${column})`;

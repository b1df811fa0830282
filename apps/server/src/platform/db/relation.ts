/**
 * Rows that one slice offers to the query of another within a transaction: SQL text whose columns both agree on. The reading
 * slice declares the columns that it needs; the offering slice does not compile without them.
 */
export interface Relation<Column extends string> {
  readonly columns: readonly Column[];
  /** `select column, … from …`, without parameters. */
  readonly query: string;
}

export function relation<const Column extends string>(columns: readonly Column[], from: string): Relation<Column> {
  return { columns, query: `select ${columns.join(', ')} from ${from}` };
}

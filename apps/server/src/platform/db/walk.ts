interface Walk {
  table: string;
  columns?: string;
  /** Columns with the value that each has, as an index begins with them; none: the key is walked. */
  given: readonly (readonly [column: string, value: string])[];
  wanted: readonly string[];
  limit: string;
}

/**
 * The newest rows, by `id`, of those whose columns have the given values. The last of them is asked for as a range of one value, and ordered by:
 * only an index that holds its rows together gives this order. Asked for as equal, a plan for any value may walk the primary key instead, past
 * every row that has another one.
 */
export function walkOf({ table, columns = '*', given, wanted, limit }: Walk): string {
  const last = given.at(-1);
  const conditions = given.map(([column, value]) =>
    column === last?.[0] ? `${column} between ${value} and ${value}` : `${column} = ${value}`,
  );
  return `select ${columns} from ${table} where ${[...conditions, ...wanted].join(' and ')}
    order by ${last ? `${last[0]}, ` : ''}id desc limit ${limit}`;
}

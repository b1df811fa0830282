/** Something that runs SQL: a pg client, a pool, or the open transaction of the caller. */
export interface Queryable {
  query<Row>(query: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
}

declare const isTransaction: unique symbol;

/** An open transaction of the caller: locks live until it ends. The program that opens transactions brands them. */
export interface Transaction extends Queryable {
  readonly [isTransaction]: true;
}

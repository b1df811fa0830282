/** Something that runs SQL: a pg client, a pool, or the open transaction of the caller. */
export interface Queryable {
  query<Row>(query: {
    name?: string;
    text: string;
    values?: unknown[];
  }): Promise<{ rows: Row[]; rowCount: number | null }>;
}

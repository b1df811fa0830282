import type { QueryLike } from './query-view.tsx';

type Queries = Record<string, QueryLike<unknown>>;
type Answers<All extends Queries> = { [Name in keyof All]: Exclude<All[Name]['data'], undefined> };

/** Combines queries: loaded when all are, failed when one fails without older data. */
export function together<All extends Queries>(queries: All): QueryLike<Answers<All>> {
  const all = Object.values(queries);
  const isWhole = all.every(({ data }) => data !== undefined);
  const answers = Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data]));
  return {
    data: isWhole ? (answers as Answers<All>) : undefined,
    error: all.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    dataUpdatedAt: Math.min(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  };
}

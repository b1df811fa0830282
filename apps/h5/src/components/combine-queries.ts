import type { QueryLike } from './query-view.tsx';

type Queries = Record<string, QueryLike<unknown>>;
type DataOf<All extends Queries> = { [Name in keyof All]: Exclude<All[Name]['data'], undefined> };

/** Combines queries: loaded when all are, failed when one fails without older data. */
export function combineQueries<All extends Queries>(queries: All): QueryLike<DataOf<All>> {
  const all = Object.values(queries);
  const isComplete = all.every(({ data }) => data !== undefined);
  const data = Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data]));
  return {
    data: isComplete ? (data as DataOf<All>) : undefined,
    error: all.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    dataUpdatedAt: Math.min(...all.map(({ dataUpdatedAt }) => dataUpdatedAt)),
    refetch: () => Promise.all(all.map((query) => query.refetch())),
  };
}

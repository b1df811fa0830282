import { ErrorState, Main, OfflineBanner } from '@lode/ui';
import type { ReactNode } from 'react';
import { RequestError } from '../lib/api/request-error.ts';
import { useOnline } from '../lib/online.ts';
import { commonWords as words } from '../locales/zh/common.ts';

/** What is asked of a query: both `useQuery` and `useInfiniteQuery` answer it. */
export interface QueryLike<Data> {
  data: Data | undefined;
  error: Error | null;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: QueryLike<Data>;
  /** Of the shape that the data will have, so that nothing jumps. */
  skeleton: ReactNode;
  /** The children draw an `OldDataNote` themselves, where it fits their page. */
  hasOwnNote?: boolean;
  /** The query is the whole page: its error needs gutters of its own. */
  isWholePage?: boolean;
  children: (data: Data) => ReactNode;
}

/** Draws a query in each of its states: loading, failed, there, and there but old because the network is gone. */
export function QueryView<Data>({
  query,
  skeleton,
  hasOwnNote = false,
  isWholePage = false,
  children,
}: QueryViewProps<Data>) {
  if (query.data === undefined) {
    if (query.error === null) return skeleton;
    const error = <QueryError error={query.error} onRetry={() => void query.refetch()} />;
    return isWholePage ? <Main padded>{error}</Main> : error;
  }
  return (
    <>
      {!hasOwnNote && <OldDataNote query={query} />}
      {children(query.data)}
    </>
  );
}

/** Says what went wrong then: the network may be back by now, and a server that is down is no network that is gone. */
export function QueryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOffline = error instanceof RequestError && error.wasOffline;
  const isOnTheWay = error instanceof RequestError && error.kind === 'network';
  const text = isOffline ? words.networkDown : isOnTheWay ? words.networkError : words.serverSilent;
  return <ErrorState offline={isOffline} text={text} onRetry={onRetry} />;
}

/** Says from when the data is while the network is gone. */
export function OldDataNote({ query }: { query: Pick<QueryLike<unknown>, 'dataUpdatedAt' | 'refetch'> }) {
  const isOnline = useOnline();
  if (isOnline) return null;
  return <OfflineBanner since={new Date(query.dataUpdatedAt)} onRetry={() => void query.refetch()} />;
}

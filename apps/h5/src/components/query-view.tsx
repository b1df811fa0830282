import { ErrorState, Main, OfflineBanner } from '@lode/ui';
import type { ReactNode } from 'react';
import { RequestError } from '../lib/api/request-error.ts';
import { useOnline } from '../lib/online.ts';
import { commonMessages as messages } from '../locales/zh/common.ts';

/** The parts of `useQuery` and `useInfiniteQuery` that the views need. */
export interface QueryLike<Data> {
  data: Data | undefined;
  error: Error | null;
  dataUpdatedAt: number;
  refetch: () => unknown;
}

interface QueryViewProps<Data> {
  query: QueryLike<Data>;
  /** Has the shape of the data, so that the layout does not shift. */
  skeleton: ReactNode;
  /** The children render `OldDataNote` themselves. */
  hasOwnNote?: boolean;
  /** Adds gutters around the error of a query that fills the page. */
  isWholePage?: boolean;
  children: (data: Data) => ReactNode;
}

/** Renders a query in each state: loading, failed, loaded, and stale while offline. */
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

/** Distinguishes a lost network from an unreachable server, by the state at the time of the failure. */
export function QueryError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isOffline = error instanceof RequestError && error.wasOffline;
  const isNetworkFailure = error instanceof RequestError && error.kind === 'network';
  const text = isOffline ? messages.networkDown : isNetworkFailure ? messages.networkError : messages.serverSilent;
  return <ErrorState offline={isOffline} text={text} onRetry={onRetry} />;
}

/** Shows the time of the data while offline. */
export function OldDataNote({ query }: { query: Pick<QueryLike<unknown>, 'dataUpdatedAt' | 'refetch'> }) {
  const isOnline = useOnline();
  if (isOnline) return null;
  return <OfflineBanner since={new Date(query.dataUpdatedAt)} onRetry={() => void query.refetch()} />;
}

import { onlineManager, QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '../session/session.ts';

const staleAfterMs = 15_000;
const cacheMs = 10 * 60_000;

/** Query cache without automatic retries; screens offer 重试. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: offline, a call fails at once instead of pausing; hence `refetchOnReconnect` must be set explicitly.
      queries: {
        staleTime: staleAfterMs,
        gcTime: cacheMs,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Clears the cache with the session, and refetches after the browser restored the page. */
export function watchQueryClient(client: QueryClient): () => void {
  // The manager assumes a network at start, and would not report the first `online` event.
  if (!navigator.onLine) onlineManager.setOnline(false);
  const stopListening = onSessionEnd(() => client.clear());
  // In-app browsers restore the page with its old figures.
  const refetch = (event: PageTransitionEvent) => {
    if (event.persisted) void client.invalidateQueries();
  };
  window.addEventListener('pageshow', refetch);
  return () => {
    stopListening();
    window.removeEventListener('pageshow', refetch);
  };
}

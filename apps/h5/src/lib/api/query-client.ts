import { onlineManager, QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '../session/session.ts';

const freshForMs = 15_000;
const keptForMs = 10 * 60_000;

/** The cache of answers. Failures are not repeated behind the customer's back: the screen offers 重试. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: without a network a call must fail and say so, not wait in silence.
      // Such a call is not made again by itself when the network is back, unless told to.
      queries: {
        staleTime: freshForMs,
        gcTime: keptForMs,
        retry: false,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Keeps the cache honest: nothing of a customer outlives the session, nothing is shown as new after a return by 返回. */
export function watchQueryClient(client: QueryClient): () => void {
  // Else the first `online` is no change to the manager, and nobody hears of it.
  if (!navigator.onLine) onlineManager.setOnline(false);
  const stopListening = onSessionEnd(() => client.clear());
  // In-app browsers bring the old page back as it was, timers and figures included.
  const refetch = (event: PageTransitionEvent) => {
    if (event.persisted) void client.invalidateQueries();
  };
  window.addEventListener('pageshow', refetch);
  return () => {
    stopListening();
    window.removeEventListener('pageshow', refetch);
  };
}

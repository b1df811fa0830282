import { QueryClient } from '@tanstack/react-query';
import { onSessionEnd } from '../session/session.ts';

const freshForMs = 15_000;
const keptForMs = 10 * 60_000;

/** The cache of answers. Failures are not repeated behind the customer's back: the screen offers 重试. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // `always`: without a network a call must fail and say so, not wait in silence.
      queries: { staleTime: freshForMs, gcTime: keptForMs, retry: false, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Keeps the cache honest: nothing of a customer outlives the session, nothing is shown as new after a return by 返回. */
export function watchQueryClient(client: QueryClient): () => void {
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

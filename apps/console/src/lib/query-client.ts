import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';

/**
 * A refusal stays one when it is asked again; what the network lost is asked for twice more, and when it is back. What has been read is not:
 * many reads stand in the audit log.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (count, error) => !(error instanceof CallError && error.code !== 0) && count < 2,
        refetchOnReconnect: ({ state }) => state.status === 'error',
      },
      mutations: { retry: false },
    },
  });
}

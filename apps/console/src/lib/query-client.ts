import { QueryClient } from '@tanstack/react-query';
import { CallError } from './call.ts';

/** A refusal stays one when it is asked again; what the network lost is asked for twice more. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { retry: (count, error) => !(error instanceof CallError && error.code !== 0) && count < 2 },
      mutations: { retry: false },
    },
  });
}

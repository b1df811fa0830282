import type { CallName, Data, Input } from '@lode/contract';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { type CallOptions, call } from './call.ts';

/** Options of a query for one call: `useQuery(callQuery('wallet', {}))`, keyed by the call and its input. */
export function callQuery<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  options: Pick<CallOptions, 'background' | 'inlineErrors' | 'silent'> = {},
) {
  return queryOptions({
    queryKey: [name, input] as const,
    queryFn: ({ signal }) => call(name, input, { ...options, signal, silentAbort: true }),
  });
}

/** The calls that return a page of a list. */
type ListCall = {
  [Name in CallName]: Data<Name> extends { records: unknown[]; nextCursor: string | null } ? Name : never;
}[CallName];

/** Options of a list paged by cursor, newest first: `useInfiniteQuery(pageQuery('outputPage', { coin: 'BTC' }))`. */
export function pageQuery<Name extends ListCall>(name: Name, input: Input<Name>) {
  return infiniteQueryOptions({
    queryKey: [name, input, 'pages'] as const,
    queryFn: ({ pageParam, signal }) => {
      const pageRequest = pageParam === null ? input : { ...input, cursor: pageParam };
      return call(name, pageRequest, { signal, silentAbort: true });
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page): string | null => page.nextCursor,
  });
}

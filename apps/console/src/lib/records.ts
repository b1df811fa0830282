import type { ConsoleData, ConsoleInput } from '@lode/contract/console';
import type { ConsoleCall } from '@lode/contract/console-paths';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** Calls that answer a part of a list and the cursor behind it. */
export type ListCall = {
  [Call in ConsoleCall]: ConsoleData<Call> extends { records: unknown[]; nextCursor: string | null } ? Call : never;
}[ConsoleCall];
export type RecordOf<Call extends ListCall> = ConsoleData<Call>['records'][number];
export type ListFilter<Call extends ListCall> = Omit<ConsoleInput<Call>, 'cursor'>;

/** A list as far as it has been read, under the key of a read: `[call, filter]`. */
export function useRecords<Call extends ListCall>(
  name: Call,
  filter: ListFilter<Call>,
  {
    refetchInterval = false,
    refetchOnWindowFocus = true,
  }: {
    refetchInterval?: number | false;
    /** False where each read stands in the audit log. */
    refetchOnWindowFocus?: boolean;
  } = {},
) {
  const query = useInfiniteQuery({
    ...infiniteQueryOptions({
      queryKey: [name, filter],
      initialPageParam: null as string | null,
      queryFn: ({ pageParam, signal }): Promise<{ records: RecordOf<Call>[]; nextCursor: string | null }> =>
        call(name, { ...filter, ...(pageParam !== null && { cursor: pageParam }) } as ConsoleInput<Call>, { signal }),
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
    refetchInterval,
    refetchOnWindowFocus,
  });
  return { ...query, records: query.data?.pages.flatMap(({ records }) => records) };
}

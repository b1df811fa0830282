import { useInfiniteQuery } from '@tanstack/react-query';
import { pageQuery } from '../../lib/api/queries.ts';
import type { ListedMachine } from './idle-machines.ts';

export interface MachineNames {
  list: readonly ListedMachine[];
  /** Undefined for a machine that is not loaded. */
  find: (id: string) => ListedMachine | undefined;
  /** Loaded or failed. */
  isSettled: boolean;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** The customer's machines by id, because outputs carry only the machine number. */
export function useMachineNames(): MachineNames {
  const query = useInfiniteQuery(pageQuery('machinePage', { size: 100 }));
  const list = query.data?.pages.flatMap((page) => page.records) ?? [];
  return {
    list,
    find: (id) => list.find((machine) => machine.id === id),
    isSettled: query.data !== undefined || query.isError,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

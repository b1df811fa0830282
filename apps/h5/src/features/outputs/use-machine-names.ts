import { useInfiniteQuery } from '@tanstack/react-query';
import { pageQuery } from '../../lib/api/queries.ts';

interface MachineName {
  id: string;
  model: string;
  machineNo: string;
}

export interface MachineNames {
  list: readonly MachineName[];
  /** Undefined for a machine that is not among those loaded. */
  find: (id: string) => MachineName | undefined;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
}

/** The customer's machines by name: outputs carry a machine's number only. */
export function useMachineNames(): MachineNames {
  const query = useInfiniteQuery(pageQuery('machinePage', { size: 100 }));
  const list = query.data?.pages.flatMap((page) => page.records) ?? [];
  return {
    list,
    find: (id) => list.find((machine) => machine.id === id),
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

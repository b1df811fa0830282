import { PullList } from '@lode/ui';
import type { ReactNode } from 'react';

/** Paging state of any infinite query. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface PagedListProps {
  pages: Pages;
  onRefresh: () => Promise<unknown>;
  /** Whether the list shows its end. */
  hasBottom: boolean;
  children: ReactNode;
}

/** A list with pull-to-refresh that loads its next page near the end. */
export function PagedList({ pages, onRefresh, hasBottom, children }: PagedListProps) {
  return (
    <PullList
      onRefresh={onRefresh}
      hasMore={pages.hasNextPage}
      isLoadingMore={pages.isFetchingNextPage}
      hasFailed={pages.isFetchNextPageError}
      onLoadMore={() => void pages.fetchNextPage()}
      hasBottom={hasBottom}
    >
      {children}
    </PullList>
  );
}

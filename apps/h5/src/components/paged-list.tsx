import { PullList } from '@lode/ui';
import type { ReactNode } from 'react';

/** What a paged query of any kind knows of its next page. */
interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => Promise<unknown>;
}

interface PagedListProps {
  pages: Pages;
  onRefresh: () => Promise<unknown>;
  /** Something stands in the list: its end is said. */
  hasBottom: boolean;
  children: ReactNode;
}

/** A list that is pulled down for what is new and fetches its next page when its end comes near. */
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

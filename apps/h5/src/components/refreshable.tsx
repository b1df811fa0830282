import { PullList } from '@lode/ui';
import type { ReactNode } from 'react';

/** A page that is no list but can be pulled down to refresh. */
export function Refreshable({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) {
  return (
    <PullList onRefresh={onRefresh} hasBottom={false}>
      {/* The list spaces its items; a page spaces itself. */}
      <div>{children}</div>
    </PullList>
  );
}

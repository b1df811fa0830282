import { PullList } from '@lode/ui';
import type { ReactNode } from 'react';

/** Pull-to-refresh for a page that is not a list. */
export function Refreshable({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) {
  return (
    <PullList onRefresh={onRefresh} hasBottom={false}>
      {/* The list spaces its items; a page spaces itself. */}
      <div>{children}</div>
    </PullList>
  );
}

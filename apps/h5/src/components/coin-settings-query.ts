import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../lib/api/queries.ts';

export const closedRefreshMs = 5_000;

/** What can be done with each coin; asked again while a network is closed, so that a page opens by itself. */
export function coinSettingsQuery() {
  return queryOptions({
    ...callQuery('coinSettings', {}),
    refetchInterval: ({ state }) =>
      state.data?.coins.some(({ networks }) => networks.some(({ enabled }) => !enabled)) === true && closedRefreshMs,
  });
}

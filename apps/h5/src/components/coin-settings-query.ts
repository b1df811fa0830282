import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../lib/api/queries.ts';

export const closedRefreshMs = 5_000;

/** What can be done with each coin; asked again while a network of `coin` is closed, so that its page opens by itself. */
export function coinSettingsQuery(coin: string) {
  return queryOptions({
    ...callQuery('coinSettings', {}),
    refetchInterval: ({ state }) =>
      state.data?.coins.some((one) => one.coin === coin && one.networks.some(({ enabled }) => !enabled)) === true &&
      closedRefreshMs,
  });
}

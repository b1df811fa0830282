import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../lib/api/queries.ts';

/** Of what is closed: every 5 s, half as often after each dozen answers, once a minute at least. `asked`: answers of this query so far. */
export const closedRefreshMs = (asked: number): number => Math.min(60_000, 5_000 * 2 ** Math.floor(asked / 12));

/** What can be done with each coin; asked again while a network of `coin` is closed, so that its page opens by itself. */
export function coinSettingsQuery(coin: string) {
  return queryOptions({
    ...callQuery('coinSettings', {}),
    refetchInterval: ({ state }) =>
      state.data?.coins.some((one) => one.coin === coin && one.networks.some(({ enabled }) => !enabled)) === true &&
      closedRefreshMs(state.dataUpdateCount),
  });
}

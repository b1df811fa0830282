import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closedRefreshMs, coinSettingsQuery } from '../../components/coin-settings-query.ts';
import { combineQueries } from '../../components/combine-queries.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { defaultNetwork, type Network, type WithdrawCoin } from './withdrawal.ts';

const refreshMs = 60_000;

/** The limits, fee and holds that apply to a withdrawal of a coin; the default network unless another one is wanted. */
export function useWithdrawQuote(coin: WithdrawCoin, wantedNetwork: string | null) {
  const settings = useQuery(coinSettingsQuery(coin));
  const networks = settings.data?.coins.find((one) => one.coin === coin)?.networks ?? [];
  const chosen = networks.find(({ network }) => network === wantedNetwork) ?? networks[0];
  const network = chosen?.network ?? defaultNetwork[coin];
  const quote = useQuery({
    ...callQuery('withdrawTerms', { coin, network }),
    refetchInterval: ({ state }) =>
      state.data?.offered === false ? closedRefreshMs(state.dataUpdateCount) : refreshMs,
  });
  const device = useQuery({ ...callQuery('withdrawCheckDevice', {}), refetchInterval: refreshMs });
  const query = combineQueries({ settings, quote, device });

  // The form stays mounted when a refetch reports the network closed, because a password may be half typed; the server refuses.
  const key = `${coin} ${network}`;
  const [offeredKey, setOfferedKey] = useState<string | null>(null);
  if (query.data && offeredKey !== key && chosen?.enabled && query.data.quote.offered) setOfferedKey(key);

  return {
    key,
    network,
    networks: networks.map((one): Network => one.network),
    query,
    serverTime: query.data && { now: query.data.quote.now, receivedAt: quote.dataUpdatedAt },
    isOffered: offeredKey === key,
    /** After the server refused the network: shows what is offered now. */
    reload: async () => {
      await Promise.all([settings.refetch(), quote.refetch(), device.refetch()]);
      setOfferedKey(null);
    },
  };
}

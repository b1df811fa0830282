import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/queries.ts';
import { mineMessages as messages } from '../../locales/zh/mine.ts';

/** More are not counted. */
const mostCounted = 20;

/** What stands beside the entries once the balances are there; undefined until it is known, and for nothing. */
export function useHints(isWanted: boolean): Partial<Record<'withdrawals' | 'addresses' | 'sessions', string>> {
  const whenWanted = { enabled: isWanted };
  const underWay = useQuery({
    ...callQuery('withdrawPage', { display: 'PROCESSING', size: mostCounted }),
    ...whenWanted,
  });
  const addresses = useQuery({ ...callQuery('withdrawAddressList', {}), ...whenWanted });
  const sessions = useQuery({ ...callQuery('sessionList', {}), ...whenWanted });
  const { records = [], hasMore = false } = underWay.data ?? {};
  return {
    ...(records.length > 0 && { withdrawals: messages.underWay(`${records.length}${hasMore ? '+' : ''}`) }),
    ...(addresses.data?.length && { addresses: messages.addresses(addresses.data.length) }),
    ...(sessions.data && { sessions: messages.devices(sessions.data.length) }),
  };
}

import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../lib/api/queries.ts';
import { mineMessages as messages } from '../../locales/zh/mine.ts';

/** More are not counted. */
const mostCounted = 20;
/** The page is whole without them. */
const quietly = { background: true, silent: true } as const;

interface Hints {
  withdrawals?: string;
  addresses?: string;
  sessions?: string;
}

/** What stands beside the entries once the balances are there; absent until it is known, and for nothing. */
export function useHints(isWanted: boolean): { hints: Hints; refetch: () => Promise<unknown> } {
  const underWay = useQuery({
    ...callQuery('withdrawPage', { display: 'PROCESSING', size: mostCounted }, quietly),
    enabled: isWanted,
  });
  const addresses = useQuery({ ...callQuery('withdrawAddressList', {}, quietly), enabled: isWanted });
  const sessions = useQuery({ ...callQuery('sessionList', {}, quietly), enabled: isWanted });
  const { records = [], hasMore = false } = underWay.data ?? {};
  return {
    hints: {
      ...(records.length > 0 && { withdrawals: messages.underWay(`${records.length}${hasMore ? '+' : ''}`) }),
      ...(addresses.data?.length && { addresses: messages.addresses(addresses.data.length) }),
      ...(sessions.data && { sessions: messages.devices(sessions.data.length) }),
    },
    refetch: async () => isWanted && Promise.all([underWay.refetch(), addresses.refetch(), sessions.refetch()]),
  };
}

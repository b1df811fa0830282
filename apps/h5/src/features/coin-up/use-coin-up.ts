import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { QueryLike } from '../../components/query-view.tsx';
import { together } from '../../components/together.ts';
import { callQuery } from '../../lib/api/queries.ts';
import { type CoinUp, rateInfoOf } from './savings.ts';

/** Rates and savings of both coins. */
export function useCoinUp(): QueryLike<CoinUp> {
  const rates = useQuery({ ...callQuery('apy', {}), select: rateInfoOf });
  const BTC = useQuery(callQuery('coinUpDetail', { coin: 'BTC' }));
  const USDT = useQuery(callQuery('coinUpDetail', { coin: 'USDT' }));
  return together({ rates, BTC, USDT });
}

/** Invalidates everything about money, after a movement or an unexpected refusal. */
export function useForgetMoney(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries(), [queryClient]);
}

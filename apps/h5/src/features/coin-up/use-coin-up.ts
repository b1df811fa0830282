import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { combineQueries } from '../../components/combine-queries.ts';
import type { QueryLike } from '../../components/query-view.tsx';
import { callQuery } from '../../lib/api/queries.ts';
import { type CoinUp, ratesFrom } from './savings.ts';

/** Rates and savings of both coins. */
export function useCoinUp(): QueryLike<CoinUp> {
  const rates = useQuery({ ...callQuery('apy', {}), select: ratesFrom });
  const BTC = useQuery(callQuery('coinUpDetail', { coin: 'BTC' }));
  const USDT = useQuery(callQuery('coinUpDetail', { coin: 'USDT' }));
  return combineQueries({ rates, BTC, USDT });
}

/** Invalidates everything about money, after a movement or an unexpected refusal. */
export function useInvalidateMoney(): () => void {
  const queryClient = useQueryClient();
  return useCallback(() => void queryClient.invalidateQueries(), [queryClient]);
}

import type { Coin } from '@lode/money';
import { useCallback } from 'react';
import { useLocation, useNavigate } from './router/router.tsx';
import { href } from './routes.ts';

/** Content of the result page. */
export interface Result {
  title: string;
  note?: string;
  amount?: { value: string; coin: Coin };
  rows?: { label: string; value: string }[];
  next: { label: string; href: string };
}

/**
 * Replaces the form with the result page, so that 返回 does not lead back to a submitted form. The history entry holds the
 * result, so that it survives a reload.
 */
export function useShowResult(): (result: Result) => void {
  const navigate = useNavigate();
  return useCallback((result) => navigate(href('success'), { replace: true, state: { result } }), [navigate]);
}

/** The result in the history entry; null when the page was opened by its address. */
export function useResult(): Result | null {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'result' in state ? (state.result as Result) : null;
}

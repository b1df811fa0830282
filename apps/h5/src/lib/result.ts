import type { Coin } from '@lode/money';
import { useCallback } from 'react';
import { useLocation, useNavigate } from './router/router.tsx';
import { href } from './routes.ts';

/** What the result page says after a money action. */
export interface Result {
  title: string;
  note?: string;
  amount?: { value: string; coin: Coin };
  rows?: { label: string; value: string }[];
  /** What the customer will want to do next. */
  next: { label: string; href: string };
}

/**
 * Puts the result page in the place of the page that acted: 返回 must not lead back to a form that was sent. The result
 * lives in the history's entry, so that a reload shows it again.
 */
export function useShowResult(): (result: Result) => void {
  const navigate = useNavigate();
  return useCallback((result) => navigate(href('success'), { replace: true, state: { result } }), [navigate]);
}

/** The result that this page was opened with; null when it was opened by its address. */
export function useResult(): Result | null {
  const state: unknown = useLocation().state;
  return typeof state === 'object' && state !== null && 'result' in state ? (state.result as Result) : null;
}

import { useCallback } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { href } from './routes.ts';

/** A value of the address's query, null when it is missing or empty. */
export function useQueryParam(name: string): string | null {
  const [params] = useSearchParams();
  return params.get(name) || null;
}

/** Goes where 返回 leads: back within the app, or home when the page was opened by a link from outside. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (historyIndex() > 0) void navigate(-1);
    else void navigate(href('index'), { replace: true });
  }, [navigate]);
}

/** How many steps of this app lie behind the current page; the router counts them in the history's own state. */
export function historyIndex(): number {
  const state: unknown = window.history.state;
  return typeof state === 'object' && state !== null && 'idx' in state && typeof state.idx === 'number' ? state.idx : 0;
}

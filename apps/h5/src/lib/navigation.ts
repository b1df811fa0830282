import { useCallback } from 'react';
import { historyIndex } from './router/history.ts';
import { useNavigate, useSearchParams } from './router/router.tsx';
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
    if (historyIndex() > 0) navigate(-1);
    else navigate(href('index'), { replace: true });
  }, [navigate]);
}

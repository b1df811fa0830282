import { useCallback } from 'react';
import { historyIndex } from './router/history.ts';
import { useNavigate, useSearchParams } from './router/router.tsx';
import { href } from './routes.ts';

/** A query parameter; null when missing or empty. */
export function useQueryParam(name: string): string | null {
  const [params] = useSearchParams();
  return params.get(name) || null;
}

/** 返回: back within the app, or home when the page was opened by an external link. */
export function useBack(): () => void {
  const navigate = useNavigate();
  return useCallback(() => {
    if (historyIndex() > 0) navigate(-1);
    else navigate(href('index'), { replace: true });
  }, [navigate]);
}

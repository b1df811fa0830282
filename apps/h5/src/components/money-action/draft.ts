import { useCallback } from 'react';
import { useLocation, useNavigate } from '../../lib/router/router.tsx';
import { href, type RouteName } from '../../lib/routes.ts';
import type { MoneyCallName, MoneyInput } from './money-request.ts';

interface Draft {
  call: string;
  input: object;
}

function draftFrom(state: unknown): Draft | null {
  return typeof state === 'object' && state !== null && 'draft' in state ? (state.draft as Draft) : null;
}

/** Codes expire before the customer returns, and no storage may hold them. */
type Stored<Input> = Omit<Input, 'code' | 'secondFactor'>;

/** What the customer typed before leaving the form for another page; null at first. */
export function useDraft<Name extends MoneyCallName>(call: Name): Stored<MoneyInput<Name>> | null {
  const draft = draftFrom(useLocation().state);
  return draft?.call === call ? (draft.input as Stored<MoneyInput<Name>>) : null;
}

/** Stores the draft in the history entry of this page, for a return by 返回. */
export function useKeepDraft(): (draft: Draft) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    ({ call, input }) => {
      const { code: _code, secondFactor: _factor, ...kept } = input as { code?: string; secondFactor?: string };
      navigate(pathname + search, { replace: true, state: { draft: { call, input: kept } } });
    },
    [navigate, pathname, search],
  );
}

/** Opens a page that 返回 leads back from, and keeps the draft. */
export function useLeaveWithDraft(): (draft: Draft, to: RouteName) => void {
  const navigate = useNavigate();
  const keep = useKeepDraft();
  return useCallback(
    (draft, to) => {
      keep(draft);
      navigate(href(to));
    },
    [navigate, keep],
  );
}

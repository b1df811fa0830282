import { useCallback } from 'react';
import { useLocation, useNavigate } from '../../lib/router/router.tsx';
import { href, type RouteName } from '../../lib/routes.ts';
import type { MoneyCallName, MoneyInput } from './money-request.ts';

interface Draft {
  call: string;
  input: object;
}

function draftIn(state: unknown): Draft | null {
  return typeof state === 'object' && state !== null && 'draft' in state ? (state.draft as Draft) : null;
}

/** A one-time code is of no use by the time somebody comes back, and is written down nowhere. */
type Kept<Input> = Omit<Input, 'code'>;

/** What the customer had typed before the way led over another page (risk statement, funds password); null at first. */
export function useDraft<Name extends MoneyCallName>(call: Name): Kept<MoneyInput<Name>> | null {
  const draft = draftIn(useLocation().state);
  return draft?.call === call ? (draft.input as Kept<MoneyInput<Name>>) : null;
}

/** Writes what was typed into the history's entry of this page, for whoever leaves by a link and comes back. */
export function useKeepDraft(): (draft: Draft) => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return useCallback(
    ({ call, input }) => {
      const { code: _code, ...kept } = input as { code?: string };
      navigate(pathname + search, { replace: true, state: { draft: { call, input: kept } } });
    },
    [navigate, pathname, search],
  );
}

/** Leads to a page that 返回 comes back from, and keeps what was typed. */
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

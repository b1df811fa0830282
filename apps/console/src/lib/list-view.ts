import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The view of a list stands in the address, so that it can be kept and sent. A field that is not there is undefined; setting one
 * to undefined takes it away.
 */
export function useListView<const Field extends string>(fields: readonly Field[]) {
  const [search, setSearch] = useSearchParams();
  const view = Object.fromEntries(fields.map((field) => [field, search.get(field) ?? undefined])) as Record<
    Field,
    string | undefined
  >;
  const setView = useCallback(
    (change: Partial<Record<Field, string | undefined>>) =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before);
          for (const [field, value] of Object.entries<string | undefined>(change)) {
            if (value === undefined || value === '') next.delete(field);
            else next.set(field, value);
          }
          return next;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [view, setView] as const;
}

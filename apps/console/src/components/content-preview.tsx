import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../lib/queries.ts';
import { contentTexts as texts } from '../locales/zh/content.ts';
import { PhonePreview } from './phone-preview.tsx';
import { QueryFailed, RowsSkeleton } from './query-state.tsx';

/** The very revision that a proposal would publish. */
export function ContentPreview({ id }: { id: string }) {
  const query = useQuery(callQuery('contentRevision', { id }));
  if (query.data === undefined)
    return query.error ? <QueryFailed what={texts.phone} query={query} /> : <RowsSkeleton rows={6} />;
  return <PhonePreview shown={query.data.shown} />;
}

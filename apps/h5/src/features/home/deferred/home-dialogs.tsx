import type { Data } from '@lode/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { callQuery } from '../../../lib/api/queries.ts';
import { HomePopups } from './home-popups.tsx';

type Notices = Data<'forcedNoticeList'>;

/** A missing chunk must not break the page; the notices return at the next start. */
const ForcedNotices = lazy<ComponentType<{ notices: Notices; onAllConfirmed: () => void }>>(() =>
  import('./forced-notices.tsx').then(
    (chunk) => ({ default: chunk.ForcedNotices }),
    () => ({ default: Nothing }),
  ),
);
const Nothing = () => null;
const namesOf = (notices: Notices) => notices.map(({ id }) => id).join();

/** Dialogs over the home page once it has loaded: forced notices, then popups. */
export function HomeDialogs() {
  const queryClient = useQueryClient();
  const strip = useQuery(callQuery('noticeStrip', {}, { background: true }));
  const banners = useQuery(callQuery('bannerList', {}, { background: true }));
  const isPageLoaded = !strip.isPending && !banners.isPending;
  const forced = useQuery({ ...callQuery('forcedNoticeList', {}, { background: true }), enabled: isPageLoaded });

  // The walk keeps its notices when the list changes.
  const [walk, setWalk] = useState<{ notices: Notices; isDone: boolean } | null>(null);
  const asked = forced.data ?? [];
  const isNewWalk = walk === null || (walk.isDone && namesOf(walk.notices) !== namesOf(asked));
  if (asked.length > 0 && isNewWalk) setWalk({ notices: asked, isDone: false });

  async function finish(): Promise<void> {
    // A notice that changed has a new id, which must come before the popups.
    await queryClient.invalidateQueries({ queryKey: ['forcedNoticeList'] });
    setWalk((before) => before && { ...before, isDone: true });
  }
  const canShow = isPageLoaded && !forced.isPending && (walk === null ? asked.length === 0 : walk.isDone);
  return (
    <>
      {walk && (
        <Suspense fallback={null}>
          <ForcedNotices key={namesOf(walk.notices)} notices={walk.notices} onAllConfirmed={() => void finish()} />
        </Suspense>
      )}
      {canShow && <HomePopups />}
    </>
  );
}

import type { Data } from '@lode/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { callQuery } from '../../../lib/api/queries.ts';
import { HomePopups } from './home-popups.tsx';

type Notices = Data<'forcedNoticeList'>;

/** A chunk that does not come must not take the page with it: the notices are asked for again at the next start. */
const ForcedNotices = lazy<ComponentType<{ notices: Notices; onAllConfirmed: () => void }>>(() =>
  import('./forced-notices.tsx').then(
    (chunk) => ({ default: chunk.ForcedNotices }),
    () => ({ default: Nothing }),
  ),
);
const Nothing = () => null;
const namesOf = (notices: Notices) => notices.map(({ id }) => id).join();

/** What comes in front of the home page when everything on it is there: the forced notices, and after them the popups. */
export function HomeDialogs() {
  const queryClient = useQueryClient();
  const strip = useQuery(callQuery('noticeStrip', {}));
  const banners = useQuery(callQuery('bannerList', {}));
  const isPageWhole = !strip.isPending && !banners.isPending;
  const forced = useQuery({ ...callQuery('forcedNoticeList', {}), enabled: isPageWhole });

  // A walk goes on with the notices it began with, whatever the list answers meanwhile.
  const [walk, setWalk] = useState<{ notices: Notices; isDone: boolean } | null>(null);
  const asked = forced.data ?? [];
  const isNewWalk = walk === null || (walk.isDone && namesOf(walk.notices) !== namesOf(asked));
  if (asked.length > 0 && isNewWalk) setWalk({ notices: asked, isDone: false });

  async function finish(): Promise<void> {
    // One that changed meanwhile has another id: it is asked for before the popups come.
    await queryClient.invalidateQueries({ queryKey: ['forcedNoticeList'] });
    setWalk((before) => before && { ...before, isDone: true });
  }
  const isFree = isPageWhole && !forced.isPending && (walk === null ? asked.length === 0 : walk.isDone);
  return (
    <>
      {walk && (
        <Suspense fallback={null}>
          <ForcedNotices key={namesOf(walk.notices)} notices={walk.notices} onAllConfirmed={() => void finish()} />
        </Suspense>
      )}
      {isFree && <HomePopups />}
    </>
  );
}

import type { QueryClient } from '@tanstack/react-query';
import { HomeBanners } from './banners.tsx';
import { DemoBadge } from './demo-badge.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HomeDialogs } from './home-dialogs.tsx';
import { HomeStrip } from './home-strip.tsx';

const parts = { strip: HomeStrip, banners: HomeBanners, dialogs: HomeDialogs, demo: DemoBadge, firstSteps: FirstSteps };

/** A part of the home page that loads after its figures. */
export function DeferredPart({ part }: { part: keyof typeof parts }) {
  const Part = parts[part];
  return <Part />;
}

/** Refetches the operator's content. */
export function refreshContent(client: QueryClient): Promise<unknown> {
  return Promise.all(
    (['noticeStrip', 'bannerList'] as const).map((name) => client.refetchQueries({ queryKey: [name] })),
  );
}

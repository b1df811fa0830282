import type { QueryClient } from '@tanstack/react-query';
import { HomeBanners } from './banners.tsx';
import { DemoBadge } from './demo-badge.tsx';
import { FirstSteps } from './first-steps.tsx';
import { HomeDialogs } from './home-dialogs.tsx';
import { HomeEarnings } from './home-earnings.tsx';
import { HomeStrip } from './home-strip.tsx';

const parts = {
  strip: HomeStrip,
  earnings: HomeEarnings,
  banners: HomeBanners,
  dialogs: HomeDialogs,
  demo: DemoBadge,
  firstSteps: FirstSteps,
};

/** A part of the home page that loads after its figures. */
export function DeferredPart({ part }: { part: keyof typeof parts }) {
  const Part = parts[part];
  return <Part />;
}

/** Refetches what they show. */
export function refreshContent(client: QueryClient): Promise<unknown> {
  return Promise.all(
    (['noticeStrip', 'bannerList', 'earnings'] as const).map((name) => client.refetchQueries({ queryKey: [name] })),
  );
}

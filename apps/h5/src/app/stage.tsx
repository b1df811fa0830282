import { showLoading } from '@lode/ui';
import { type ComponentType, startTransition, useEffect, useRef, useState } from 'react';
import { onRegionClosed } from '../lib/region-closed.ts';
import { historyIndex, type Location, type Step } from '../lib/router/history.ts';
import { AtLocation, useLocation, useNavigate, useStep } from '../lib/router/router.tsx';
import { href, type RouteName, routes } from '../lib/routes.ts';
import { lastSessionEnd, useClientState } from '../lib/session/session.ts';
import { AppTabBar } from './app-tab-bar.tsx';
import { BrokenPage } from './broken-page.tsx';
import { nextStep } from './next-step.ts';
import { NotFoundPage } from './not-found-page.tsx';
import { type Motion, showPage } from './page-motion.ts';
import { loadPage, type PageName } from './pages.ts';
import { forgetReload, reloadOnce } from './reload-once.ts';
import { RenderBoundary } from './render-boundary.tsx';
import { Splash } from './splash.tsx';

interface Shown {
  location: Location;
  historyIndex: number;
  /** Stable while the same page stays mounted, also when it replaces its own address. */
  pageKey: string;
  /** Null for pages outside the route table. */
  name: RouteName | null;
  Page: ComponentType;
}

/** A loading indicator appears after this delay. */
const patienceMs = 400;

/**
 * Renders the page of the current address. The old page stays until the new chunk has loaded, so that the transition has
 * two complete pages.
 */
export function Stage() {
  const location = useLocation();
  const step = useStep();
  const navigate = useNavigate();
  const token = useClientState((state) => state.token);
  const [shown, setShown] = useState<Shown | null>(null);
  const shownNow = useRef<Shown | null>(null);
  const scrolls = useRef(new Map<string, number>());
  const ground = useRef<HTMLDivElement>(null);

  useEffect(() => onRegionClosed(() => navigate(href('closed'), { replace: true })), [navigate]);

  useEffect(() => {
    const next = nextStep(location, { token, lastEnd: lastSessionEnd() });
    if (next.kind === 'redirect') {
      navigate(next.to, { replace: true });
      return;
    }
    const put = (name: RouteName | null, Page: ComponentType) => {
      const last = shownNow.current;
      const isSamePage = last?.Page === Page && isSamePlace(last, location, step);
      const pageKey = isSamePage ? last.pageKey : location.key;
      const coming: Shown = { location, historyIndex: historyIndex(), pageKey, name, Page };
      if (last) scrolls.current.set(last.location.key, window.scrollY);
      shownNow.current = coming;
      if (isSamePage) {
        setShown(coming);
        return;
      }
      // The first page replaces the splash, so React may render it in slices and stay responsive.
      if (last === null) {
        startTransition(() => setShown(coming));
        return;
      }
      const isReturn = step === 'pop';
      const scroll = isReturn ? (scrolls.current.get(location.key) ?? 0) : 0;
      showPage(
        motionBetween(last, coming, step),
        () => setShown(coming),
        () => {
          window.scrollTo(0, scroll);
          // Screen readers and keyboards start at the top of the new page.
          if (last) ground.current?.focus({ preventScroll: true });
        },
      );
    };
    const name = next.kind === 'page' ? next.name : null;
    const last = shownNow.current;
    // A page that replaces its own address gets the new location synchronously, before the next input event.
    if (name !== null && last?.name === name && isSamePlace(last, location, step)) {
      put(name, last.Page);
      return;
    }
    return awaitPage(
      name,
      (Page) => put(name, Page),
      () => put(null, BrokenPage),
    );
  }, [location, token, navigate, step]);

  // A customer's figures disappear with the session, before the login page has loaded.
  const isForbidden = shown?.name && routes[shown.name].access === 'customer' && token === null;
  if (!shown || isForbidden) return <Splash />;
  return (
    <>
      <div ref={ground} className="stage" tabIndex={-1}>
        <RenderBoundary key={shown.pageKey}>
          <AtLocation location={shown.location}>
            <shown.Page />
          </AtLocation>
        </RenderBoundary>
      </div>
      {shown.name && routes[shown.name].tab && <AppTabBar current={shown.name} />}
    </>
  );
}

/** Loads a page (null: the not-found page) and shows a loading indicator when that is slow; the returned function cancels. */
function awaitPage(name: PageName | null, show: (page: ComponentType) => void, fail: () => void): () => void {
  let isWanted = true;
  let hideLoading: (() => void) | undefined;
  const patience = setTimeout(() => {
    hideLoading = showLoading();
  }, patienceMs);
  const settle = () => {
    clearTimeout(patience);
    hideLoading?.();
  };
  (name === null ? Promise.resolve(NotFoundPage) : loadPage(name))
    .then(
      (page) => {
        forgetReload();
        if (isWanted) show(page);
      },
      () => {
        if (isWanted && !reloadOnce()) fail();
      },
    )
    .finally(settle);
  return () => {
    isWanted = false;
    settle();
  };
}

/** Whether the shown page only replaced its own address; a pushed `?id=` is another page. */
function isSamePlace(last: Shown, { pathname, key }: Location, step: Step): boolean {
  const isRewritten = step === 'replace' && last.historyIndex === historyIndex();
  return last.location.pathname === pathname && (isRewritten || last.location.key === key);
}

function motionBetween(last: Shown | null, next: Shown, step: Step): Motion {
  const isTabChange = Boolean(last?.name && next.name && routes[last.name].tab && routes[next.name].tab);
  if (last === null || isTabChange || step === 'replace') return 'none';
  return next.historyIndex < last.historyIndex ? 'back' : 'forward';
}

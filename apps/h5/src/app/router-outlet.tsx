import { showLoading } from '@lode/ui';
import { type ComponentType, startTransition, useEffect, useRef, useState } from 'react';
import { markBusy } from '../lib/busy.ts';
import { onRegionClosed } from '../lib/region-closed.ts';
import { historyIndex, type Location, type NavigationType } from '../lib/router/history.ts';
import { AtLocation, useLocation, useNavigate, useNavigationType } from '../lib/router/router.tsx';
import { href, type RouteName, routeOf, routes } from '../lib/routes.ts';
import { lastSessionEnd, useClientState } from '../lib/session/session.ts';
import { AppTabBar } from './app-tab-bar.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ErrorPage } from './error-page.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { type PageTransition, showPage } from './page-motion.ts';
import { loadPage, type PageName } from './pages.ts';
import { clearReloadMark, reloadOnce } from './reload-once.ts';
import { resolveRoute } from './route-guard.ts';
import { Splash } from './splash.tsx';

interface ShownPage {
  location: Location;
  historyIndex: number;
  /** Stable while the same page stays mounted, also when it replaces its own address. */
  pageKey: string;
  /** Null for pages outside the route table. */
  name: RouteName | null;
  Page: ComponentType;
}

/** A loading indicator appears after this delay. */
const loadingDelayMs = 400;

/**
 * Renders the page of the current address. The old page stays until the new chunk has loaded, so that the transition has
 * two complete pages.
 */
export function RouterOutlet() {
  const location = useLocation();
  const navigationType = useNavigationType();
  const navigate = useNavigate();
  const token = useClientState((state) => state.token);
  const [shown, setShown] = useState<ShownPage | null>(null);
  const latestShown = useRef<ShownPage | null>(null);
  const scrollPositions = useRef(new Map<string, number>());
  const container = useRef<HTMLDivElement>(null);
  const endWait = useRef<() => void>(() => undefined);

  // Effects of the page have run: its calls are on their way.
  useEffect(() => {
    if (shown !== null) endWait.current();
  }, [shown]);

  useEffect(
    () =>
      onRegionClosed(() => {
        // The page for closed regions leads to it.
        if (routeOf(window.location.pathname) !== 'support') navigate(href('closed'), { replace: true });
      }),
    [navigate],
  );

  useEffect(() => {
    const decision = resolveRoute(location, { token, lastEnd: lastSessionEnd() });
    if (decision.kind === 'redirect') {
      navigate(decision.to, { replace: true });
      return;
    }
    const showRoute = (name: RouteName | null, Page: ComponentType) => {
      const last = latestShown.current;
      const isSamePage = last?.Page === Page && isSameEntry(last, location, navigationType);
      const pageKey = isSamePage ? last.pageKey : location.key;
      const incoming: ShownPage = { location, historyIndex: historyIndex(), pageKey, name, Page };
      if (last) scrollPositions.current.set(last.location.key, window.scrollY);
      latestShown.current = incoming;
      if (isSamePage) {
        setShown(incoming);
        return;
      }
      // The first page replaces the splash, so React may render it in slices and stay responsive.
      if (last === null) {
        startTransition(() => setShown(incoming));
        return;
      }
      const isReturn = navigationType === 'pop';
      const scroll = isReturn ? (scrollPositions.current.get(location.key) ?? 0) : 0;
      showPage(
        transitionBetween(last, incoming, navigationType),
        () => setShown(incoming),
        () => {
          window.scrollTo(0, scroll);
          // Screen readers and keyboards start at the top of the new page.
          if (last) container.current?.focus({ preventScroll: true });
        },
      );
    };
    const name = decision.kind === 'page' ? decision.name : null;
    const last = latestShown.current;
    // A page that replaces its own address gets the new location synchronously, before the next input event.
    if (name !== null && last?.name === name && isSameEntry(last, location, navigationType)) {
      showRoute(name, last.Page);
      return;
    }
    const end = markBusy();
    endWait.current = end;
    const cancel = loadAndShow(
      name,
      (Page) => showRoute(name, Page),
      () => showRoute(null, ErrorPage),
    );
    return () => {
      end();
      cancel();
    };
  }, [location, token, navigate, navigationType]);

  // A customer's figures disappear with the session, before the login page has loaded.
  const isForbidden = shown?.name && routes[shown.name].access === 'customer' && token === null;
  if (!shown || isForbidden) return <Splash />;
  return (
    <>
      <div ref={container} className="stage" tabIndex={-1}>
        <ErrorBoundary key={shown.pageKey}>
          <AtLocation location={shown.location}>
            <shown.Page />
          </AtLocation>
        </ErrorBoundary>
      </div>
      {shown.name && routes[shown.name].tab && <AppTabBar current={shown.name} />}
    </>
  );
}

/** Loads a page (null: the not-found page) and shows a loading indicator when that is slow; the returned function cancels. */
function loadAndShow(name: PageName | null, show: (page: ComponentType) => void, fail: () => void): () => void {
  let isCurrent = true;
  let hideLoading: (() => void) | undefined;
  const loadingTimer = setTimeout(() => {
    hideLoading = showLoading();
  }, loadingDelayMs);
  const stopLoading = () => {
    clearTimeout(loadingTimer);
    hideLoading?.();
  };
  (name === null ? Promise.resolve(NotFoundPage) : loadPage(name))
    .then(
      (page) => {
        clearReloadMark();
        if (isCurrent) show(page);
      },
      () => {
        if (isCurrent && !reloadOnce()) fail();
      },
    )
    .finally(stopLoading);
  return () => {
    isCurrent = false;
    stopLoading();
  };
}

/** Whether the shown page only replaced its own address; a pushed `?id=` is another page. */
function isSameEntry(last: ShownPage, { pathname, key }: Location, navigationType: NavigationType): boolean {
  const isReplaced = navigationType === 'replace' && last.historyIndex === historyIndex();
  return last.location.pathname === pathname && (isReplaced || last.location.key === key);
}

function transitionBetween(last: ShownPage | null, next: ShownPage, navigationType: NavigationType): PageTransition {
  const isTabChange = Boolean(last?.name && next.name && routes[last.name].tab && routes[next.name].tab);
  if (last === null || isTabChange || navigationType === 'replace') return 'none';
  return next.historyIndex < last.historyIndex ? 'back' : 'forward';
}

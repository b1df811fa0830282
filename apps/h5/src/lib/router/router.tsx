import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useContext,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Location, type NavigateOptions, openHistory, type Standing, type Step } from './history.ts';

/** An address, a location, or a number of history entries. */
export type Target = string | Pick<Location, 'pathname' | 'search' | 'hash'> | number;
type Navigate = (to: Target, options?: NavigateOptions) => void;

interface Router {
  standing: Standing;
  navigate: Navigate;
  /** Key of the current entry, also before its page has rendered. */
  keyNow: () => string;
}

const RouterContext = createContext<Router | null>(null);
interface Drawn {
  /** A page keeps the location that it was opened at while the next one loads. */
  location: Location;
  place: Place;
}

/** Tracks the history entry that a page owns; none once the page is gone. */
function createPlace(first: string) {
  let own: string | null = first;
  return {
    isAt: (key: string) => own === key,
    take: (key: string | null) => {
      own = key;
    },
  };
}
type Place = ReturnType<typeof createPlace>;

const DrawnPage = createContext<Drawn | null>(null);

function useRouter(): Router {
  const router = useContext(RouterContext);
  if (router === null) throw new Error('there is no <Router> around this component');
  return router;
}

/** Provides the router; one per app. */
export function Router({ children }: { children: ReactNode }) {
  const [history] = useState(openHistory);
  const standing = useSyncExternalStore(history.subscribe, history.now);
  const navigate = useCallback<Navigate>(
    (to, options = {}) => {
      if (typeof to === 'number') window.history.go(to);
      else history.go(typeof to === 'string' ? to : to.pathname + to.search + to.hash, options);
    },
    [history],
  );
  const keyNow = useCallback(() => history.now().location.key, [history]);
  const router = useMemo(() => ({ standing, navigate, keyNow }), [standing, navigate, keyNow]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** Renders a page at a fixed location. */
export function AtLocation({ location, children }: { location: Location; children: ReactNode }) {
  const [place] = useState(() => createPlace(location.key));
  useLayoutEffect(() => {
    place.take(location.key);
    return () => place.take(null);
  }, [place, location.key]);
  const drawn = useMemo(() => ({ location, place }), [location, place]);
  return <DrawnPage value={drawn}>{children}</DrawnPage>;
}

/** Location of the page; outside of a page, the current one. */
export function useLocation(): Location {
  const { standing } = useRouter();
  return useContext(DrawnPage)?.location ?? standing.location;
}

export function useStep(): Step {
  return useRouter().standing.step;
}

/**
 * Navigates; the returned function is stable. A page can navigate only while it is current, so that a late response neither
 * moves the customer nor writes into another page's entry.
 */
export function useNavigate(): Navigate {
  const { navigate, keyNow } = useRouter();
  const place = useContext(DrawnPage)?.place;
  return useCallback<Navigate>(
    (to, options) => {
      if (place === undefined) {
        navigate(to, options);
        return;
      }
      if (!place.isAt(keyNow())) return;
      const before = window.location.pathname;
      navigate(to, options);
      // A page that replaces its own entry stays current.
      if (options?.replace && window.location.pathname === before) place.take(keyNow());
    },
    [navigate, keyNow, place],
  );
}

/** The page's query parameters, and a setter: `setParams({ coin: 'BTC' }, { replace: true })`. */
export function useSearchParams() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const setParams = useCallback(
    (params: Record<string, string> | URLSearchParams, options?: NavigateOptions) => {
      const query = new URLSearchParams(params).toString();
      navigate(query === '' ? pathname : `${pathname}?${query}`, options);
    },
    [navigate, pathname],
  );
  return [new URLSearchParams(search), setParams] as const;
}

interface RouterLinkProps {
  ref?: Ref<HTMLAnchorElement>;
  href: string;
  className?: string;
  children?: ReactNode;
  onClick?: () => void;
}

/** A link within the app; modified clicks are left to the browser. */
export function RouterLink({ href, onClick, ...rest }: RouterLinkProps) {
  const { standing, navigate } = useRouter();
  const isOurs = href.startsWith('/') && !href.startsWith('//');
  function follow(event: MouseEvent) {
    onClick?.();
    const isPlain = event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
    if (!isOurs || !isPlain || event.defaultPrevented) return;
    event.preventDefault();
    const { pathname, search, hash } = standing.location;
    navigate(href, { replace: href === pathname + search + hash });
  }
  return <a href={href} onClick={follow} {...rest} />;
}

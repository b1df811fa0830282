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
import {
  type Location,
  type NavigateOptions,
  type NavigationState,
  type NavigationType,
  openHistory,
} from './history.ts';

/** An address, a location, or a number of history entries. */
export type Target = string | Pick<Location, 'pathname' | 'search' | 'hash'> | number;
type Navigate = (to: Target, options?: NavigateOptions) => void;

interface Router {
  current: NavigationState;
  navigate: Navigate;
  /** Key of the current entry, also before its page has rendered. */
  currentKey: () => string;
}

const RouterContext = createContext<Router | null>(null);
interface RenderedPage {
  /** A page keeps the location that it was opened at while the next one loads. */
  location: Location;
  ownership: EntryOwnership;
}

/** Tracks the history entry that a page owns; none once the page is gone. */
function createEntryOwnership(first: string) {
  let own: string | null = first;
  return {
    owns: (key: string) => own === key,
    take: (key: string | null) => {
      own = key;
    },
  };
}
type EntryOwnership = ReturnType<typeof createEntryOwnership>;

const PageContext = createContext<RenderedPage | null>(null);

function useRouter(): Router {
  const router = useContext(RouterContext);
  if (router === null) throw new Error('this component needs a <Router> ancestor');
  return router;
}

/** Provides the router; one per app. */
export function Router({ children }: { children: ReactNode }) {
  const [history] = useState(openHistory);
  const current = useSyncExternalStore(history.subscribe, history.now);
  const navigate = useCallback<Navigate>(
    (to, options = {}) => {
      if (typeof to === 'number') history.step(to);
      else history.go(typeof to === 'string' ? to : to.pathname + to.search + to.hash, options);
    },
    [history],
  );
  const currentKey = useCallback(() => history.now().location.key, [history]);
  const router = useMemo(() => ({ current, navigate, currentKey }), [current, navigate, currentKey]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

/** Renders a page at a fixed location. */
export function AtLocation({ location, children }: { location: Location; children: ReactNode }) {
  const [ownership] = useState(() => createEntryOwnership(location.key));
  useLayoutEffect(() => {
    ownership.take(location.key);
    return () => ownership.take(null);
  }, [ownership, location.key]);
  const drawn = useMemo(() => ({ location, ownership }), [location, ownership]);
  return <PageContext value={drawn}>{children}</PageContext>;
}

/** Location of the page; outside of a page, the current one. */
export function useLocation(): Location {
  const { current } = useRouter();
  return useContext(PageContext)?.location ?? current.location;
}

export function useNavigationType(): NavigationType {
  return useRouter().current.navigationType;
}

/**
 * Navigates; the returned function is stable. A page can navigate only while it is current, so that a late response neither
 * moves the customer nor writes into another page's entry.
 */
export function useNavigate(): Navigate {
  const { navigate, currentKey } = useRouter();
  const ownership = useContext(PageContext)?.ownership;
  return useCallback<Navigate>(
    (to, options) => {
      if (ownership === undefined) {
        navigate(to, options);
        return;
      }
      if (!ownership.owns(currentKey())) return;
      const before = window.location.pathname;
      navigate(to, options);
      // A page that replaces its own entry stays current.
      if (options?.replace && window.location.pathname === before) ownership.take(currentKey());
    },
    [navigate, currentKey, ownership],
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
  const { current, navigate } = useRouter();
  const isHandledByApp = href.startsWith('/') && !href.startsWith('//');
  function follow(event: MouseEvent) {
    onClick?.();
    const isPlainClick = event.button === 0 && !event.metaKey && !event.altKey && !event.ctrlKey && !event.shiftKey;
    if (!isHandledByApp || !isPlainClick || event.defaultPrevented) return;
    event.preventDefault();
    const { pathname, search, hash } = current.location;
    navigate(href, { replace: href === pathname + search + hash });
  }
  return <a href={href} onClick={follow} {...rest} />;
}

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

/** An address of this app, a location it stood at, or a number of steps through its history. */
export type Target = string | Pick<Location, 'pathname' | 'search' | 'hash'> | number;
type Navigate = (to: Target, options?: NavigateOptions) => void;

interface Router {
  standing: Standing;
  navigate: Navigate;
  /** Of the entry where the app stands, also before anything was drawn there. */
  keyNow: () => string;
}

const RouterContext = createContext<Router | null>(null);
interface Drawn {
  /** A page is drawn at the address it was opened by, also while the next one is on its way. */
  location: Location;
  place: Place;
}

/** The entry of the history that is a page's own; none when the page is gone. */
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

/** Lets everything below know the address, and change it. One for the whole app: the browser has one history. */
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

/** Draws a page at a location of its own. */
export function AtLocation({ location, children }: { location: Location; children: ReactNode }) {
  const [place] = useState(() => createPlace(location.key));
  useLayoutEffect(() => {
    place.take(location.key);
    return () => place.take(null);
  }, [place, location.key]);
  const drawn = useMemo(() => ({ location, place }), [location, place]);
  return <DrawnPage value={drawn}>{children}</DrawnPage>;
}

/** Where the page is drawn; outside of a page, where the app stands. */
export function useLocation(): Location {
  const { standing } = useRouter();
  return useContext(DrawnPage)?.location ?? standing.location;
}

/** How the app came to where it stands. */
export function useStep(): Step {
  return useRouter().standing.step;
}

/**
 * Goes to an address; the function stays the same one. A page moves the app only while the app stands at it: an answer that
 * comes late must not drag the customer back, nor write into the history's entry of another page.
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
      // A page that writes its own entry anew still stands there.
      if (options?.replace && window.location.pathname === before) place.take(keyNow());
    },
    [navigate, keyNow, place],
  );
}

/** The query of the page's address, and a way to change it: `setParams({ coin: 'BTC' }, { replace: true })`. */
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

/** A link that stays in the app. What a browser does with a link otherwise, a new tab first of all, it still does. */
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

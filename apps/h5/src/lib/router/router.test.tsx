// Covers the router: push, replace and pop with their state, dialogs that the browser's back button closes, and clicks that are
// left to the browser.
import { Modal } from '@lode/ui';
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { type ReactNode, StrictMode, useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginResponse, userResponse } from '../../testing/responses.ts';
import { endSession, startSession } from '../session/session.ts';
import { historyIndex } from './history.ts';
import {
  AtLocation,
  Router,
  RouterLink,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from './router.tsx';

let navigate: ReturnType<typeof useNavigate>;
let setParams: ReturnType<typeof useSearchParams>[1];

function Where() {
  const { pathname, search, hash, state } = useLocation();
  const [params, set] = useSearchParams();
  const go = useNavigate();
  useLayoutEffect(() => {
    navigate = go;
    setParams = set;
  }, [go, set]);
  return <output>{JSON.stringify([useNavigationType(), pathname + search + hash, state, params.get('coin')])}</output>;
}

const shown = () => JSON.parse(screen.getByRole('status').textContent) as unknown;
const open = (address: string, state: unknown = null) => {
  window.history.replaceState(state, '', address);
  return render(
    <StrictMode>
      <Router>
        <Where />
        <RouterLink href="/mine?a=1">ours</RouterLink>
        <RouterLink href="https://example.com/x">theirs</RouterLink>
        <RouterLink href="//example.com/x">hidden</RouterLink>
      </Router>
    </StrictMode>,
  );
};
/** Clicks a link; returns whether the app handled it. */
function click(name: string, how: Partial<MouseEvent> = {}): boolean {
  let isTaken = false;
  const look = (event: Event) => {
    isTaken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener('click', look, { once: true });
  fireEvent(
    screen.getByRole('link', { name }),
    createEvent.click(screen.getByRole('link', { name }), { button: 0, ...how }),
  );
  return isTaken;
}

afterEach(cleanup);

describe('navigation [router:history]', () => {
  beforeEach(() => void open('/index'));

  it('pushes entries with their state, and counts them', () => {
    const before = historyIndex();
    act(() => navigate('/devices?x=1#y', { state: { from: 'home' } }));
    expect(shown()).toEqual(['push', '/devices?x=1#y', { from: 'home' }, null]);
    expect(window.location.pathname + window.location.search).toBe('/devices?x=1');
    expect(historyIndex()).toBe(before + 1);
  });

  it('replaces an entry without a further one', () => {
    const { length } = window.history;
    act(() => navigate('/login', { replace: true }));
    expect(shown()).toEqual(['replace', '/login', null, null]);
    expect([window.history.length, historyIndex()]).toEqual([length, 0]);
  });

  it('accepts a location as well as an address', () => {
    act(() => navigate({ pathname: '/login', search: '?to=%2Fmine', hash: '' }, { replace: true, state: 7 }));
    expect(shown()).toEqual(['replace', '/login?to=%2Fmine', 7, null]);
  });

  it('changes and removes query parameters', () => {
    act(() => setParams({ coin: 'BTC' }, { replace: true }));
    expect(shown()).toEqual(['replace', '/index?coin=BTC', null, 'BTC']);
    act(() => setParams({}));
    expect(shown()).toEqual(['push', '/index', null, null]);
  });

  it('reports the browser going back, with the state of the entry', () => {
    act(() => navigate('/mine', { state: 'kept' }));
    const entry: unknown = window.history.state;
    act(() => navigate('/about'));
    act(() => {
      window.history.replaceState(entry, '', '/mine');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(shown()).toEqual(['pop', '/mine', 'kept', null]);
  });

  it('opens the address when the browser refuses another entry', () => {
    const refuse = vi.spyOn(window.history, 'pushState').mockImplementation(() => {
      throw new DOMException('too many', 'SecurityError');
    });
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
    act(() => navigate('/mine'));
    expect(assign).toHaveBeenCalledWith('/mine');
    refuse.mockRestore();
    assign.mockRestore();
  });
});

describe('the browser’s back button above a page with dialogs', () => {
  const entries: { state: unknown; address: string }[] = [];
  let steps: number[] = [];
  /** As the browser does: the entry first, the event afterwards. */
  function arriveAt(index: number): void {
    const { state, address } = entries[index] ?? { state: null, address: '/' };
    window.history.replaceState(state, '', address);
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  }
  const remember = () => entries.push({ state: window.history.state as unknown, address: window.location.pathname });
  const openWith = (dialogs: ReactNode) => {
    window.history.replaceState(null, '', '/index');
    const view = (shownDialogs: ReactNode) => (
      <Router>
        <Where />
        {shownDialogs}
      </Router>
    );
    const { rerender } = render(view(null));
    remember();
    for (const address of ['/mine', '/withdraw']) {
      act(() => navigate(address));
      remember();
    }
    rerender(view(dialogs));
    return (next: ReactNode) => rerender(view(next));
  };
  const place = () => window.location.pathname;

  beforeEach(() => {
    entries.length = 0;
    steps = [];
    vi.spyOn(window.history, 'go').mockImplementation((by = 0) => void steps.push(by));
  });
  afterEach(() => void vi.restoreAllMocks());

  it('closes the topmost one after the other, then leaves the page', () => {
    const lower = <Modal key="lower" title="提现" open onCancel={() => show(null)} />;
    const show = openWith([
      lower,
      <Modal key="upper" title="资金密码" open onCancel={() => (closed.push(place()), show(lower))} />,
    ]);
    const closed: string[] = [];
    arriveAt(1);
    // Not at the other page's entry, where a dialog that navigates would write.
    expect([steps, closed, shown()]).toEqual([[1], [], ['push', '/withdraw', null, null]]);
    arriveAt(2);
    expect([closed, screen.getByRole('dialog').textContent]).toEqual([['/withdraw'], '提现']);
    arriveAt(0);
    arriveAt(2);
    expect(steps).toEqual([1, 2]);
    arriveAt(1);
    expect([steps, shown()]).toEqual([
      [1, 2],
      ['pop', '/mine', null, null],
    ]);
  });

  it('stays on the page of a dialog that cannot be closed', () => {
    openWith(<Modal title="提现" open busy />);
    arriveAt(1);
    arriveAt(2);
    expect([screen.getByRole('dialog').textContent, shown()]).toEqual(['提现', ['push', '/withdraw', null, null]]);
  });

  it('does not hold up the app itself, forward, or a page that a dialog opened', () => {
    openWith(<Modal title="提现" open />);
    act(() => navigate(-1));
    arriveAt(1);
    expect([steps, shown()]).toEqual([[-1], ['pop', '/mine', null, null]]);
    arriveAt(2);
    expect([steps, shown()]).toEqual([[-1], ['pop', '/withdraw', null, null]]);
    arriveAt(1);
    expect(steps).toEqual([-1, 1]);
    // Only where the dialog stands: at the other page's entry it would be written over.
    act(() => navigate('/fundPWA'));
    expect(place()).toBe('/mine');
    arriveAt(2);
    expect([shown(), historyIndex()]).toEqual([['push', '/fundPWA', null, null], 3]);
  });

  it('lets a result that comes meanwhile take the place of its own page', () => {
    const show = openWith(<Modal title="提现" open onCancel={() => show(null)} />);
    arriveAt(1);
    act(() => navigate('/success', { replace: true }));
    expect([place(), window.history.state]).toEqual(['/mine', entries[1]?.state]);
    arriveAt(2);
    expect([shown(), historyIndex()]).toEqual([['replace', '/success', null, null], 2]);
  });

  it('comes back to its page however often the button is pressed meanwhile', () => {
    const show = openWith(<Modal title="提现" open onCancel={() => show(null)} />);
    arriveAt(1);
    arriveAt(0);
    expect(steps).toEqual([1]);
    arriveAt(1);
    expect(steps).toEqual([1, 1]);
    arriveAt(2);
    expect([steps, screen.queryByRole('dialog'), shown()]).toEqual([[1, 1], null, ['push', '/withdraw', null, null]]);
  });
});

it('continues after a reload', () => {
  open('/success', { usr: { result: 1 }, key: 'abc', idx: 4, own: null });
  expect(shown()).toEqual(['pop', '/success', { result: 1 }, null]);
  expect(historyIndex()).toBe(4);
});

it('reveals the state of an entry to its owner only', () => {
  startSession(loginResponse());
  open('/form');
  act(() => navigate('/form', { replace: true, state: { draft: 1 } }));
  expect(shown()).toEqual(['replace', '/form', { draft: 1 }, null]);
  const entry: unknown = window.history.state;
  const comeBack = () => {
    cleanup();
    open('/form', entry);
    return shown();
  };
  const nothing = ['pop', '/form', null, null];
  endSession('logout');
  expect(comeBack()).toEqual(nothing);
  startSession({ ...loginResponse(), user: { ...userResponse(), id: 'another' } });
  expect(comeBack()).toEqual(nothing);
  startSession(loginResponse());
  expect(comeBack()).toEqual(['pop', '/form', { draft: 1 }, null]);
  endSession('logout');
});

it('renders a page at its own location while the next one loads', () => {
  window.history.replaceState(null, '', '/next');
  render(
    <Router>
      <AtLocation location={{ pathname: '/old', search: '?coin=BTC', hash: '', state: null, key: 'k' }}>
        <Where />
      </AtLocation>
    </Router>,
  );
  expect(shown()).toEqual(['pop', '/old?coin=BTC', null, 'BTC']);
});

describe('a page that was left', () => {
  const at = (pathname: string, key: string) => ({ pathname, search: '', hash: '', state: null, key });
  const draw = (page: ReturnType<typeof at>) => (
    <Router>
      <AtLocation key={page.key} location={page}>
        <Where />
      </AtLocation>
      <RouterLink href="/mine">ours</RouterLink>
    </Router>
  );
  const address = () => window.location.pathname + window.location.search;

  it('cannot navigate, and writes only into its own entry', () => {
    window.history.replaceState({ key: 'a', idx: 0 }, '', '/form');
    const { rerender } = render(draw(at('/form', 'a')));
    const [go, set] = [navigate, setParams];
    act(() => set({ coin: 'BTC' }, { replace: true }));
    // The replaced entry is still its own before it renders there.
    act(() => set({ coin: 'USDT' }, { replace: true }));
    expect(address()).toBe('/form?coin=USDT');
    click('ours');
    for (const late of [() => go('/fundPWA'), () => set({ coin: 'BTC' }, { replace: true }), () => go(-1)]) {
      act(late);
      expect([address(), historyIndex()]).toEqual(['/mine', 1]);
    }
    // Also not after another page of the same entry has rendered.
    rerender(draw({ ...at('/mine', 'b'), key: 'b' }));
    window.history.replaceState({ key: 'a', idx: 0 }, '', '/form');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    act(() => go('/fundPWA'));
    expect(address()).toBe('/form');
  });
});

describe('links', () => {
  beforeEach(() => void open('/index'));

  it('stay in the app, and do not push the current address', () => {
    expect(click('ours')).toBe(true);
    expect(shown()).toEqual(['push', '/mine?a=1', null, null]);
    click('ours');
    expect(shown()).toEqual(['replace', '/mine?a=1', null, null]);
  });

  it('leave other sites and other buttons to the browser', () => {
    expect(click('theirs')).toBe(false);
    expect(click('hidden')).toBe(false);
    for (const how of [{ button: 1 }, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }]) {
      expect(click('ours', how)).toBe(false);
    }
    expect(shown()).toEqual(['pop', '/index', null, null]);
  });
});

// Proves that addresses, links and the browser's history are one: steps forward, in place and back, what they carry, and
// the clicks that stay the browser's.
import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { StrictMode, useLayoutEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loginAnswer, userAnswer } from '../../testing/answers.ts';
import { endSession, startSession } from '../session/session.ts';
import { historyIndex } from './history.ts';
import { AtLocation, Router, RouterLink, useLocation, useNavigate, useSearchParams, useStep } from './router.tsx';

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
  return <output>{JSON.stringify([useStep(), pathname + search + hash, state, params.get('coin')])}</output>;
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
/** A click on a link; answers whether the app took it from the browser, which is then kept from leaving the page. */
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

describe('steps [router:history]', () => {
  beforeEach(() => void open('/index'));

  it('go forward with what they carry, and count', () => {
    const before = historyIndex();
    act(() => navigate('/devices?x=1#y', { state: { from: 'home' } }));
    expect(shown()).toEqual(['push', '/devices?x=1#y', { from: 'home' }, null]);
    expect(window.location.pathname + window.location.search).toBe('/devices?x=1');
    expect(historyIndex()).toBe(before + 1);
  });

  it('stand in the place of another without a step more', () => {
    const { length } = window.history;
    act(() => navigate('/login', { replace: true }));
    expect(shown()).toEqual(['replace', '/login', null, null]);
    expect([window.history.length, historyIndex()]).toEqual([length, 0]);
  });

  it('take a place as well as an address', () => {
    act(() => navigate({ pathname: '/login', search: '?to=%2Fmine', hash: '' }, { replace: true, state: 7 }));
    expect(shown()).toEqual(['replace', '/login?to=%2Fmine', 7, null]);
  });

  it('change the query alone, and take it away', () => {
    act(() => setParams({ coin: 'BTC' }, { replace: true }));
    expect(shown()).toEqual(['replace', '/index?coin=BTC', null, 'BTC']);
    act(() => setParams({}));
    expect(shown()).toEqual(['push', '/index', null, null]);
  });

  it('hear of the browser going back, with what the step was made with', () => {
    act(() => navigate('/mine', { state: 'kept' }));
    const entry: unknown = window.history.state;
    act(() => navigate('/about'));
    act(() => {
      window.history.replaceState(entry, '', '/mine');
      window.dispatchEvent(new PopStateEvent('popstate'));
    });
    expect(shown()).toEqual(['pop', '/mine', 'kept', null]);
  });

  it('open the address when the browser refuses another step', () => {
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

it('takes up where a reload left off', () => {
  open('/success', { usr: { result: 1 }, key: 'abc', idx: 4, own: null });
  expect(shown()).toEqual(['pop', '/success', { result: 1 }, null]);
  expect(historyIndex()).toBe(4);
});

it('answers what a step carried to nobody but whoever made it', () => {
  startSession(loginAnswer());
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
  startSession({ ...loginAnswer(), user: { ...userAnswer(), id: 'another' } });
  expect(comeBack()).toEqual(nothing);
  startSession(loginAnswer());
  expect(comeBack()).toEqual(['pop', '/form', { draft: 1 }, null]);
  endSession('logout');
});

it('draws a page at its own address while the next one is on its way', () => {
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

describe('a page that is left', () => {
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

  it('moves the app no more, and writes into no entry but its own', () => {
    window.history.replaceState({ key: 'a', idx: 0 }, '', '/form');
    const { rerender } = render(draw(at('/form', 'a')));
    const [go, set] = [navigate, setParams];
    act(() => set({ coin: 'BTC' }, { replace: true }));
    // What it wrote anew is its own still, before it is drawn there.
    act(() => set({ coin: 'USDT' }, { replace: true }));
    expect(address()).toBe('/form?coin=USDT');
    click('ours');
    for (const late of [() => go('/fundPWA'), () => set({ coin: 'BTC' }, { replace: true }), () => go(-1)]) {
      act(late);
      expect([address(), historyIndex()]).toEqual(['/mine', 1]);
    }
    // Nor when another page of the same entry was drawn since.
    rerender(draw({ ...at('/mine', 'b'), key: 'b' }));
    window.history.replaceState({ key: 'a', idx: 0 }, '', '/form');
    act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
    act(() => go('/fundPWA'));
    expect(address()).toBe('/form');
  });
});

describe('links', () => {
  beforeEach(() => void open('/index'));

  it('stay in the app, and do not step to where it stands', () => {
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

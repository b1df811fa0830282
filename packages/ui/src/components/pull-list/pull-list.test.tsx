// Covers pull-to-refresh, loading of further pages, and the bottom line.
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timings } from '../../lib/timings.ts';
import { PullList, type PullListProps } from './pull-list.tsx';

let left = 1000;
beforeEach(() => {
  left = 1000;
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => window.innerHeight + left);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function list(props: Partial<PullListProps> = {}) {
  return (
    <PullList onRefresh={async () => undefined} {...props}>
      <p>内容</p>
    </PullList>
  );
}

const content = () => screen.getByText('内容');
const finger = (clientY: number, clientX = 0) => ({ touches: [{ clientX, clientY }] });
const touch = (y: number, x = 0) => fireEvent.touchStart(content(), finger(y, x));
const move = (y: number, x = 0) => fireEvent.touchMove(content(), finger(y, x));
const releaseTouch = () => act(async () => void fireEvent.touchEnd(content()));
const scrollTo = (rest: number) => {
  left = rest;
  fireEvent.scroll(window);
};

describe('pull to refresh', () => {
  it('refreshes at 40 px, not at 39 [constant:pull-to-refresh-threshold] [overlay:pull-to-refresh]', async () => {
    expect(timings.pullThreshold).toBe(40);
    const refresh = vi.fn<() => Promise<void>>(async () => undefined);
    render(list({ onRefresh: refresh }));
    touch(100);
    move(139);
    expect(screen.getByText('下拉刷新')).toBeTruthy();
    await releaseTouch();
    expect(refresh).not.toHaveBeenCalled();
    expect(screen.queryByText('下拉刷新')).toBeNull();
    touch(100);
    move(140);
    await releaseTouch();
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('shows 加载中··· while refreshing, and ignores a second pull [overlay:pull-to-refresh]', async () => {
    let finish: () => void = () => undefined;
    const refresh = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => (finish = resolve)));
    render(list({ onRefresh: refresh }));
    touch(0);
    move(60);
    await releaseTouch();
    expect(screen.getByText('加载中···')).toBeTruthy();
    touch(0);
    move(60);
    await releaseTouch();
    expect(refresh).toHaveBeenCalledTimes(1);
    await act(async () => finish());
    expect(screen.queryByText('加载中···')).toBeNull();
  });

  it('resets after a failed refresh', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => undefined);
    refresh.mockRejectedValueOnce(new Error('offline'));
    const unhandled = vi.fn<() => void>();
    process.once('unhandledRejection', unhandled);
    render(list({ onRefresh: refresh }));
    touch(0);
    move(60);
    await releaseTouch();
    expect(screen.queryByText('加载中···')).toBeNull();
    touch(0);
    move(60);
    await releaseTouch();
    expect(refresh).toHaveBeenCalledTimes(2);
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('prevents scrolling during the pull only', () => {
    render(list());
    touch(0);
    expect(move(20)).toBe(false);
    cleanup();
    render(list());
    touch(100);
    expect(move(80)).toBe(true);
  });

  it('ignores sideways moves, two fingers and a scrolled page', async () => {
    const refresh = vi.fn<() => Promise<void>>(async () => undefined);
    render(list({ onRefresh: refresh }));
    touch(0, 0);
    move(30, 60);
    move(90, 60);
    await releaseTouch();
    fireEvent.touchStart(content(), { touches: [finger(0).touches[0], finger(5).touches[0]] });
    move(90);
    await releaseTouch();
    vi.spyOn(window, 'scrollY', 'get').mockReturnValue(1);
    touch(0);
    move(90);
    await releaseTouch();
    expect(refresh).not.toHaveBeenCalled();
  });

  it('disables the browser’s own pull while mounted, and restores it', () => {
    const { unmount } = render(list());
    expect(document.documentElement.style.overscrollBehaviorY).toBe('contain');
    unmount();
    expect(document.documentElement.style.overscrollBehaviorY).toBe('');
  });
});

describe('scrolling down', () => {
  it('loads the next page within 10 px of the end [constant:scroll-to-lower-threshold]', () => {
    expect(timings.scrollThreshold).toBe(10);
    const more = vi.fn<() => void>();
    render(list({ hasMore: true, onLoadMore: more }));
    scrollTo(11);
    expect(more).not.toHaveBeenCalled();
    scrollTo(10);
    expect(more).toHaveBeenCalledTimes(1);
  });

  it('loads at once when the page is too short to scroll', () => {
    left = 0;
    const more = vi.fn<() => void>();
    render(list({ hasMore: true, onLoadMore: more }));
    expect(more).toHaveBeenCalledTimes(1);
  });

  it('loads nothing while a page is loading, and nothing after the last [overlay:pull-to-refresh]', () => {
    const more = vi.fn<() => void>();
    const { rerender } = render(list({ hasMore: true, isLoadingMore: true, onLoadMore: more }));
    expect(screen.getByText('加载中...')).toBeTruthy();
    scrollTo(0);
    rerender(list({ hasMore: false, onLoadMore: more }));
    expect(screen.getByText('没有更多了')).toBeTruthy();
    scrollTo(0);
    expect(more).not.toHaveBeenCalled();
  });

  it('offers a failed page again, without an automatic retry', () => {
    const more = vi.fn<() => void>();
    render(list({ hasMore: true, hasFailed: true, onLoadMore: more }));
    scrollTo(0);
    expect(more).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('button', { name: '加载失败，点击重试' }));
    expect(more).toHaveBeenCalledTimes(1);
  });

  it('has no bottom line without a list', () => {
    render(list({ hasBottom: false }));
    expect(screen.queryByText('没有更多了')).toBeNull();
  });
});

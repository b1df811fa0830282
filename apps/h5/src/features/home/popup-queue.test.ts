// Covers the popup queue: one after another with 400 ms between them, the page checked every 500 ms, each popup once per
// start.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPopupQueue, type Popup } from './popup-queue.ts';

const popup = (id: string): Popup => ({ id, img: `/${id}.png`, title: null, isHaveDetails: true, url: null });
let page = '/index';
const queue = () => createPopupQueue(() => page === '/index');

beforeEach(() => {
  page = '/index';
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

describe('createPopupQueue', () => {
  it('shows one after another, 400 ms apart [constant:home-popup-pause] [entity:home-popup]', () => {
    const popups = queue();
    popups.start([popup('a'), popup('b')]);
    expect(popups.get()?.id).toBe('a');
    vi.advanceTimersByTime(10_000);
    expect(popups.get()?.id).toBe('a');
    popups.close();
    expect(popups.get()).toBeNull();
    vi.advanceTimersByTime(399);
    expect(popups.get()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(popups.get()?.id).toBe('b');
    popups.close();
    vi.advanceTimersByTime(10_000);
    expect(popups.get()).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('checks the page every 500 ms: hides on other pages, returns on home [constant:home-popup-check]', () => {
    const popups = queue();
    popups.start([popup('a')]);
    page = '/devices';
    vi.advanceTimersByTime(499);
    expect(popups.get()?.id).toBe('a');
    vi.advanceTimersByTime(1);
    expect(popups.get()).toBeNull();
    vi.advanceTimersByTime(60_000);
    expect(popups.get()).toBeNull();
    page = '/index';
    vi.advanceTimersByTime(499);
    expect(popups.get()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(popups.get()?.id).toBe('a');
  });

  it('pauses while another page is shown', () => {
    const popups = queue();
    popups.start([popup('a'), popup('b')]);
    page = '/pages/detail/index';
    popups.close();
    vi.advanceTimersByTime(5000);
    expect(popups.get()).toBeNull();
    page = '/index';
    vi.advanceTimersByTime(500);
    expect(popups.get()?.id).toBe('b');
  });

  it('keeps the pause when the page is checked meanwhile', () => {
    const popups = queue();
    popups.start([popup('a'), popup('b')]);
    vi.advanceTimersByTime(400);
    popups.close();
    // The check at 500 ms falls into the pause, which ends at 800.
    vi.advanceTimersByTime(399);
    expect(popups.get()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(popups.get()?.id).toBe('b');
  });

  it('shows each popup once per start, and resets for another customer', () => {
    const popups = queue();
    popups.start([popup('a')]);
    popups.close();
    popups.start([popup('a')]);
    vi.advanceTimersByTime(5000);
    expect(popups.get()).toBeNull();
    popups.reset();
    popups.start([popup('a')]);
    expect(popups.get()?.id).toBe('a');
  });

  it('notifies listeners once per change', () => {
    const popups = queue();
    const heard = vi.fn<() => void>();
    const stop = popups.subscribe(heard);
    popups.start([popup('a')]);
    vi.advanceTimersByTime(5000);
    expect(heard).toHaveBeenCalledTimes(1);
    popups.close();
    expect(heard).toHaveBeenCalledTimes(2);
    stop();
    popups.reset();
    expect(heard).toHaveBeenCalledTimes(2);
  });
});

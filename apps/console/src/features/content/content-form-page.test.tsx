// A form that is not saved is not lost with its page: the browser asks first.
import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../../app/app.tsx';
import { serveConsole } from '../../lib/testing/console-server.ts';

configure({ asyncUtilTimeout: 30_000 });

beforeEach(() => {
  const preview = { faults: [], shown: null, removed: [], customers: 3 };
  serveConsole(() => ({ role: 'SUPPORT', data: { '/staff/content/preview': preview, '/staff/content/images': null } }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Whether the browser would ask before it closes the page. */
function asksBeforeUnload(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

it('asks once something is written, and no longer when it is as it was', async () => {
  window.history.replaceState(null, '', '/content/new?kind=notice');
  render(<App />);
  const title = await screen.findByLabelText('标题');
  expect(asksBeforeUnload()).toBe(false);
  fireEvent.change(title, { target: { value: '停电' } });
  await waitFor(() => expect(asksBeforeUnload()).toBe(true));
  fireEvent.change(title, { target: { value: '' } });
  await waitFor(() => expect(asksBeforeUnload()).toBe(false));
});

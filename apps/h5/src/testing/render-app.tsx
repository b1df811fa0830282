import { act, cleanup, configure, render } from '@testing-library/react';
import { afterAll } from 'vitest';
import { App } from '../app/app.tsx';
import { freshState } from '../lib/session/client-state.ts';
import { rootStore } from '../lib/session/root-store.ts';
import { endSession, startSession } from '../lib/session/session.ts';
import { loginAnswer } from './answers.ts';

// A busy machine is slow, not broken: what a test waits for may take its time.
configure({ asyncUtilTimeout: 30_000 });

// Nothing of the app goes on after the last test of a file: its timers would find no window.
afterAll(() => {
  cleanup();
  endSession('logout');
});

/** Empties what the device remembers, in memory and in storage, for somebody logged in or out. */
export function resetDevice({ isLoggedIn }: { isLoggedIn: boolean }): void {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  rootStore.setState(freshState());
  if (isLoggedIn) startSession(loginAnswer());
}

/** Opens the whole app at an address, as a browser would; with a `state`, as after a reload of that history entry. */
export async function openApp(address: string, state: unknown = null): Promise<void> {
  window.history.replaceState(state, '', address);
  await act(async () => {
    render(<App />);
  });
}

/** Where the app stands now. */
export const here = () => window.location.pathname + window.location.search;

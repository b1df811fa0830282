import { act, cleanup, configure, render } from '@testing-library/react';
import { afterAll } from 'vitest';
import { App } from '../app/app.tsx';
import { freshState } from '../lib/session/client-state.ts';
import { rootStore } from '../lib/session/root-store.ts';
import { endSession, startSession } from '../lib/session/session.ts';
import { loginResponse } from './responses.ts';

// A busy machine is slow, so waits are generous.
configure({ asyncUtilTimeout: 30_000 });

// Timers of the app must not run after the test environment is gone.
afterAll(() => {
  cleanup();
  endSession('logout');
});

/** Resets stored and in-memory state, with or without a session. */
export function resetDevice({ isLoggedIn }: { isLoggedIn: boolean }): void {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  rootStore.setState(freshState());
  if (isLoggedIn) startSession(loginResponse());
}

/** Opens the app at an address; a `state` simulates a reload of that history entry. */
export async function openApp(address: string, state: unknown = null): Promise<void> {
  window.history.replaceState(state, '', address);
  await act(async () => {
    render(<App />);
  });
}

/** The current address. */
export const currentAddress = () => window.location.pathname + window.location.search;

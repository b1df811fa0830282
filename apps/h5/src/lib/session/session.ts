import type { Data } from '@lode/contract';
import { useStore } from 'zustand';
import type { ClientState } from './client-state.ts';
import { rootStore, storedToken } from './root-store.ts';

/** Why the last session of this page ended; after a logout the deep link is dropped. */
export type SessionEnd = 'logout' | 'refused';

type EndListener = (reason: SessionEnd) => void;
const listeners = new Set<EndListener>();
let lastEnd: SessionEnd | null = null;

export const lastSessionEnd = () => lastEnd;

/** Called at the end of a session, to drop its caches and dialogs. */
export function onSessionEnd(listener: EndListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startSession({ accessToken, user }: Data<'login'>): void {
  lastEnd = null;
  rootStore.setState({ token: accessToken, user, assetsInfo: null });
}

/** Drops the customer's state; device id and theme stay. */
export function endSession(reason: SessionEnd): void {
  if (rootStore.getState().token === null) return;
  lastEnd = reason;
  rootStore.setState({ token: null, user: null, assetsInfo: null });
  for (const listener of listeners) listener(reason);
}

/** A session that another tab has ended is over in this one too. Returns what stops it. */
export function followOtherTabs(): () => void {
  const follow = () => {
    if (storedToken() === null) endSession('logout');
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

export function useClientState<Selected>(select: (state: ClientState) => Selected): Selected {
  return useStore(rootStore, select);
}

import type { Data } from '@lode/contract';
import { useStore } from 'zustand';
import type { ClientState } from './client-state.ts';
import { rootStore } from './root-store.ts';

/** Why the last session of this page ended. A customer who logged out does not want to come back to the same page. */
export type SessionEnd = 'logout' | 'refused';

type EndListener = (reason: SessionEnd) => void;
const listeners = new Set<EndListener>();
let lastEnd: SessionEnd | null = null;

export const lastSessionEnd = () => lastEnd;

/** Calls back whenever a session ends: caches and open dialogs of the customer must go with it. */
export function onSessionEnd(listener: EndListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function startSession({ accessToken, user }: Data<'login'>): void {
  lastEnd = null;
  rootStore.setState({ token: accessToken, user, assetsInfo: null });
}

/** Forgets the customer. The device keeps its id, and the theme until another customer's is known. */
export function endSession(reason: SessionEnd): void {
  if (rootStore.getState().token === null) return;
  lastEnd = reason;
  rootStore.setState({ token: null, user: null, assetsInfo: null });
  for (const listener of listeners) listener(reason);
}

export function useClientState<Selected>(select: (state: ClientState) => Selected): Selected {
  return useStore(rootStore, select);
}

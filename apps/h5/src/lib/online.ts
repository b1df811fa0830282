import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

/** Whether the browser believes it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    // The manager believes in a network until it hears otherwise; an app that starts without one hears nothing.
    () => onlineManager.isOnline() && navigator.onLine,
  );
}

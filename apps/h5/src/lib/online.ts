import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

export function useOnline(): boolean {
  return useSyncExternalStore(
    (changed) => onlineManager.subscribe(changed),
    // The manager assumes a network until an event says otherwise; an app that starts offline gets no event.
    () => onlineManager.isOnline() && navigator.onLine,
  );
}

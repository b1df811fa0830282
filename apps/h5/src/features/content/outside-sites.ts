import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from '../../lib/session/device-storage.ts';

const mostSites = 20;

/**
 * Hosts that the customer opened in the browser instead. A site that forbids frames shows an empty one, and no event tells
 * the app: only the customer sees it. A setting of the device, beside `root`.
 */
const store = createStore<{ hosts: string[] }>()(
  persist((): { hosts: string[] } => ({ hosts: [] }), {
    name: 'outside-sites',
    storage: createJSONStorage(() => deviceStorage),
  }),
);

export const useIsOutsideSite = (host: string): boolean => useStore(store, ({ hosts }) => hosts.includes(host));

export function rememberOutsideSite(host: string): void {
  store.setState(({ hosts }) => ({ hosts: [host, ...hosts.filter((other) => other !== host)].slice(0, mostSites) }));
}

export function forgetOutsideSite(host: string): void {
  store.setState(({ hosts }) => ({ hosts: hosts.filter((other) => other !== host) }));
}

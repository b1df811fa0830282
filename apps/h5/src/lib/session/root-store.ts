import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type ClientState, freshState, restoreState } from './client-state.ts';
import { deviceStorage } from './device-storage.ts';

const storedVersion = 3;
const hydrationTimeoutMs = 5000;

/** The state `root`; read it only after `hydrate`. */
export function createRootStore(storage: StateStorage = deviceStorage) {
  const fresh = freshState();
  let isLate = false;
  const store = createStore<ClientState>()(
    persist(() => fresh, {
      name: 'root',
      version: storedVersion,
      storage: createJSONStorage(() => storage),
      skipHydration: true,
      migrate: (stored) => restoreState(stored, fresh),
      // A late result would overwrite the customer's changes.
      merge: (stored, current) => (isLate ? current : restoreState(stored, current)),
    }),
  );

  /** Restores the state, or starts fresh after five seconds. */
  async function hydrate(): Promise<'restored' | 'timed-out'> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const timeout = new Promise<'timed-out'>((resolve) => {
      timer = setTimeout(() => {
        isLate = true;
        resolve('timed-out');
      }, hydrationTimeoutMs);
    });
    const restored = Promise.resolve(store.persist.rehydrate()).then(() => 'restored' as const);
    const outcome = await Promise.race([restored, timeout]);
    clearTimeout(timer);
    // Stores the device id at the first start.
    if (outcome === 'restored') store.setState({});
    return outcome;
  }

  return Object.assign(store, { hydrate });
}

export const rootStore = createRootStore();

/** The token on the device, which another tab may have changed; null for none. */
export function storedToken(): string | null {
  const stored = rootStore.persist.getOptions().storage?.getItem('root');
  return stored && 'state' in stored ? restoreState(stored.state, freshState()).token : null;
}

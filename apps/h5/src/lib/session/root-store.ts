import { createJSONStorage, persist, type StateStorage } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { type ClientState, freshState, recallState } from './client-state.ts';
import { deviceStorage } from './device-storage.ts';

const storedVersion = 3;
/** How long the app waits for its memory before it starts without. */
const hydrationTimeoutMs = 5000;

/** The state `root`, kept on the device. `hydrate` must be awaited before the state is believed. */
export function createRootStore(storage: StateStorage = deviceStorage) {
  const fresh = freshState();
  let isLate = false;
  const store = createStore<ClientState>()(
    persist(() => fresh, {
      name: 'root',
      version: storedVersion,
      storage: createJSONStorage(() => storage),
      skipHydration: true,
      migrate: (stored) => recallState(stored, fresh),
      // An answer that comes after the time-out would overwrite what the customer did meanwhile.
      merge: (stored, current) => (isLate ? current : recallState(stored, current)),
    }),
  );

  /** Restores the state, or gives up after five seconds and goes on with a fresh one. */
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
    // Writes the device id down at the first start.
    if (outcome === 'restored') store.setState({});
    return outcome;
  }

  return Object.assign(store, { hydrate });
}

export const rootStore = createRootStore();

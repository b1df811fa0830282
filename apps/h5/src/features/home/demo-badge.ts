import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from '../../lib/session/device-storage.ts';

/** Whether the badge of the demo was dismissed; a setting of the device, stored beside `root`. */
const store = createStore<{ isDismissed: boolean }>()(
  persist((): { isDismissed: boolean } => ({ isDismissed: false }), {
    name: 'demo-badge',
    storage: createJSONStorage(() => deviceStorage),
  }),
);

export function useDemoBadge(): [isDismissed: boolean, dismiss: () => void] {
  return [useStore(store, (state) => state.isDismissed), dismiss];
}

function dismiss(): void {
  store.setState({ isDismissed: true });
}

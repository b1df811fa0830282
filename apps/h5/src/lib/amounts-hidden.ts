import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from './session/device-storage.ts';

/** Whether the eye is shut. It belongs to the device, not to the customer: it stands beside `root` and outlives a logout. */
const store = createStore<{ isHidden: boolean }>()(
  persist((): { isHidden: boolean } => ({ isHidden: false }), {
    name: 'amounts',
    storage: createJSONStorage(() => deviceStorage),
  }),
);

export function useAmountsHidden(): [isHidden: boolean, setHidden: (isHidden: boolean) => void] {
  return [useStore(store, (state) => state.isHidden), setHidden];
}

function setHidden(isHidden: boolean): void {
  store.setState({ isHidden });
}

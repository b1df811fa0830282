import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from './session/device-storage.ts';

/** Whether amounts are hidden; a setting of the device, stored beside `root`, that outlives a logout. */
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

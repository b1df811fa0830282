import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from './device-storage.ts';

/** A setting of the device, stored beside `root`, that outlives a logout. */
export function deviceSetting<Name extends string, Value>(key: string, name: Name, initial: Value) {
  type State = Record<Name, Value>;
  const store = createStore<State>()(
    persist((): State => ({ [name]: initial }) as State, {
      name: key,
      storage: createJSONStorage(() => deviceStorage),
    }),
  );
  const set = (value: Value): void => {
    store.setState({ [name]: value } as State);
  };
  return (): [value: Value, set: (value: Value) => void] => [useStore(store, (state) => state[name]), set];
}

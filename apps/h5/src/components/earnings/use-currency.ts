import { useStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { createStore } from 'zustand/vanilla';
import { deviceStorage } from '../../lib/session/device-storage.ts';
import type { Currency } from './earnings-figures.ts';

/** The currency of earnings; a setting of the device, stored beside `root`. */
const store = createStore<{ currency: Currency }>()(
  persist((): { currency: Currency } => ({ currency: 'USDT' }), {
    name: 'earnings',
    storage: createJSONStorage(() => deviceStorage),
  }),
);

export function useCurrency(): [currency: Currency, setCurrency: (currency: Currency) => void] {
  return [useStore(store, (state) => state.currency), setCurrency];
}

function setCurrency(currency: Currency): void {
  store.setState({ currency });
}

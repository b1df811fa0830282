import type { StateStorage } from 'zustand/middleware';

/** `localStorage`, or memory where the browser forbids it. */
export const deviceStorage: StateStorage = availableStorage();

function availableStorage(): StateStorage {
  try {
    const probe = 'storage-probe';
    window.localStorage.setItem(probe, probe);
    window.localStorage.removeItem(probe);
    return window.localStorage;
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (name) => memory.get(name) ?? null,
      setItem: (name, value) => void memory.set(name, value),
      removeItem: (name) => void memory.delete(name),
    };
  }
}

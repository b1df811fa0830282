import type { HDKey } from '@scure/bip32';

/** The key of an address by branch number and index. */
export type ChildKeys = (branch: 0 | 1, index: number) => HDKey;

/** Derived keys that are kept: those of the hot wallet's addresses, and of the outputs that wait to be spent. */
const mostKept = 1_000;

/** Derives each key once: a derivation is one multiplication on the curve, and every payment needs the same few keys. */
export function childKeys(branches: readonly [HDKey, HDKey]): ChildKeys {
  const kept = new Map<string, HDKey>();
  return (branch, index) => {
    const name = `${branch}/${index}`;
    const key = kept.get(name) ?? branches[branch].deriveChild(index);
    // The one that was used longest ago gives way.
    kept.delete(name);
    kept.set(name, key);
    const [oldest] = kept.keys();
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    return key;
  };
}

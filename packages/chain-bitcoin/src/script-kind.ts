import type { AddressKey } from '@lode/chain';

/** Scripts that money is sent to, by the names that everybody gives them. */
const kinds = [
  ['P2PKH', /^76a914[0-9a-f]{40}88ac$/],
  ['P2SH', /^a914[0-9a-f]{40}87$/],
  ['P2WPKH', /^0014[0-9a-f]{40}$/],
  ['P2WSH', /^0020[0-9a-f]{64}$/],
  ['P2TR', /^5120[0-9a-f]{64}$/],
] as const;

export type ScriptKind = (typeof kinds)[number][0];
export const scriptKinds: readonly ScriptKind[] = kinds.map(([kind]) => kind);

/** Null for an address of a later segwit version: it is one, but until rules for it exist anybody could take what is paid to it. */
export function scriptKind(key: AddressKey): ScriptKind | null {
  return kinds.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

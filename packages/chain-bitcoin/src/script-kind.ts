import type { AddressKey } from '@lode/chain';

/** Standard output scripts. */
const kinds = [
  ['P2PKH', /^76a914[0-9a-f]{40}88ac$/],
  ['P2SH', /^a914[0-9a-f]{40}87$/],
  ['P2WPKH', /^0014[0-9a-f]{40}$/],
  ['P2WSH', /^0020[0-9a-f]{64}$/],
  ['P2TR', /^5120[0-9a-f]{64}$/],
] as const;

export type ScriptKind = (typeof kinds)[number][0];
export const scriptKinds: readonly ScriptKind[] = kinds.map(([kind]) => kind);

export function scriptKind(key: AddressKey): ScriptKind | null {
  return kinds.find(([, pattern]) => pattern.test(key))?.[0] ?? null;
}

/** A witness version without consensus rules yet (BIP173): anyone can spend such an output. */
export function isUndefinedWitnessVersion(key: AddressKey): boolean {
  const [, length = '', program = ''] = /^(?:5[1-9a-f]|60)([0-9a-f]{2})((?:[0-9a-f]{2}){2,40})$/.exec(key) ?? [];
  return program !== '' && Number.parseInt(length, 16) * 2 === program.length && scriptKind(key) === null;
}

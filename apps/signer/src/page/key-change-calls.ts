import type { KeyObject } from 'node:crypto';
import type { KeyChange, PasskeyAssertion, SignedBy } from '@lode/signing';
import type { KeyDesk } from '../approvers/key-desk.ts';
import { CallRefused } from './call-refused.ts';

/** What a person was shown of the changes, by id, until they sign exactly it. */
export type ShownChanges = Map<string, { by: SignedBy; text: string; at: number }>;

/** A text stays while a person reads it. */
const keptMs = 5 * 60_000;
const textMs = 10 * 60_000;

function shownOf(change: KeyChange) {
  const { id, askedAt, action } = change;
  if (change.action === 'ROTATE')
    return { id, askedAt, action, name: `${change.generation}`, role: null, kind: 'SEED' as const };
  return { id, askedAt, action, name: change.name, role: change.role, kind: change.key?.kind ?? null };
}

/** Changes of other approvers' keys, as one person sees and signs them. */
export function keyChangeCalls(keys: KeyDesk, now: () => number) {
  return {
    list(name: string, shown: ShownChanges) {
      const earlier = new Map(shown);
      shown.clear();
      return keys.open(name).map(({ change, fingerprint, signers, asked }) => {
        const kept = earlier.get(change.id);
        const text = asked && (kept && now() - kept.at < keptMs ? kept : { ...asked, at: now() });
        if (text) shown.set(change.id, text);
        return {
          ...shownOf(change),
          fingerprint,
          signers,
          text: text?.text ?? null,
        };
      });
    },

    async sign(
      { id, text }: { id: string; text: string },
      shown: ShownChanges,
      proof: { key: KeyObject } | { assertion: PasskeyAssertion },
    ) {
      const seen = shown.get(id);
      if (seen?.text !== text || now() - seen.at > textMs) throw new CallRefused('STALE');
      const result = await keys.sign(id, seen.by, proof);
      if (result !== 'SIGNED' && result !== 'CHANGED') throw new CallRefused(result);
      return { isMade: result === 'CHANGED' };
    },
  };
}

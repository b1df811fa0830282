import type { Outcome } from '../postgres/post-group.ts';

/** `posted`, `replayed`, or the name of the refusal. */
export function nameOf(outcome: Outcome): string {
  if (outcome instanceof Error) return outcome.name;
  return outcome.replayed ? 'replayed' : 'posted';
}

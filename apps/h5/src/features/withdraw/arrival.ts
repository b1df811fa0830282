import type { SecurityHold } from './security-hold.ts';
import type { Quote } from './withdrawal.ts';

/** When a withdrawal would arrive: as long after a hold's end as after now. Null where none can be made at all. */
export function arrivalOf({ now, eta }: Pick<Quote, 'now' | 'eta'>, hold: SecurityHold | null): string | null {
  if (hold === null) return eta;
  if (hold.until === null) return null;
  const start = Math.max(Date.parse(now), Date.parse(hold.until));
  return new Date(start + Date.parse(eta) - Date.parse(now)).toISOString();
}
